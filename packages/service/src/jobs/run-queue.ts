import type { Job } from 'pg-boss';
import { describeError, type Log } from '../log.ts';
import { isConnectionLost } from '../store/connection/errors.ts';
import { insist } from '../store/connection/insist.ts';
import { inTransaction } from '../store/transaction.ts';
import type { Jobs } from './open-jobs.ts';
import { type Found, type Pauses, poll } from './poll.ts';
import { heartbeatEveryMs, type QueueName } from './queues.ts';

/** The result of a job. Failed jobs are retried later. */
export interface JobResult {
  readonly id: string;
  readonly status: 'completed' | 'failed';
}

export interface QueueOptions<Data extends object> {
  /** The most jobs per fetch. */
  readonly batchSize: number;
  /** The most batches under way at once. */
  readonly concurrency: number;
  readonly log: Log;
  /** Pauses while the queue is empty, in milliseconds. A new job ends them. */
  readonly pauseMs?: Pauses;
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

/**
 * Runs the jobs of a queue in batches, at least once each, until it is stopped. Sends the heartbeat of jobs under way: if the
 * process dies, it stops, and another replica runs them again.
 */
export function runQueue<Data extends object>(
  jobs: Jobs,
  queue: QueueName,
  options: QueueOptions<Data>,
): QueueRunner {
  const { batchSize, concurrency, handle, log, pauseMs = { shortest: 50, longest: 1000 } } = options;
  const held = new Map<string, Job<Data>>();
  const batches = new Set<Promise<void>>();
  let stopped: Promise<void> | undefined;

  function beat(): void {
    if (held.size === 0) return;
    jobs.boss
      .touch(queue, [...held.values()], { db: jobs.db })
      .catch((error) => log.warn({ queue, error: describeError(error) }, 'the heartbeat of jobs failed'));
  }

  async function run(batch: readonly Job<Data>[]): Promise<void> {
    const { breaks } = jobs;
    for (const job of batch) held.set(job.id, job);
    try {
      await recordResults(jobs, queue, { batch, breaks, results: await results(batch) });
    } catch (error) {
      // These jobs run again once their heartbeat is missed.
      log.error(
        { queue, jobs: batch.length, error: describeError(error) },
        'the results of jobs cannot be recorded',
      );
    }
    for (const { id } of batch) held.delete(id);
  }

  async function results(batch: readonly Job<Data>[]): Promise<readonly JobResult[]> {
    try {
      return await handle(batch);
    } catch (error) {
      log.error({ queue, jobs: batch.length, error: describeError(error) }, 'a handler of jobs failed');
      return [];
    }
  }

  /** An unreachable database counts as an empty queue: it is asked again after the same pauses. */
  async function takeSome(): Promise<Found> {
    if (batches.size >= concurrency) return 'nothing';
    const batch = await fetchJobs<Data>(jobs, queue, batchSize, log).catch((error) => {
      log.error({ queue, error: describeError(error) }, 'jobs cannot be fetched');
      return [];
    });
    if (batch.length === 0) return 'nothing';
    const isFull = batches.size + 1 >= concurrency;
    const running = run(batch).then(() => {
      batches.delete(running);
      // Polling goes on by itself while there is room; it must be woken only if there was none.
      if (isFull) polling.wake();
    });
    batches.add(running);
    return batch.length === batchSize ? 'more' : 'all';
  }

  async function end(): Promise<void> {
    for (const unsubscribe of subscriptions) unsubscribe();
    await polling.stop();
    await Promise.all(batches);
    clearInterval(heartbeat);
  }

  const polling = poll(takeSome, pauseMs);
  const heartbeat = setInterval(beat, heartbeatEveryMs);
  const subscriptions = [jobs.onInserted(queue, polling.wake), jobs.onClockSet(beat)];
  return {
    get underWay() {
      return held.size;
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}

/**
 * Fetches jobs in a transaction that is committed once they have arrived: if the answer is lost, they can be fetched
 * again at once, and need not wait until their heartbeat is missed.
 */
async function fetchJobs<Data extends object>(
  { boss, pool }: Jobs,
  queue: QueueName,
  batchSize: number,
  log: Log,
): Promise<readonly Job<Data>[]> {
  let fetched: readonly Job<Data>[] = [];
  try {
    await inTransaction(pool, async (client) => {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      fetched = await boss.fetch<Data>(queue, { batchSize, db });
    });
  } catch (error) {
    if (fetched.length === 0 || !isConnectionLost(error)) throw error;
    // The commit is under way. If it did not happen, another replica may run them as well: jobs are idempotent.
    log.warn({ queue, jobs: fetched.length, error: describeError(error) }, 'fetched jobs may not be held');
  }
  return fetched;
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
 * Deletes the jobs whose work is done: what pg-boss completes it deletes later, in a second write. Fenced by pg-boss to the fetch:
 * a consumer that lost its jobs to another one changes nothing. If a connection was lost meanwhile, the database may have failed
 * over, and the work may be lost with the former server: all jobs run again, and find done what is done.
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
    if (completed.length > 0) await boss.deleteJob(queue, completed, { db });
    if (again.length > 0) await boss.fail(queue, again, null, { db });
  });
}
