import type { Job } from 'pg-boss';
import { describeError, type Log } from '../log.ts';
import { holdJobs } from './held-jobs.ts';
import type { Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';
import { createSignal } from './signal.ts';

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
  /**
   * Pause after an empty fetch: the first, and the longest while the queue stays empty. A new job ends it.
   */
  readonly pauseMs?: { readonly shortest: number; readonly longest: number };
}

export interface Consumption {
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
  const signal = createSignal();
  const unsubscribe = jobs.onInserted(queue, signal.raise);
  let stopping = false;
  let full = false;
  let stopped: Promise<void> | undefined;

  async function run(): Promise<void> {
    let pause = pauseMs.shortest;
    while (!stopping) {
      const found = await takeSome();
      if (found === 'more') continue;
      pause = found === 'all' ? pauseMs.shortest : Math.min(pause * 2, pauseMs.longest);
      if (await signal.wait(pause)) pause = pauseMs.shortest;
    }
  }

  /** `more`: a full batch was taken; `all`: less than wanted; `nothing`: no job, or no room. */
  async function takeSome(): Promise<'more' | 'all' | 'nothing'> {
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
      return await jobs.boss.fetch<Data>(queue, { batchSize: wanted });
    } catch (error) {
      log.error({ queue, error: describeError(error) }, 'jobs cannot be fetched');
      return [];
    }
  }

  async function end(): Promise<void> {
    stopping = true;
    unsubscribe();
    signal.raise();
    await loop;
    await held.close();
  }

  const loop = run();
  return {
    release(batch) {
      held.release(batch);
      // The loop fetches by itself while there is room; it needs the signal only if there was none.
      if (full) signal.raise();
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}
