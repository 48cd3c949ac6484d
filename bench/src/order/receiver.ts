import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SeenAttempt } from '@cascade/service/bench';
import { startProgram } from '@cascade/test-kit';

/** An attempt, and when it arrived, in milliseconds of the epoch. */
export interface Arrival extends SeenAttempt {
  readonly arrivedAt: number;
}

export interface ThreadedReceiver {
  readonly url: string;
  readArrivals(): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

const script = fileURLToPath(new URL('threaded_receiver.py', import.meta.url));

/** Starts the receiver in Python. */
export async function startThreadedReceiver(): Promise<ThreadedReceiver> {
  const log = join(tmpdir(), `cascade-order-${process.pid}.log`);
  const child = startProgram('python3', [script, log]);
  const [, port] = await child.printed(/port (\d+)/, 20);
  return {
    url: `http://127.0.0.1:${port}/status`,
    async readArrivals() {
      const lines = (await readFile(log, 'utf8')).split('\n');
      return lines.filter((line) => line !== '').map((line): Arrival => JSON.parse(line));
    },
    async close() {
      await child.end();
      await rm(log);
    },
  };
}
