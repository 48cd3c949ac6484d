import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DreddTask, DreddWord } from './run-dredd.ts';

/** Dredd on a thread of its own: it is slow to load, and other phases need not wait for it. */
export interface Dredd {
  run(task: DreddTask): Promise<readonly DreddWord[]>;
  /** Returns the thread for the next run. */
  release(): void;
}

/** Idle threads that have loaded Dredd: a process that judges several targets loads it once. */
const idle: Worker[] = [];

/** Takes a thread; an idle one does not keep the process alive. */
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
      // A thread that still runs would answer the next task with an old result.
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
