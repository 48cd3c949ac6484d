import { createDispatcher, type DispatcherSettings } from '../callbacks/dispatch/dispatcher.ts';
import type { Destination } from '../callbacks/dispatch/lane.ts';
import { createFirstAttempts } from '../callbacks/first-attempts.ts';
import type { Deferral } from '../callbacks/outcome-of.ts';
import type { EarlierEvent, PendingCallback } from '../callbacks/pending-callback.ts';
import { pendingCallback } from './pending.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

/** How a simulated receiver answers a callback, by the callbacks that it works on. Times are in milliseconds. */
export interface Behaviour {
  latency(running: number): number;
  readonly fails?: boolean;
}

/** Takes each callback and never answers: the sender gives up after 15 seconds. */
export const hanging: Behaviour = { latency: () => 15_000, fails: true };
export const answersAfter = (milliseconds: number): Behaviour => ({ latency: () => milliseconds });

/** What became of the callbacks to one URL. */
export interface Seen {
  /** Milliseconds from the arrival of each callback in the queue until its attempt started. */
  readonly waits: number[];
  ended: number;
  running: number;
  mostRunning: number;
}

/** The real dispatcher, with receivers, a queue and a clock that exist in this process only. */
export interface SimulatedReceivers {
  readonly running: number;
  /** How often a callback was loaded from the queue. */
  readonly loads: number;
  become(url: string, behaviour: Behaviour): void;
  /** Puts a callback into the queue. */
  send(accountId: number, url: string): void;
  /** Puts the callbacks of one message into the queue: the first attempt of each comes after those of the ones before it. */
  sendMessage(accountId: number, url: string, events: number): void;
  of(url: string): Seen;
  /** Lets the time pass; `each` is called once per millisecond. */
  pass(milliseconds: number, each?: (now: number) => void): Promise<void>;
}

/** What is due, and what is parked for a receiver. */
function createQueue(time: VirtualTime) {
  const due: PendingCallback[] = [];
  const parked = new Set<PendingCallback>();
  return {
    add: (callback: PendingCallback) => void due.push(callback),
    take: (count: number) => due.splice(0, count),
    defer(callback: PendingCallback, { delayMs, parked: isParked }: Deferral) {
      if (isParked) parked.add(callback);
      time.at(time.now + delayMs, () => {
        if (!isParked || parked.delete(callback)) due.push(callback);
      });
    },
    /** As much as there is room for, five times a second. */
    release({ accountId, url }: Destination, room: () => number | undefined) {
      const waiting = [...parked].filter((one) => one.accountId === accountId && one.url === url);
      for (const callback of waiting.slice(0, room() ?? 0)) if (parked.delete(callback)) due.push(callback);
      if (room() !== undefined) time.at(time.now + 200, () => this.release({ accountId, url }, room));
    },
  };
}

/** The receivers: how they answer, and what they saw. */
function createReceivers(time: VirtualTime) {
  const behaviours = new Map<string, Behaviour>();
  const seen = new Map<string, Seen>();
  let running = 0;

  function of(url: string): Seen {
    const found = seen.get(url) ?? { waits: [], ended: 0, running: 0, mostRunning: 0 };
    seen.set(url, found);
    return found;
  }

  return {
    of,
    get running() {
      return running;
    },
    become: (url: string, behaviour: Behaviour) => void behaviours.set(url, behaviour),
    /** Resolves when the attempt has ended. */
    attempt(url: string, waitedMs: number): Promise<'accepted' | 'failed'> {
      const receiver = of(url);
      receiver.waits.push(waitedMs);
      receiver.running += 1;
      receiver.mostRunning = Math.max(receiver.mostRunning, receiver.running);
      running += 1;
      const { latency, fails = false } = behaviours.get(url) ?? answersAfter(5);
      const { promise, resolve } = Promise.withResolvers<'accepted' | 'failed'>();
      time.at(time.now + latency(receiver.running), () => {
        receiver.running -= 1;
        receiver.ended += 1;
        running -= 1;
        resolve(fails ? 'failed' : 'accepted');
      });
      return promise;
    },
  };
}

export function simulateReceivers(settings: DispatcherSettings): SimulatedReceivers {
  const time = createVirtualTime();
  const receivers = createReceivers(time);
  const since = new Map<string, number>();
  const queue = createQueue(time);
  const firstAttempts = createFirstAttempts();
  let [loads, held, count] = [0, 0, 0];

  /** When its outcome is recorded. */
  function letGo(eventId: string): void {
    held -= 1;
    time.at(time.now + 1, () => firstAttempts.letGo(eventId));
  }

  function add(accountId: number, url: string, earlier: readonly EarlierEvent[]): EarlierEvent {
    count += 1;
    const event = { eventId: `evt_${count}`, turn: 0 };
    since.set(event.eventId, time.now);
    queue.add(pendingCallback({ ...event, accountId, url, earlier }));
    return event;
  }

  const dispatcher = createDispatcher({
    settings,
    async attempt({ url, eventId }) {
      const outcome = await receivers.attempt(url, time.now - (since.get(eventId) ?? time.now));
      since.delete(eventId);
      letGo(eventId);
      return outcome;
    },
    firstAttempts,
    now: () => time.now,
    ownLoad: { isBusy: () => false },
    random: () => ((count * 7_919) % 1_000) / 1_000,
    defer(callback, deferral) {
      letGo(callback.eventId);
      queue.defer({ ...callback, firstDueAt: callback.firstDueAt ?? time.now }, deferral);
    },
    recovered: (destination, room, inMs) => time.at(time.now + inMs, () => queue.release(destination, room)),
  });

  function load(): void {
    const room = dispatcher.congested ? 0 : Math.max(0, settings.capacity - held);
    const batch = queue.take(room);
    firstAttempts.take(batch.map(({ eventId }) => eventId));
    held += batch.length;
    loads += batch.length;
    for (const callback of batch) dispatcher.dispatch(callback);
  }

  return {
    of: receivers.of,
    get running() {
      return receivers.running;
    },
    get loads() {
      return loads;
    },
    become: receivers.become,
    send: (accountId, url) => void add(accountId, url, []),
    sendMessage(accountId, url, events) {
      const earlier: EarlierEvent[] = [];
      for (let at = 0; at < events; at += 1) earlier.push(add(accountId, url, [...earlier]));
    },
    pass: (milliseconds, each = () => {}) =>
      time.pass(milliseconds, (now) => {
        each(now);
        load();
      }),
  };
}
