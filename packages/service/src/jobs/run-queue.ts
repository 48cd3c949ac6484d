import type { Job } from 'pg-boss';
import { describeError } from '../log.ts';
import { type ConsumptionOptions, consumeQueue } from './consume-queue.ts';
import type { Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';

/** What became of a job. A failed one comes back after a while. */
export interface JobResult {
  readonly id: string;
  readonly status: 'completed' | 'failed';
}

export interface QueueOptions<Data extends object> extends ConsumptionOptions {
  /** Batches under way at once. */
  readonly concurrency: number;
  /**
   * Does the work, and may be called again for the same job. A job that it does not mention has failed; if it throws,
   * all of them have.
   */
  handle(batch: readonly Job<Data>[]): Promise<readonly JobResult[]>;
}

export interface QueueRunner {
  /** Fetches no more, and comes back when what is under way is finished. */
  stop(): Promise<void>;
}

/** Runs the jobs of a queue, batch by batch, at least once each, until it is stopped. */
export function runQueue<Data extends object>(
  jobs: Jobs,
  queue: QueueName,
  options: QueueOptions<Data>,
): QueueRunner {
  const { batchSize, concurrency, handle, log } = options;
  let running = 0;

  async function run(batch: readonly Job<Data>[]): Promise<void> {
    try {
      await settle(jobs, queue, batch, await results(batch));
    } catch (error) {
      // Left alone: without a heartbeat these jobs run again.
      log.error({ queue, jobs: batch.length, error: describeError(error) }, 'jobs cannot be settled');
    }
    running -= 1;
    consumption.release(batch);
  }

  async function results(batch: readonly Job<Data>[]): Promise<readonly JobResult[]> {
    try {
      return await handle(batch);
    } catch (error) {
      log.error({ queue, jobs: batch.length, error: describeError(error) }, 'a handler of jobs failed');
      return [];
    }
  }

  const consumption = consumeQueue<Data>(jobs, queue, options, {
    room: () => (running < concurrency ? batchSize : 0),
    take(batch) {
      running += 1;
      void run(batch);
    },
  });
  return { stop: consumption.stop };
}

/** Fenced to the attempt that was fetched: whoever lost its jobs to another runner changes nothing. */
async function settle<Data extends object>(
  { boss }: Jobs,
  queue: QueueName,
  batch: readonly Job<Data>[],
  results: readonly JobResult[],
): Promise<void> {
  const done = new Set(results.filter(({ status }) => status === 'completed').map(({ id }) => id));
  const completed = batch.filter(({ id }) => done.has(id));
  const failed = batch.filter(({ id }) => !done.has(id));
  if (completed.length > 0) await boss.complete(queue, completed);
  if (failed.length > 0) await boss.fail(queue, failed);
}
