import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type HttpAnswer, readAnswers } from './read-answers.ts';
import type { Shot } from './shot.ts';

/** What one connection received. */
export interface Heard {
  readonly answers: readonly HttpAnswer[];
  /** Bytes after the last answer that do not form another. */
  readonly rest: number;
  /** The answers came, or the server closed the connection, within the limit. */
  readonly isOver: boolean;
  readonly milliseconds: number;
}

/** Milliseconds. The service waits 10 s for headers and 30 s for a body; a body that is there gets its answer sooner. */
const limitMs = 45_000;

/** Sends a shot on one connection. */
export async function fire(url: string, shot: Shot): Promise<Heard> {
  const { hostname: host, port } = new URL(url);
  const begin = performance.now();
  const socket = connect({ host, port: Number(port), allowHalfOpen: true });
  const received: Buffer[] = [];
  let size = 0;
  const heard = () => readAnswers(Buffer.concat(received), shot.withoutBodies === true);
  const over = new Promise<boolean>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes);
      size += bytes.length;
      if (shot.answers > 0 && heard().answers.length >= shot.answers) resolve(true);
    });
    // A connection that breaks ends as well: its error adds nothing.
    for (const event of ['end', 'close', 'error']) socket.once(event, () => resolve(true));
  });
  await send(socket, shot);
  const isOver = shot.end === 'reset' || (await Promise.race([over, delay(limitMs, false, { ref: false })]));
  const milliseconds = performance.now() - begin;
  socket.destroy();
  const { answers, rest } = size === 0 ? { answers: [], rest: 0 } : heard();
  return { answers, rest, isOver, milliseconds };
}

async function send(socket: Socket, { pieces, end }: Shot): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (typeof piece === 'number') await delay(piece);
    else socket.write(piece);
  }
  if (end === 'half-close') socket.end();
  // What was written before is sent first, if the kernel takes it.
  if (end === 'reset') setImmediate(() => socket.resetAndDestroy());
}
