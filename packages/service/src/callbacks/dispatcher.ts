import type { CircuitSettings } from './circuit.ts';
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

export interface DispatcherOptions {
  readonly settings: DispatcherSettings;
  readonly now: () => number;
  readonly random: () => number;
  /** Makes an attempt and has it recorded; resolves to its outcome. Never rejects. */
  attempt(callback: PendingCallback): Promise<AttemptResult['outcome']>;
  /** Returns a callback to its queue until then: there is no room for it now. */
  defer(callback: PendingCallback, until: Date): void;
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
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { settings, now, random, attempt, defer } = options;
  const lanes = new Map<string, Lane>();
  let held = 0;
  let running = 0;
  let closed = false;

  const share = (limit: number, used: number) => Math.floor((limit - used) / 4);

  /** A callback that does not fit into its lane is deferred at once: it must not occupy capacity. */
  function dispatch(callback: PendingCallback): void {
    if (closed) {
      defer(callback, new Date(now()));
      return;
    }
    const lane = lanes.get(callback.url) ?? createLane(settings.circuit);
    lanes.set(callback.url, lane);
    if (isFull(lane) && !waitsFor(lane)) {
      defer(callback, lane.reserve(now(), settings.perDestination, random));
      return;
    }
    lane.waiting.push(callback);
    held += 1;
    pump(lane);
  }

  function isFull(lane: Lane): boolean {
    const limit = Math.min(share(settings.capacity, held), lane.circuit.concurrency(now()));
    return lane.running + lane.waiting.length >= limit;
  }

  /**
   * Only while half of the capacity is free: otherwise a few fast lanes that stall at once could fill all of
   * it.
   */
  function waitsFor(lane: Lane): boolean {
    return (
      held < settings.capacity / 2 && lane.circuit.untouched && lane.isFast(now(), settings.perDestination)
    );
  }

  function pump(lane: Lane): void {
    if (lane.circuit.concurrency(now()) === 0)
      for (const callback of takeWaiting(lane))
        defer(callback, lane.reserve(now(), settings.perDestination, random));
    while (lane.running < limit(lane)) {
      const callback = lane.waiting.shift();
      if (callback === undefined) return;
      void run(lane, callback);
    }
  }

  function takeWaiting(lane: Lane): readonly PendingCallback[] {
    held -= lane.waiting.length;
    return lane.waiting.splice(0);
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
    if (outcome === 'gone') for (const waiting of takeWaiting(lane)) defer(waiting, new Date(now()));
    if (lane.running + lane.waiting.length === 0 && lane.circuit.untouched) lanes.delete(callback.url);
    for (const each of lanes.values()) pump(each);
  }

  return {
    dispatch,
    get congested() {
      return [...lanes.values()].some((lane) => isFull(lane) && waitsFor(lane));
    },
    close() {
      closed = true;
      for (const lane of lanes.values())
        for (const callback of takeWaiting(lane)) defer(callback, new Date(now()));
    },
  };
}
