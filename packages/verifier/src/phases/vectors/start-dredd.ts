import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DreddTask, DreddWord } from './run-dredd.ts';

/** Dredd on a thread of its own: it is slow to load and to parse, and other phases need not wait for it. */
export interface Dredd {
  run(task: DreddTask): Promise<readonly DreddWord[]>;
  close(): Promise<unknown>;
}

export function startDredd(): Dredd {
  const worker = new Worker(new URL(`dredd-worker${extname(import.meta.url)}`, import.meta.url));
  return {
    async run(task) {
      const answered = once(worker, 'message');
      worker.postMessage(task);
      const [words] = await answered;
      return words;
    },
    close: () => worker.terminate(),
  };
}
