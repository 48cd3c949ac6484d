import type { PlannedStage } from '../accounts/directory/account.ts';
import type { EarlierEvent } from './pending-callback.ts';
import { createRecentMap } from './recent-map.ts';
import { comesBefore, type OrderedEvent, type StatusChange } from './status-change.ts';
import type { StoredStatusEvent } from './status-event-body.ts';

/** A message whose status changes were committed. */
export interface ChangedMessage
  extends Pick<StoredStatusEvent, 'requestIdAsSent' | 'messageId' | 'cascadeId' | 'comment'> {
  readonly accountId: number;
  readonly traceparent: string | null;
  readonly plan: readonly PlannedStage[];
  readonly changes: readonly StatusChange[];
  /** Two different states of a message never have the same mark; that without attempts is empty. */
  readonly markBefore: string;
  readonly markAfter: string;
}

/** A status event of which nothing has been recorded. */
export interface FreshEvent extends StoredStatusEvent {
  readonly eventId: string;
  readonly accountId: number;
  readonly traceparent: string | null;
  /** The events of the same message that come before it (ADR-0037). */
  readonly earlier: readonly EarlierEvent[];
}

/** What this process has just written about messages, so that the callbacks need not be read back. */
export type FreshEvents = ReturnType<typeof createFreshEvents>;

/** The least number of messages; events are asked for within moments. */
const remembered = 2_048;

/**
 * An event is remembered only if all earlier ones of its message are known here: another replica may have written some, and
 * its events must not be overtaken. The mark of the state shows it.
 */
export function createFreshEvents() {
  const fresh = createRecentMap<string, FreshEvent>(2 * remembered);
  /** Of messages all of whose events were written here. */
  const known = createRecentMap<number, { readonly mark: string; readonly events: readonly OrderedEvent[] }>(
    remembered,
  );

  function add(message: ChangedMessage): void {
    const { messageId, markBefore, markAfter } = message;
    const before = markBefore === '' ? { mark: '', events: [] } : known.get(messageId);
    if (before?.mark !== markBefore) {
      known.delete(messageId);
      return;
    }
    const reported = message.changes.filter((change) => change.reported);
    const events = [...before.events, ...reported];
    for (const change of reported) fresh.set(change.eventId, eventOf(message, change, events));
    known.set(messageId, { mark: markAfter, events });
  }

  return {
    add(messages: readonly ChangedMessage[]): void {
      for (const message of messages) add(message);
    },
    /** Once for each event; undefined if it was not written here, or is no longer remembered. */
    take(eventId: string): FreshEvent | undefined {
      const event = fresh.get(eventId);
      fresh.delete(eventId);
      return event;
    },
  };
}

function eventOf(message: ChangedMessage, change: StatusChange, all: readonly OrderedEvent[]): FreshEvent {
  const { accountId, traceparent, requestIdAsSent, messageId, cascadeId, comment, plan } = message;
  const { eventId, position, status, reason, at } = change;
  return {
    ...{
      eventId,
      accountId,
      traceparent,
      requestIdAsSent,
      messageId,
      cascadeId,
      comment,
      status,
      reason,
      at,
    },
    stage: plan[(position ?? 0) - 1] ?? null,
    earlier: all
      .filter((other) => comesBefore(other, change))
      .map((other) => ({ eventId: other.eventId, turn: 0 })),
  };
}
