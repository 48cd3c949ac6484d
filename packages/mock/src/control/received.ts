import type { operations, ReceivedRequest } from '../generated/control.ts';
import { createJournal, type Journal } from './journal.ts';

/** What a caller asks of the received requests. */
export type ReceivedFilter = NonNullable<operations['listRequests']['parameters']['query']>;

/** The requests that a mock remembers. */
export type Received = Journal<ReceivedRequest, ReceivedFilter>;

export function createReceived(): Received {
  return createJournal<ReceivedRequest, ReceivedFilter>((request, filter) =>
    (['account', 'operation', 'status', 'code', 'address'] as const).every(
      (name) => filter[name] === undefined || filter[name] === request[name],
    ),
  );
}
