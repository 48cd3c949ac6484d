import type { Job } from 'pg-boss';
import { describeError } from '../log.ts';
import { insist } from '../store/connection/insist.ts';
import { completeJobs } from './complete-jobs.ts';
import { type ConsumptionOptions, consumeQueue } from './consume-queue.ts';
import type { Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';

/** The result of a job. Failed jobs are retried later. */
export interface JobResult {
  readonly id: string;
  readonly status: 'completed' | 'failed';
}

export interface QueueOptions<Data extends object> extends ConsumptionOptions {
  /** The most batches under way at once. */
  readonly concurrency: number;
  /**
   * Must be idempotent: the same job may be handled again. Jobs without a result have failed; if it throws,
   * all have.
   */
  handle(batch: readonly Job<Data>[]): Promise<readonly JobResult[]>;
}

export interface QueueRunner {
  /** How many jobs are under way. */
  readonly underWay: number;
  /** Fetches no more, and resolves when the batches under way are finished. */
  stop(): Promise<void>;
}

/** Runs the jobs of a queue in batches, at least once each, until it is stopped. */
export function runQueue<Data extends object>(
  jobs: Jobs,
  queue: QueueName,
  options: QueueOptions<Data>,
): QueueRunner {
  const { batchSize, concurrency, handle, log } = options;
  let running = 0;

  async function run(batch: readonly Job<Data>[]): Promise<void> {
    const { breaks } = jobs;
    try {
      await recordResults(jobs, queue, { batch, breaks, results: await results(batch) });
    } catch (error) {
      // These jobs run again once their heartbeat is missed.
      log.error(
        { queue, jobs: batch.length, error: describeError(error) },
        'the results of jobs cannot be recorded',
      );
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
  return {
    get underWay() {
      return consumption.held;
    },
    stop: consumption.stop,
  };
}

/** Milliseconds. Jobs whose results are not recorded by then run again, and find their work done. */
const insistForMs = 15_000;

interface Handled<Data extends object> {
  readonly batch: readonly Job<Data>[];
  readonly results: readonly JobResult[];
  /** Connections lost before the work began. */
  readonly breaks: number;
}

/**
 * Fenced by pg-boss to the fetch: a consumer that lost its jobs to another one changes nothing. If a connection was lost
 * meanwhile, the database may have failed over, and the work may be lost with the former server: all jobs run again, and
 * find done what is done.
 */
async function recordResults<Data extends object>(
  jobs: Jobs,
  queue: QueueName,
  { batch, results, breaks }: Handled<Data>,
): Promise<void> {
  const { boss, db } = jobs;
  const done = new Set(results.filter(({ status }) => status === 'completed').map(({ id }) => id));
  await insist({ forMs: insistForMs }, async () => {
    const isCompleted = ({ id }: Job<Data>) => done.has(id) && jobs.breaks === breaks;
    const completed = batch.filter(isCompleted);
    const again = batch.filter((job) => !completed.includes(job));
    if (completed.length > 0) await completeJobs(jobs, queue, completed, db);
    if (again.length > 0) await boss.fail(queue, again, null, { db });
  });
}
