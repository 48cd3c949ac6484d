import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

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
