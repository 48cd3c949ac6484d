import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Child } from './child.ts';

/** Closes what a test has started when the test ends. */
export async function closedAfterTest<Started extends { close(): Promise<unknown> }>(
  started: Promise<Started>,
): Promise<Started> {
  const resource = await started;
  onTestFinished(async () => {
    await resource.close();
  });
  return resource;
}

/** Kills a program that a test has started when the test ends. */
export function killedAfterTest(child: Child): Child {
  onTestFinished(async () => {
    await child.end('SIGKILL');
  });
  return child;
}

/**
 * Tests that a command says which Node it needs, instead of a stack trace, and runs on new enough ones. The
 * version is pretended: a fresh machine has one Node.
 */
export function testNeedsNode(name: string, cli: URL): void {
  test.each(['18.20.8', '20.20.2', '22.17.1'])('Node %s gets one sentence', (version) => {
    const sentence = `${name} needs Node 22.18 or newer, found ${version} `;
    const { status, stdout, stderr } = helpOn(version, cli);
    expect({ status, stdout, sentence: stderr.slice(0, sentence.length) }).toEqual({
      status: 2,
      stdout: '',
      sentence,
    });
    expect(stderr).toMatch(/^.*nodejs\.org\n$/);
  });

  test.each(['22.18.0', '24.0.0'])(
    'Node %s is new enough',
    (version) => {
      expect(helpOn(version, cli)).toMatchObject({ status: 0, stdout: expect.stringContaining(name) });
    },
    120_000,
  );
}

function helpOn(version: string, cli: URL) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    fileURLToPath(cli),
    '--help',
  ];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
}

/** Opens a TCP connection for one test. */
export async function connectTo(url: string): Promise<Socket> {
  const { port, hostname: host } = new URL(url);
  const socket = connect({ port: Number(port), host, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes unchanged; resolves with everything received until the other side closes. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const socket = await connectTo(url);
  socket.write(bytes);
  return text(socket);
}

/** The head of a request to schedule with the key `demo-key`, blank line included. */
export function head(...lines: readonly string[]): string {
  const usual = [
    'POST /api/cascade/schedule HTTP/1.1',
    'Host: provider',
    'x-api-key: demo-key',
    'Content-Type: application/json',
  ];
  return `${[...usual, ...lines].join('\r\n')}\r\n\r\n`;
}

/** A body as one chunk of the chunked transfer coding. */
export function chunk(body: string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
}

/** The statuses of all answers on a connection, in order. */
export function statusesOf(received: string): string[] {
  return [...received.matchAll(/(?<=^|\n|})HTTP\/1\.1 ([0-9]{3})/g)].map(([, status = '']) => status);
}
