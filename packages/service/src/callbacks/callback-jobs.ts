import type { Job } from 'pg-boss';
import { chunksOf } from '../jobs/chunks-of.ts';
import type { NewJob } from '../jobs/insert-jobs.ts';
import { queues } from '../jobs/queues.ts';

/** The data of a callback job. */
export interface CallbackJob {
  readonly eventIds: readonly string[];
  /** The turn of each event that the job is for; null, or absent in jobs of the version before, is any turn. */
  readonly turns?: readonly (number | null)[];
  /** Whether it was written with its events: until it is fetched, nothing is recorded about them. */
  readonly isFirst?: boolean;
}

/**
 * An event that is due, and the turn that this is for (`status_events.turn`). Whatever is recorded of the event ends the turn
 * and, while the event is pending, enters it once for the next one. So each event has one chain of attempts, although a job
 * that is open for other events may run again.
 */
export interface Entry {
  readonly eventId: string;
  /** Null for any turn. */
  readonly turn: number | null;
}

/**
 * Enough to spread the cost of the job's row. A slow event keeps that row alive, but does not delay the
 * others.
 */
export const eventsPerJob = 32;

/** Jobs for events that are due in the same number of milliseconds. */
export function callbackJobs(entries: readonly Entry[], delayMs: number): readonly NewJob[] {
  return chunksOf(entries, eventsPerJob).map((some) => {
    const data: CallbackJob = {
      eventIds: some.map(({ eventId }) => eventId),
      turns: some.map(({ turn }) => turn),
    };
    return { queue: queues.callback, data, delayMs };
  });
}

/** Jobs for events that are written in the same transaction. */
export function firstJobs(eventIds: readonly string[]): readonly NewJob[] {
  return chunksOf(eventIds, eventsPerJob).map((some) => {
    const data: CallbackJob = { eventIds: some, isFirst: true };
    return { queue: queues.callback, data };
  });
}

export function entriesOf({ data: { eventIds, turns, isFirst } }: Job<CallbackJob>): readonly Entry[] {
  return eventIds.map((eventId, n) => ({ eventId, turn: isFirst === true ? 0 : (turns?.[n] ?? null) }));
}
