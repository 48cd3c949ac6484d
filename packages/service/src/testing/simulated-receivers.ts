import { createDispatcher, type DispatcherSettings } from '../callbacks/dispatch/dispatcher.ts';
import { createFirstAttempts } from '../callbacks/first-attempts.ts';
import type { Deferral } from '../callbacks/outcome.ts';
import type { EarlierEvent, PendingCallback } from '../callbacks/pending-callback.ts';
import type { LaneKey, Visit } from '../due/waiting.ts';
import { createFairShare } from '../sharing/fair-share.ts';
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

/** What waits in one lane, in its order, and when to look into it. */
interface WaitingLane extends LaneKey {
  /** Among the lanes, in the order in which they came. */
  readonly place: number;
  readonly events: { readonly callback: PendingCallback; readonly dueAt: number }[];
  visitAt: number;
}

/** When to look into which lane, by the millisecond: hundreds of lanes wait for seconds. */
function createVisits(time: VirtualTime) {
  const lanes = new Map<number, WaitingLane[]>();
  let doneUntil = time.now;
  return {
    set(lane: WaitingLane, at: number): void {
      if (at === lane.visitAt) return;
      lane.visitAt = at;
      if (at === Number.POSITIVE_INFINITY) return;
      const due = Math.max(Math.ceil(at), doneUntil + 1);
      const others = lanes.get(due);
      if (others === undefined) lanes.set(due, [lane]);
      else others.push(lane);
    },
    /** Those that are due now, unless they were put off since. */
    take(): readonly WaitingLane[] {
      const due = new Set<WaitingLane>();
      while (doneUntil < time.now) {
        doneUntil += 1;
        for (const lane of lanes.get(doneUntil) ?? []) if (lane.visitAt <= time.now) due.add(lane);
        lanes.delete(doneUntil);
      }
      return [...due].sort((one, other) => one.place - other.place);
    },
  };
}

/** What is free for any replica, and what waits in lanes: in memory what `due/waiting.ts` does in the database. */
function createQueue(time: VirtualTime) {
  /** By account that has any, with the order in which they came. */
  const free = new Map<number, { readonly callback: PendingCallback; readonly at: number }[]>();
  let came = 0;
  const lanes = new Map<string, WaitingLane>();
  const visits = createVisits(time);

  function claimFrom(lane: WaitingLane, { room, againInMs }: Visit): readonly PendingCallback[] {
    const due = lane.events.filter(({ dueAt }) => dueAt <= time.now).slice(0, room);
    for (const one of due) lane.events.splice(lane.events.indexOf(one), 1);
    const next = Math.min(...lane.events.map(({ dueAt }) => dueAt));
    visits.set(lane, Math.max(time.now + againInMs, next));
    return due.map(({ callback }) => callback);
  }

  return {
    add(callback: PendingCallback): void {
      const { accountId } = callback;
      const ofAccount = free.get(accountId) ?? [];
      free.set(accountId, ofAccount);
      came += 1;
      ofAccount.push({ callback, at: came });
    },
    /** Those of accounts that have room, the oldest first. */
    take(most: number, hasRoom: (accountId: number) => boolean): readonly PendingCallback[] {
      const open = [...free].filter(([accountId]) => hasRoom(accountId));
      const taken = open
        .flatMap(([, ofAccount]) => ofAccount.slice(0, most))
        .toSorted((one, other) => one.at - other.at)
        .slice(0, most)
        .map(({ callback }) => callback);
      for (const { accountId } of taken) {
        const ofAccount = free.get(accountId);
        ofAccount?.shift();
        if (ofAccount?.length === 0) free.delete(accountId);
      }
      return taken;
    },
    defer(callback: PendingCallback, { dueInMs, visitInMs }: Deferral) {
      const { accountId, url } = callback;
      const key = `${accountId} ${url}`;
      const unknown = { place: lanes.size, events: [], visitAt: Number.POSITIVE_INFINITY };
      const lane: WaitingLane = lanes.get(key) ?? { accountId, url, ...unknown };
      lanes.set(key, lane);
      const dueAt = time.now + dueInMs;
      lane.events.push({ callback, dueAt });
      visits.set(lane, visitInMs === null ? Math.min(lane.visitAt, dueAt) : time.now + visitInMs);
    },
    visit(decide: (lane: LaneKey) => Visit): readonly PendingCallback[] {
      return visits.take().flatMap((lane) => claimFrom(lane, decide(lane)));
    },
    wake({ accountId, url }: LaneKey) {
      const lane = lanes.get(`${accountId} ${url}`);
      if (lane !== undefined) visits.set(lane, Math.min(lane.visitAt, time.now));
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

/** Of one claim, as in `claims.ts`. */
const most = { free: 256, waiting: 256 } as const;

export function simulateReceivers(settings: DispatcherSettings): SimulatedReceivers {
  const time = createVirtualTime();
  const receivers = createReceivers(time);
  const since = new Map<string, number>();
  const queue = createQueue(time);
  const firstAttempts = createFirstAttempts();
  const share = createFairShare(2 * settings.capacity);
  let [loads, count] = [0, 0];

  /** When its outcome is recorded. */
  function letGo({ eventId, accountId }: PendingCallback): void {
    share.give([`${accountId}`]);
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
    async attempt(callback) {
      const { url, eventId } = callback;
      const outcome = await receivers.attempt(url, time.now - (since.get(eventId) ?? time.now));
      since.delete(eventId);
      letGo(callback);
      return outcome;
    },
    firstAttempts,
    now: () => time.now,
    ownLoad: { isBusy: () => false },
    random: () => ((count * 7_919) % 1_000) / 1_000,
    defer(callback, deferral) {
      letGo(callback);
      queue.defer({ ...callback, firstDueAt: callback.firstDueAt ?? time.now }, deferral);
    },
    drop: letGo,
    recovered: queue.wake,
  });

  function load(): void {
    if (share.isFull) return;
    const hasRoom = (accountId: number) =>
      share.grants([`${accountId}`]) && !dispatcher.isCongested(accountId);
    const batch = [...queue.take(most.free, hasRoom), ...queue.visit(dispatcher.visits(most.waiting))];
    firstAttempts.take(batch.map(({ eventId }) => eventId));
    loads += batch.length;
    for (const { accountId } of batch) share.take([`${accountId}`]);
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
