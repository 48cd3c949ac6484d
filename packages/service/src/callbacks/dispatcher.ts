import type { CircuitSettings } from './circuit.ts';
import { createDeferrals, type DeferralOptions } from './deferrals.ts';
import type { Turn } from './first-attempts.ts';
import { createLane, type Lane } from './lane.ts';
import type { PendingCallback } from './pending-callback.ts';
import type { AttemptResult } from './post-callback.ts';

export interface DispatcherSettings {
  /** The most callbacks held by this process, under way or waiting. */
  readonly capacity: number;
  /** The most attempts under way at once, in total and per destination. */
  readonly concurrency: number;
  readonly perDestination: number;
  readonly circuit: CircuitSettings;
}

export const dispatcherSettings: DispatcherSettings = {
  capacity: 1_000,
  concurrency: 256,
  perDestination: 64,
  circuit: { failures: 10, shortestPause: 1_000, longestPause: 300_000 },
};

export interface DispatcherOptions extends DeferralOptions {
  readonly settings: DispatcherSettings;
  /** Makes an attempt and has it recorded; resolves to its outcome. Never rejects. */
  attempt(callback: PendingCallback): Promise<AttemptResult['outcome']>;
}

export interface Dispatcher {
  /** A fast destination has used up its share: waiting for it is cheaper than deferring its callbacks. */
  readonly congested: boolean;
  dispatch(callback: PendingCallback): void;
  /** Starts no further attempt; callbacks that wait or still arrive are deferred, for another replica. */
  close(): void;
}

/**
 * Isolates destinations: each has a lane with its own limits and back-off, so a dead or slow destination does
 * not delay the others (ADR-0018). A lane may take at most a quarter of the free capacity: however many
 * destinations are slow, the next one still finds room.
 *
 * The first attempt of an event starts after those of the earlier events of its message (ADR-0037). If these are
 * in this process, it waits in its lane; otherwise it is deferred.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { settings, firstAttempts, now, attempt } = options;
  const deferrals = createDeferrals(options);
  const lanes = new Map<string, Lane>();
  let held = 0;
  let running = 0;
  let closed = false;

  const share = (limit: number, used: number) => Math.floor((limit - used) / 4);

  /** A callback that does not fit into its lane is deferred at once: it must not occupy capacity. */
  function dispatch(callback: PendingCallback): void {
    const lane = laneOf(lanes, callback, settings);
    if (closed) deferrals.toNow(callback);
    else if (isFull(lane) && !waitsFor(lane)) deferrals.putOff(lane, callback);
    else {
      lane.blocked.add(callback);
      held += 1;
      firstAttempts.after(callback.earlier, (turn) => unblock(lane, callback, turn));
    }
  }

  function unblock(lane: Lane, callback: PendingCallback, turn: Turn): void {
    // It may have been deferred since.
    if (!lane.blocked.delete(callback)) return;
    if (turn === 'now') lane.waiting.push(callback);
    else deferrals.waitForOthers(callback);
    held -= turn === 'now' ? 0 : 1;
    pump(lane);
  }

  function isFull(lane: Lane): boolean {
    return lane.size >= Math.min(share(settings.capacity, held), lane.circuit.concurrency(now()));
  }

  /**
   * Only while half of the capacity is free: otherwise a few fast lanes that stall at once could fill all of
   * it.
   */
  function waitsFor(lane: Lane): boolean {
    if (held >= settings.capacity / 2 || !lane.circuit.untouched) return false;
    return lane.isFast(now(), settings.perDestination);
  }

  function pump(lane: Lane): void {
    if (lane.circuit.concurrency(now()) === 0) deferWaiting(lane, (one) => deferrals.putOff(lane, one));
    while (lane.running < limit(lane)) {
      const callback = lane.waiting.shift();
      if (callback === undefined) return;
      void run(lane, callback);
    }
  }

  function deferWaiting(lane: Lane, deferral: (callback: PendingCallback) => void): void {
    const taken = lane.takeWaiting();
    held -= taken.length;
    taken.forEach(deferral);
  }

  function limit(lane: Lane): number {
    const fair = Math.max(share(settings.concurrency, running), running < settings.concurrency ? 1 : 0);
    return Math.min(settings.perDestination, fair, lane.circuit.concurrency(now()));
  }

  async function run(lane: Lane, callback: PendingCallback): Promise<void> {
    const startedAt = now();
    lane.started(startedAt);
    running += 1;
    const outcome = await attempt(callback);
    lane.ended(now(), startedAt);
    running -= 1;
    held -= 1;
    if (outcome === 'failed') lane.circuit.failed(now());
    else lane.circuit.succeeded();
    // Deferred to now: they are loaded again after the outcome is recorded, and find the receiver disabled
    // (ADR-0018).
    if (outcome === 'gone') deferWaiting(lane, deferrals.toNow);
    firstAttempts.ended(callback.eventId);
    if (lane.size === 0 && lane.circuit.untouched) lanes.delete(callback.url);
    for (const each of lanes.values()) pump(each);
  }

  return {
    dispatch,
    get congested() {
      return [...lanes.values()].some((lane) => isFull(lane) && waitsFor(lane));
    },
    close() {
      closed = true;
      for (const lane of lanes.values()) deferWaiting(lane, deferrals.toNow);
    },
  };
}

function laneOf(lanes: Map<string, Lane>, { url }: PendingCallback, { circuit }: DispatcherSettings): Lane {
  const lane = lanes.get(url) ?? createLane(circuit);
  lanes.set(url, lane);
  return lane;
}
