import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Client } from '../phases/consumers/run-clients.ts';

/** A client that is a program: each run starts it, and kills it after the time limit. */
export function startsProgram([file = '', ...args]: readonly string[], waitInMilliseconds: number): Client {
  return async (variables) => {
    const child = spawn(file, args, {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: waitInMilliseconds,
      killSignal: 'SIGKILL',
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, out, err };
  };
}
