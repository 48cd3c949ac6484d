import { createRecentMap } from '../recent-map.ts';
import type { EarlierEvent } from './pending-callback.ts';

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
