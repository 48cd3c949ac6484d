import { canonicalReason } from '@cascade/types';
import type { Verdict } from '../../oracle/fault.ts';
import { verdictOf } from '../../oracle/fault.ts';
import type { StatusEvent } from './status-events.ts';

/** Judges whether the callbacks of a message report UNDELIVERED with the reason (§6, §7.4); `rule` is what it broke. */
export function judgeCallback(
  reason: string,
  events: readonly StatusEvent[],
  seconds: number,
  rule: string = `7.4/${reason}`,
): Verdict {
  const expected = `a callback with UNDELIVERED and ${reason}`;
  if (events.some((event) => event.status === 'UNDELIVERED' && event.reason === canonicalReason(reason)))
    return { kind: 'match' };
  const told = events.map(({ status, reason: why }) => `${status} with ${why}`).join(', ');
  const actual = told === '' ? `no callback within ${seconds} s` : told;
  return verdictOf([
    { check: 'callback', clause: clauseOf(reason, events, rule), severity: 'error', expected, actual },
  ]);
}

function clauseOf(reason: string, events: readonly StatusEvent[], rule: string): string {
  if (events.length === 0) return '6/undelivered-event';
  const hasReason = events.some((event) => event.reason === reason);
  return hasReason ? '3/UNDELIVERED-on-callback' : rule;
}
