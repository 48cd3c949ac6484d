import type { CallbackAttempt } from '../callback/callback-attempt.ts';
import type { operations, SentCallback } from '../generated/control.ts';
import { createJournal, type Journal } from './journal.ts';

/** What a caller asks of the sent callbacks. */
export type SentFilter = NonNullable<operations['listCallbacks']['parameters']['query']>;

/** The callback attempts that a mock remembers. */
export type SentCallbacks = Journal<SentCallback, SentFilter>;

export function createSentCallbacks(): SentCallbacks {
  return createJournal<SentCallback, SentFilter>(({ account, event }, filter) => {
    const { requestId, status } = Object(event);
    return (
      (filter.account === undefined || filter.account === account) &&
      (filter.requestId === undefined || filter.requestId === requestId) &&
      (filter.eventStatus === undefined || filter.eventStatus === status)
    );
  });
}

/** An attempt, with only the origin of its address. */
export function sentCallback({
  account,
  at,
  webhookId,
  attempt,
  url,
  result,
  nextAt,
  event,
}: CallbackAttempt): Omit<SentCallback, 'number'> {
  const to = url === undefined ? null : new URL(url).origin;
  return {
    sentAt: at.toISOString(),
    account,
    webhookId,
    attempt,
    to,
    result,
    nextAt: nextAt?.toISOString() ?? null,
    event,
  };
}
