import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOptions, Sent } from './load.ts';

/** A load from a process of its own. */
export interface Load {
  /** Rejects if the process ends before. */
  readonly sent: Promise<Sent>;
  /** Sends nothing more; `sent` resolves once what is under way was answered. */
  stop(): void;
  kill(): void;
}

const connections = 128;

export function startLoad(
  options: Omit<LoadOptions, 'connections'> & Partial<Pick<LoadOptions, 'connections'>>,
): Load {
  const program = fileURLToPath(new URL('load.ts', import.meta.url));
  const child = fork(program, [JSON.stringify({ connections, ...options })]);
  const ended = once(child, 'exit').then(() => {
    throw new Error('the load ended before it told what it had sent');
  });
  const sent = Promise.race([once(child, 'message').then(([message]) => message as Sent), ended]);
  sent.catch(() => {}); // of a load that is killed, no caller waits for it
  return {
    sent,
    // It may have ended by itself: a restart can take longer than the load. Then the error goes to the callback.
    stop: () => void child.send('stop', () => {}),
    kill: () => void child.kill(),
  };
}
