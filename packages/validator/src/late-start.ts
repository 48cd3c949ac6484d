import { readDateTime } from './date-time.ts';
import type { Violation } from './violation.ts';

/** How far ahead a start time may be (ADR-0043). */
export const startTimeLimitInDays = 366;

const day = 86_400_000; // milliseconds

/** The violation of a start time too far ahead. A malformed one is none here: the schema reports it. */
export function findLateStart(startTime: unknown, now: Date): readonly Violation[] {
  if (typeof startTime !== 'string') return [];
  const days = Math.ceil((readDateTime(startTime).getTime() - now.getTime()) / day);
  if (!(days > startTimeLimitInDays)) return [];
  const detail = `/startTime: must be at most ${startTimeLimitInDays} days ahead, found ${days}`;
  return [{ code: 'matched-template-not-found', pointer: '/startTime', rule: 4, detail }];
}
