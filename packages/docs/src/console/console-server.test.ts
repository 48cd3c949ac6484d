import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Serving, serve } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type RunningDocs, serveDocs } from '../serve-docs.ts';
import { parseTarget } from './console-server.ts';
import { type ConsoleSettings, notForwardedHeader, type ShownCallback } from './page-protocol.ts';

test.each([
  ['http://127.0.0.1:4012', { name: '127.0.0.1:4012', url: 'http://127.0.0.1:4012' }],
  ['http://localhost:4012/', { name: 'localhost:4012', url: 'http://localhost:4012' }],
  ['mock=http://[::1]:4010', { name: 'mock', url: 'http://[::1]:4010' }],
  ['https://127.0.0.1/base/', { name: '127.0.0.1', url: 'https://127.0.0.1/base' }],
])('%s is a target', (text, target) => {
  expect(parseTarget(text)).toEqual(target);
});

test.each([
  'http://api.example.com',
  'http://127.0.0.1.example.com',
  'http://10.0.0.1',
  'ftp://127.0.0.1',
  'http://me@127.0.0.1',
  'http://127.0.0.1/?x=1',
  'nothing',
  '',
])('«%s» is not a target', (text) => {
  expect(parseTarget(text)).toMatch(/^a target is /);
});

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let seen: Seen;
let target: Serving;
let docs: RunningDocs;

beforeAll(async () => {
  target = await serve(async (incoming, response) => {
    const { method, url, headers } = incoming;
    seen = { method, url, headers, body: await text(incoming) };
    response
      .writeHead(429, { 'retry-after': '7', 'content-type': 'application/problem+json' })
      .end('{"a":1}');
  });
  const targets = [
    { name: 'first', url: target.url },
    { name: 'gone', url: 'http://127.0.0.1:9' },
  ];
  docs = await serveDocs({ port: 0, targets });
});

afterAll(async () => {
  await docs.close();
  await target.close();
});

async function settingsOf({ url }: RunningDocs): Promise<ConsoleSettings> {
  const answer = await fetch(`${url}/console/targets.json`);
  return JSON.parse(await answer.text());
}

/** Connects as a page does; `until` resolves to the callback whose body is the text. */
async function connectPage() {
  const events = await fetch(`${docs.url}/console/events`);
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel());
  let text = '';
  const shown = (): readonly ShownCallback[] =>
    [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) => JSON.parse(data));
  return async (body: string, { wait = true } = {}): Promise<ShownCallback> => {
    const bodyBase64 = Buffer.from(body).toString('base64');
    for (;;) {
      const found = shown().find((one) => one.bodyBase64 === bodyBase64);
      if (found !== undefined) return found;
      if (!wait) throw new Error('not among them');
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error('the events ended');
      text += value;
    }
  };
}

const send = (path: string, init: RequestInit = {}) => fetch(docs.url + path, { method: 'POST', ...init });

test('a request is forwarded unchanged, without cookie and origin', async () => {
  const headers = { 'x-api-key': 'k', cookie: 'a=b', origin: docs.url, 'content-type': 'text/plain' };
  const answer = await send('/target/0/api/x?y=1', { headers, body: '{ wrong' });
  expect(seen).toMatchObject({ method: 'POST', url: '/api/x?y=1', body: '{ wrong' });
  expect(seen.headers).toMatchObject({ 'x-api-key': 'k', 'content-type': 'text/plain' });
  expect(seen.headers).not.toHaveProperty('cookie');
  expect(seen.headers).not.toHaveProperty('origin');
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
    429,
    '7',
    '{"a":1}',
  ]);
});

test.each([
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
])('%s is refused', async (_, headers) => {
  expect((await send('/target/0/x', { headers })).status).toBe(403);
  expect((await fetch(`${docs.url}/console/events`, { headers })).status).toBe(403);
});

test('a foreign host name that resolves to this machine is refused', async () => {
  const { port } = new URL(docs.url);
  const sent = request(docs.url, { path: '/target/0/x', headers: { host: `evil.example:${port}` } }).end();
  const [response] = await once(sent, 'response');
  expect(response.statusCode).toBe(403);
});

test('a target that ends the connection without an answer is a 502 that says so', async () => {
  const cutting = await serve(async (_, response) => void response.destroy());
  const own = await serveDocs({ port: 0, targets: [{ name: 'cutting', url: cutting.url }] });
  onTestFinished(async () => {
    await own.close();
    await cutting.close();
  });
  const cut = await fetch(`${own.url}/target/0/x`);
  expect([cut.status, cut.headers.get(notForwardedHeader)]).toEqual([502, 'cut']);
});

test('an unreachable target is a 502 of the docs server; an unknown one is not found', async () => {
  const unreachable = await send('/target/1/x');
  expect([unreachable.status, unreachable.headers.get(notForwardedHeader)]).toEqual([502, 'unreachable']);
  expect((await send('/target/0/x')).headers.has(notForwardedHeader)).toBe(false);
  expect((await send('/target/2/x')).status).toBe(405);
  expect((await fetch(`${docs.url}/target/0`)).status).toBe(404);
});

test('of a response that the page does not read, the docs server holds little, and ends it with the page', async () => {
  let written = 0;
  const gone = Promise.withResolvers<void>();
  const endless = await serve((_, response) => {
    const part = Buffer.alloc(1_000_000);
    const write = () => {
      written += part.length;
      if (response.write(part)) setImmediate(write);
      else response.once('drain', write);
    };
    response.on('close', () => gone.resolve());
    write();
  });
  const own = await serveDocs({ port: 0, targets: [{ name: 'endless', url: endless.url }] });
  onTestFinished(async () => {
    await own.close();
    await endless.close();
  });
  const sent = request(`${own.url}/target/0/x`).end();
  const [response] = await once(sent, 'response');
  response.pause();
  // As long as these take, the target could write hundreds of megabytes.
  for (let at = 0; at < 200; at += 1) await settingsOf(own);
  expect(written).toBeGreaterThan(1_000_000);
  expect(written).toBeLessThan(20_000_000);
  response.destroy();
  await gone.promise;
});

test('callbacks reach every connected page, byte for byte', async () => {
  const until = await Promise.all([connectPage(), connectPage()]);
  const { callbackUrl } = await settingsOf(docs);
  expect((await fetch(callbackUrl, { method: 'HEAD' })).status).toBe(200);
  const headers = { 'webhook-id': 'msg_1', 'webhook-signature': 'v1,x' };
  const body = '{ "status":\t"DELIVERED" }\r\n';
  expect((await fetch(callbackUrl, { method: 'POST', headers, body })).status).toBe(200);
  const [shown, other] = await Promise.all(until.map((seen) => seen(body)));
  expect(other).toEqual(shown);
  expect(shown?.headers).toEqual(
    expect.arrayContaining([
      ['webhook-id', 'msg_1'],
      ['webhook-signature', 'v1,x'],
    ]),
  );
  expect(shown?.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test('a page that connects later gets the latest 50 callbacks', async () => {
  for (let at = 0; at <= 50; at += 1) await send('/console/callback', { body: `[${at}]` });
  const until = await connectPage();
  await until('[50]');
  await until('[1]', { wait: false });
  await expect(until('[0]', { wait: false })).rejects.toThrow('not among them');
});

test.each([
  ['text that is not JSON', '{', 400],
  ['a body over 64 KiB', JSON.stringify('x'.repeat(70_000)), 413],
])('%s is refused as a callback', async (_, body, status) => {
  expect((await send('/console/callback', { body })).status).toBe(status);
});

test('with a target the server listens on loopback only', async () => {
  const targets = [{ name: 'x', url: 'http://127.0.0.1:9' }];
  await expect(serveDocs({ port: 0, host: '0.0.0.0', targets })).rejects.toThrow(RangeError);
});

test('without a target only the empty list is served', async () => {
  const off = await serveDocs({ port: 0 });
  onTestFinished(() => off.close());
  expect((await settingsOf(off)).targets).toEqual([]);
  expect((await fetch(`${off.url}/console/callback`, { method: 'POST' })).status).toBe(405);
});
