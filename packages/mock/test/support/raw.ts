import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Opens a TCP connection for one test. */
export async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes as they are, and gives everything that comes back until the other side closes. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await connectTo(port);
  socket.write(bytes);
  return text(socket);
}

/** The head of a request to schedule with the key `demo-key`, blank line included. */
export function head(...lines: readonly string[]): string {
  const usual = [
    'POST /api/cascade/schedule HTTP/1.1',
    'Host: mock',
    'x-api-key: demo-key',
    'Content-Type: application/json',
  ];
  return `${[...usual, ...lines].join('\r\n')}\r\n\r\n`;
}

/** A body in one chunk of the chunked coding. */
export function chunk(body: string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
}
