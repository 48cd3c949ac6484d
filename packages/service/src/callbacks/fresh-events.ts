import type { PlannedStage } from '../accounts/directory/account.ts';
import { createRecentMap } from '../recent-map.ts';
import type { EarlierEvent } from './pending-callback.ts';
import type { StoredStatusEvent } from './post-callback.ts';
import { comesBefore, type OrderedEvent, type StatusChange } from './status-change.ts';

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
 * An event is remembered only if all earlier ones of its message are known here: another replica may have
 * written some, and its events must not be overtaken. The mark of the state shows it.
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
    stage: plan[(position ?? 0) - 1] ?? null,
    earlier: all
      .filter((other) => comesBefore(other, change))
      .map((other) => ({ eventId: other.eventId, turn: 0 })),
  };
}

/** How an event may proceed with regard to the earlier events of its message (ADR-0037). */
export type Turn =
  /** Their first attempts have ended. */
  | 'now'
  /**
   * One of them is not in this process, or left it without an attempt: the database knows when it has ended.
   */
  | 'later';

/** The events that this process holds, and which of their first attempts have ended. */
export type FirstAttempts = ReturnType<typeof createFirstAttempts>;

type Waiter = (turn: Turn) => void;

/**
 * How many events are remembered after they ended: another event, loaded just before their outcome was
 * committed, may still ask for them. If forgotten too early, it is loaded once more.
 */
const endedRemembered = 10_000;

export function createFirstAttempts() {
  const waiters = new Map<string, Set<Waiter>>();
  /**
   * The turn in which the first attempt ended. An event that is sent again later has another first attempt.
   */
  const done = createRecentMap<string, number>(endedRemembered);

  const hasEnded = ({ eventId, turn }: EarlierEvent) => (done.get(eventId) ?? -1) >= turn;

  function tell(eventId: string, turn: Turn): void {
    const told = [...(waiters.get(eventId) ?? [])];
    waiters.get(eventId)?.clear();
    for (const waiter of told) waiter(turn);
  }

  return {
    /** From now on others may wait for these events. */
    take(eventIds: readonly string[]): void {
      for (const id of eventIds) if (!waiters.has(id)) waiters.set(id, new Set());
    },
    /**
     * The first attempt of the event ended, was put off by the back-off of its destination, or is not needed.
     */
    ended({ eventId, turn }: EarlierEvent): void {
      done.set(eventId, Math.max(turn, done.get(eventId) ?? 0));
      tell(eventId, 'now');
    },
    /** The process no longer holds the event. */
    letGo(eventId: string): void {
      tell(eventId, 'later');
      waiters.delete(eventId);
    },
    /** Whether it holds each of these, or knows that its first attempt has ended. */
    knows: (earlier: readonly EarlierEvent[]) =>
      earlier.every((event) => hasEnded(event) || waiters.has(event.eventId)),
    /** Whether all of these have ended, as far as this process knows. */
    haveEnded: (earlier: readonly EarlierEvent[]) => earlier.every(hasEnded),
    /** Calls back once, maybe at once. */
    after(earlier: readonly EarlierEvent[], proceed: (turn: Turn) => void): void {
      const open = new Set(earlier.filter((event) => !hasEnded(event)).map(({ eventId }) => eventId));
      const queues = [...open].map((id) => waiters.get(id));
      if (open.size === 0 || queues.includes(undefined)) {
        proceed(open.size === 0 ? 'now' : 'later');
        return;
      }
      for (const id of open) waiters.get(id)?.add(waiterFor(id));

      function waiterFor(id: string): Waiter {
        return (turn) => {
          if (!open.delete(id)) return;
          if (turn === 'later') open.clear();
          if (open.size === 0) proceed(turn);
        };
      }
    },
  };
}

/** Milliseconds. The pause grows with the time that the event has waited. */
const pauses = { shortest: 100, longest: 2_000 } as const;

/**
 * In how many milliseconds to load an event again that has waited so long for an earlier event outside this
 * process.
 */
export function lookAgainAfter(waited: number): number {
  return Math.min(pauses.longest, Math.max(pauses.shortest, waited / 2));
}
