import type { Job } from 'pg-boss';
import { describeError, type Log } from '../log.ts';
import type { Jobs } from './open-jobs.ts';
import { heartbeatEveryMs, type QueueName } from './queues.ts';
import { createSignal } from './signal.ts';

/** Whoever works on the jobs of a queue. */
export interface Consumer<Data extends object> {
  /** How many more jobs it would take now. */
  room(): number;
  /** Begins work on jobs; each has to be let go of in the end, settled or not. */
  take(batch: readonly Job<Data>[]): void;
}

export interface ConsumptionOptions {
  /** Jobs fetched at once, at most. */
  readonly batchSize: number;
  readonly log: Log;
  /** How long an empty queue is left alone: at first, and when it stays empty. A new job ends the pause. */
  readonly pauseMs?: { readonly shortest: number; readonly longest: number };
}

export interface Consumption {
  /** No longer held by us: done, failed, or left to run again when its heartbeat is missed. */
  release(batch: readonly { readonly id: string }[]): void;
  /** Fetches no more, and comes back when no job is held. */
  stop(): Promise<void>;
}

/**
 * Fetches jobs for a consumer as long as there are any and it has room, and keeps up the heartbeat of those it holds.
 * A process that dies is found by its silence, and its jobs run again elsewhere.
 */
export function consumeQueue<Data extends object>(
  jobs: Jobs,
  queue: QueueName,
  options: ConsumptionOptions,
  consumer: Consumer<Data>,
): Consumption {
  const { batchSize, log, pauseMs = { shortest: 50, longest: 1000 } } = options;
  const held = new Map<string, Job<Data>>();
  const signal = createSignal();
  const unsubscribe = jobs.onInserted(queue, signal.raise);
  const heartbeat = setInterval(beat, heartbeatEveryMs);
  let stopping = false;
  let full = false;
  let drained: (() => void) | undefined;
  let stopped: Promise<void> | undefined;

  function beat(): void {
    if (held.size === 0) return;
    jobs.boss
      .touch(queue, [...held.values()])
      .catch((error) => log.warn({ queue, error: describeError(error) }, 'the heartbeat of jobs failed'));
  }

  async function run(): Promise<void> {
    let pause = pauseMs.shortest;
    while (!stopping) {
      const found = await takeSome();
      if (found === 'more') continue;
      pause = found === 'all' ? pauseMs.shortest : Math.min(pause * 2, pauseMs.longest);
      if (await signal.wait(pause)) pause = pauseMs.shortest;
    }
  }

  /** Whether there may be more to take at once, that was all, or nothing could be taken. */
  async function takeSome(): Promise<'more' | 'all' | 'nothing'> {
    const wanted = Math.min(batchSize, consumer.room());
    full = wanted <= 0;
    if (full) return 'nothing';
    const batch = await fetch(wanted);
    if (batch.length === 0) return 'nothing';
    for (const job of batch) held.set(job.id, job);
    consumer.take(batch);
    return batch.length === wanted ? 'more' : 'all';
  }

  /** A database that is away looks like an empty queue, and is asked again as seldom. */
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
    if (held.size > 0) await new Promise<void>((resolve) => (drained = resolve));
    clearInterval(heartbeat);
  }

  const loop = run();
  return {
    release(batch) {
      for (const { id } of batch) held.delete(id);
      // Room made is news only for who had none.
      if (full) signal.raise();
      if (held.size === 0) drained?.();
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}
