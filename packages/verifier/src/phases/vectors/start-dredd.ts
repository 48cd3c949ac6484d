import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DreddTask, DreddWord } from './run-dredd.ts';

/** Dredd on a thread of its own: it is slow to load, and other phases need not wait for it. */
export interface Dredd {
  run(task: DreddTask): Promise<readonly DreddWord[]>;
  /** Gives the thread back. */
  release(): void;
}

/** Threads that have loaded Dredd and have nothing to do: whoever judges several targets loads it once. */
const idle: Worker[] = [];

/** Takes a thread; it does not keep the process alive while it has nothing to do. */
export function startDredd(): Dredd {
  const worker = idle.pop() ?? startWorker();
  let isBusy = false;
  return {
    async run(task) {
      isBusy = true;
      worker.ref();
      const answered = once(worker, 'message');
      worker.postMessage(task);
      const [words] = await answered;
      worker.unref();
      isBusy = false;
      return words;
    },
    release() {
      // One that still runs would give its answer to the next task.
      if (isBusy) void worker.terminate();
      else idle.push(worker);
    },
  };
}

function startWorker(): Worker {
  const worker = new Worker(new URL(`dredd-worker${extname(import.meta.url)}`, import.meta.url));
  worker.unref();
  return worker;
}
