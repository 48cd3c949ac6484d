import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const packed = fileURLToPath(new URL('../dist/package', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cascade-mcp-http-'));
const cli = join(folder, 'dist/cli.js');
const children: ChildProcess[] = [];
let url: URL;

/** Starts the packed form, in a folder where nothing is installed. */
async function start(...options: readonly string[]) {
  const child = spawn(process.execPath, [cli, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  const [address = ''] = /http:\S+\/mcp/.exec(String(said)) ?? [];
  return { child, url: new URL(address) };
}

beforeAll(async () => {
  if (!existsSync(packed)) throw new Error(`expected ${packed}. Run: npm --prefix packages/mcp run build`);
  cpSync(packed, folder, { recursive: true });
  ({ url } = await start('--http', '0'));
});

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const overHttp = () => connected(new StreamableHTTPClientTransport(url) as Transport);
const overStdio = (...options: readonly string[]) =>
  connected(new StdioClientTransport({ command: process.execPath, args: [...options, cli] }));

test('a client gets the same over HTTP as over standard input and output', async () => {
  const [first, second] = await Promise.all([overHttp(), overStdio()]);
  expect(first.getInstructions()).toBe(second.getInstructions());
  expect(await first.listTools()).toEqual(await second.listTools());
  const [explained, other] = await Promise.all(
    [first, second].map((client) =>
      client.callTool({ name: 'explain', arguments: { name: 'out-of-balance' } }),
    ),
  );
  expect(JSON.stringify(explained)).toContain('# out-of-balance');
  expect(explained).toEqual(other);
});

test('several clients at once get their own answers', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, overHttp));
  const names = ['out-of-balance', 'daily-rate-limit', 'requestId', 'ADR-0007'];
  const answers = await Promise.all(
    clients.map((client, at) => client.callTool({ name: 'explain', arguments: { name: names[at % 4] } })),
  );
  for (const [at, answer] of answers.entries()) expect(JSON.stringify(answer)).toContain(names[at % 4]);
});

describe('before a tool needs the pages of the portal', () => {
  /** Fails where the packed pages, a text of more than a megabyte, are read. */
  const unreadable =
    'const parse = JSON.parse; JSON.parse = (text, ...rest) => { if (text.length > 1e6) throw new Error("read"); return parse(text, ...rest); };';

  test('a client is connected and gets the list of tools', async () => {
    const client = await overStdio('--import', `data:text/javascript,${encodeURIComponent(unreadable)}`);
    expect((await client.listTools()).tools).not.toEqual([]);
    const explained = await client.callTool({ name: 'explain', arguments: { name: 'out-of-balance' } });
    expect(explained).toMatchObject({ isError: true, content: [{ text: 'read' }] });
  });
});

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** fetch would set the header Host by itself. */
async function send({ path = '/mcp', method = 'POST', headers = {}, body = initialize }: Sent) {
  const accept = 'application/json, text/event-stream';
  const all = { accept, 'content-type': 'application/json', ...headers };
  const sent = request(url, { path, method, headers: all });
  // The server may answer, and close, before it has read a body that it refuses.
  sent.on('error', () => {});
  sent.end(method === 'GET' ? undefined : body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('a request', () => {
  const own = ['localhost', '127.0.0.1:9', '[::1]:4014'];
  test.each(own)('for the host %s is answered', async (host) => {
    const answer = await send({ headers: { host, origin: `http://${host}` } });
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"serverInfo"') });
  });

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', 'a b'])(
    'for the host "%s", or from its page, is refused',
    async (host) => {
      expect(await send({ headers: { host } })).toMatchObject({ status: 403 });
      expect(await send({ headers: { origin: `https://${host}` } })).toMatchObject({ status: 403 });
    },
  );

  test('from a page without an origin is refused', async () => {
    expect(await send({ headers: { origin: 'null' } })).toMatchObject({ status: 403 });
  });

  test('with a body that is too large, of another type or not JSON is refused', async () => {
    expect((await send({ body: `"${'x'.repeat(5 * 1024 * 1024)}"` })).status).toBe(413);
    expect((await send({ headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await send({ body: '{' })).status).toBe(400);
  });

  test('to another path, or by another method, is refused', async () => {
    expect((await send({ path: '/' })).status).toBe(404);
    expect(await send({ method: 'GET' })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it, with a client connected', async (signal) => {
  const { child, url: address } = await start('--http', '0');
  const client = await connected(new StreamableHTTPClientTransport(address) as Transport);
  await client.listTools();
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a port in use and a wrong one are named', async () => {
  const run = async (...options: readonly string[]) => {
    const child = spawn(process.execPath, [cli, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(child);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { said, code };
  };
  expect(await run('--http', url.port)).toMatchObject({
    code: 1,
    said: expect.stringContaining('EADDRINUSE'),
  });
  expect(await run('--http', '70000')).toMatchObject({
    code: 2,
    said: expect.stringContaining('0 to 65535'),
  });
});
