import type { Result, ScheduleFailure } from '../failure.ts';
import type { Scheduled } from '../schedule.ts';
import { stopAfter } from '../stop-after.ts';
import type { MessageSearch } from './find-message.ts';

/** How to turn an unknown outcome into an answer. */
export interface UnknownResolution {
  /**
   * The longest time between the end of the last attempt and the moment when the history shows what it scheduled: the
   * provider's time limit for a request, and those of the proxies before it. After this time an empty history means
   * `not-scheduled`. Without it an empty history proves nothing, and the outcome stays `unknown`.
   */
  readonly underWayMs?: number;
}

/** A scheduled message, with its number at the provider if the history said so. */
export interface Resolved extends Scheduled {
  readonly messageId?: number;
}

type Find = () => Promise<Result<MessageSearch>>;

const defaultSpanMs = 2_000;
const firstDelayMs = 250;
const longestDelayMs = 30_000;

/**
 * Asks the history until it shows the message or the time is over; sends nothing but these questions.
 * @throws {TypeError} if `underWayMs` is not a number from 0.
 */
export async function resolveUnknown(
  failure: ScheduleFailure,
  find: Find,
  { underWayMs }: UnknownResolution,
  signal: AbortSignal | undefined,
): Promise<Result<Resolved, ScheduleFailure>> {
  const end = performance.now() + (underWayMs ?? defaultSpanMs);
  for (let delay = firstDelayMs; ; delay = Math.min(2 * delay, longestDelayMs)) {
    const left = end - performance.now();
    const { data } = await find();
    if (data?.outcome === 'found') return { data: toResolved(failure, data.messageId) };
    if (data?.outcome === 'unavailable' || signal?.aborted) return { error: failure };
    if (left <= 0) {
      // Only an answer to a question that was asked after the time proves anything.
      const isProven = underWayMs !== undefined && data?.outcome === 'not-found';
      return { error: isProven ? { ...failure, outcome: 'not-scheduled' } : failure };
    }
    await stopAfter(Math.min(delay, left), signal).stopped.catch(() => {});
  }
}

/** @throws {TypeError} if `underWayMs` is not a number from 0. */
export function checkResolution({ underWayMs = 0 }: UnknownResolution): void {
  if (!(underWayMs >= 0)) throw new TypeError(`underWayMs: expected milliseconds from 0, got ${underWayMs}`);
}

function toResolved({ requestId, attempts }: ScheduleFailure, messageId: number): Resolved {
  return { requestId, replayed: true, attempts, messageId };
}
