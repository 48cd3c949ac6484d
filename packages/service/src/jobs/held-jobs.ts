import type { Job } from 'pg-boss';
import { describeError, type Log } from '../log.ts';
import type { Jobs } from './open-jobs.ts';
import { heartbeatEveryMs, type QueueName } from './queues.ts';

/** The jobs of one queue that this process holds, with their heartbeat. */
export interface HeldJobs<Data extends object> {
  readonly size: number;
  add(batch: readonly Job<Data>[]): void;
  release(batch: readonly { readonly id: string }[]): void;
  /** Resolves when all jobs are released, and ends the heartbeat. To be called once. */
  close(): Promise<void>;
}

export function holdJobs<Data extends object>(
  { boss, db, onClockSet }: Jobs,
  queue: QueueName,
  log: Log,
): HeldJobs<Data> {
  const held = new Map<string, Job<Data>>();
  const heartbeat = setInterval(beat, heartbeatEveryMs);
  const unsubscribe = onClockSet(beat);
  let drained: (() => void) | undefined;

  function beat(): void {
    if (held.size === 0) return;
    boss
      .touch(queue, [...held.values()], { db })
      .catch((error) => log.warn({ queue, error: describeError(error) }, 'the heartbeat of jobs failed'));
  }

  return {
    get size() {
      return held.size;
    },
    add(batch) {
      for (const job of batch) held.set(job.id, job);
    },
    release(batch) {
      for (const { id } of batch) held.delete(id);
      if (held.size === 0) drained?.();
    },
    async close() {
      if (held.size > 0) await new Promise<void>((resolve) => (drained = resolve));
      clearInterval(heartbeat);
      unsubscribe();
    },
  };
}
