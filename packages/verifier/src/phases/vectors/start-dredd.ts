import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dreddWorker } from '../../run-time-files.ts';
import type { DreddTask, DreddWord } from './run-dredd.ts';

/** Dredd on a thread of its own: it is slow to load, and other phases need not wait for it. */
export interface Dredd {
  /** Runs the transactions and tells Dredd's word on each as soon as it is known. */
  run(task: DreddTask, onWord: (word: DreddWord) => void): Promise<void>;
  /** Returns the thread for the next run; ends it if it still works. */
  release(): void;
}

/** What the thread sends: a word, or nothing more once all transactions have run. */
export type DreddMessage = DreddWord | undefined;

/** A thread, and the error that ended it, which it may have had before it was needed. */
interface Thread {
  readonly worker: Worker;
  readonly failed: Promise<never>;
}

/** Idle threads that have loaded Dredd: a process that judges several targets loads it once. */
const idle: Thread[] = [];

/** Starts a thread, which loads Dredd while the caller does other work. */
export function prepareDredd(): void {
  if (idle.length === 0) idle.push(startThread());
}

/** Takes a thread; an idle one does not keep the process alive. */
export function startDredd(): Dredd {
  const thread = idle.pop() ?? startThread();
  const { worker, failed } = thread;
  let isBusy = false;
  return {
    async run(task, onWord) {
      isBusy = true;
      worker.ref();
      const done = untilDone(worker, onWord);
      worker.postMessage(task);
      await Promise.race([done, failed]);
      worker.unref();
      isBusy = false;
    },
    release() {
      // A thread that still runs would answer the next task with words on old transactions.
      if (isBusy) void worker.terminate();
      else idle.push(thread);
    },
  };
}

function untilDone(worker: Worker, onWord: (word: DreddWord) => void): Promise<void> {
  return new Promise((resolve) => {
    worker.on('message', function take(message: DreddMessage) {
      if (message !== undefined) return onWord(message);
      worker.off('message', take);
      resolve();
    });
  });
}

function startThread(): Thread {
  const worker = new Worker(dreddWorker);
  worker.unref();
  const failed = once(worker, 'error').then(([error]) => {
    throw error;
  });
  // It is told by the run that needs the thread.
  failed.catch(() => {});
  return { worker, failed };
}
