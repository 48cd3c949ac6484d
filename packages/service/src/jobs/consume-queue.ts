import type { Job } from 'pg-boss';
import { describeError, type Log } from '../log.ts';
import { fetchJobs } from './fetch-jobs.ts';
import { holdJobs } from './held-jobs.ts';
import type { Jobs } from './open-jobs.ts';
import { type Found, type Pauses, poll } from './poll.ts';
import type { QueueName } from './queues.ts';

/** A consumer of one queue's jobs. */
export interface Consumer<Data extends object> {
  /** How many more jobs it can take now. */
  room(): number;
  /** Starts work on jobs. Each must be released in the end, whether it was completed or not. */
  take(batch: readonly Job<Data>[]): void;
}

export interface ConsumptionOptions {
  /** The most jobs per fetch. */
  readonly batchSize: number;
  readonly log: Log;
  /** Pauses while the queue is empty, in milliseconds. A new job ends them. */
  readonly pauseMs?: Pauses;
}

export interface Consumption {
  /** How many jobs it holds. */
  readonly held: number;
  /** Stops the heartbeat of jobs: completed, failed, or left to run again once their heartbeat is missed. */
  release(batch: readonly { readonly id: string }[]): void;
  /** Fetches no more, and resolves when all jobs are released. */
  stop(): Promise<void>;
}

/**
 * Fetches jobs while the consumer has room, and sends the heartbeat of those it holds. If the process dies,
 * the heartbeat stops, and another replica runs its jobs again.
 */
export function consumeQueue<Data extends object>(
  jobs: Jobs,
  queue: QueueName,
  options: ConsumptionOptions,
  consumer: Consumer<Data>,
): Consumption {
  const { batchSize, log, pauseMs = { shortest: 50, longest: 1000 } } = options;
  const held = holdJobs<Data>(jobs, queue, log);
  let full = false;
  let stopped: Promise<void> | undefined;

  /** `more`: a full batch was taken; `all`: less than wanted; `nothing`: no job, or no room. */
  async function takeSome(): Promise<Found> {
    const wanted = Math.min(batchSize, consumer.room());
    full = wanted <= 0;
    if (full) return 'nothing';
    const batch = await fetch(wanted);
    if (batch.length === 0) return 'nothing';
    held.add(batch);
    consumer.take(batch);
    return batch.length === wanted ? 'more' : 'all';
  }

  /** An unreachable database counts as an empty queue: it is asked again after the same pauses. */
  async function fetch(wanted: number): Promise<readonly Job<Data>[]> {
    try {
      return await fetchJobs<Data>(jobs, queue, { batchSize: wanted, log });
    } catch (error) {
      log.error({ queue, error: describeError(error) }, 'jobs cannot be fetched');
      return [];
    }
  }

  async function end(): Promise<void> {
    unsubscribe();
    await polling.stop();
    await held.close();
  }

  const polling = poll(takeSome, pauseMs);
  const unsubscribe = jobs.onInserted(queue, polling.wake);
  return {
    get held() {
      return held.size;
    },
    release(batch) {
      held.release(batch);
      // Polling goes on by itself while there is room; it must be woken only if there was none.
      if (full) polling.wake();
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}
