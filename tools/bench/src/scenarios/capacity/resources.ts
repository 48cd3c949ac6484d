import TinyQueue from 'tinyqueue';

export type EventQueue = ReturnType<typeof createEventQueue>;

/** A clock that jumps from event to event: in the order of their times, then of their additions. */
export function createEventQueue() {
  const queue = new TinyQueue<{ at: number; order: number; happen(): void }>(
    [],
    (a, b) => a.at - b.at || a.order - b.order,
  );
  let [now, order] = [0, 0];
  return {
    /** Seconds since the simulation began. */
    get now() {
      return now;
    },
    after(seconds: number, happen: () => void) {
      order += 1;
      queue.push({ at: now + seconds, order, happen });
    },
    /** Runs every event that is due until then. */
    runUntil(end: number) {
      for (let next = queue.peek(); next !== undefined && next.at <= end; next = queue.peek()) {
        queue.pop();
        now = next.at;
        next.happen();
      }
      now = end;
    },
  };
}

/** A resource with N places, first come, first served: the cores of a machine, the slots for callbacks. */
export function createServer(events: EventQueue, places: number) {
  let waiting: { readonly seconds: number; readonly done: () => void }[] = [];
  let first = 0;
  let [running, busy, since] = [0, 0, 0];

  function account(change: number): void {
    busy += running * (events.now - since);
    since = events.now;
    running += change;
  }

  function next(): void {
    const one = waiting[first];
    if (one === undefined) return;
    first += 1;
    if (first === 1_000) [waiting, first] = [waiting.slice(first), 0];
    start(one.seconds, one.done);
  }

  function start(seconds: number, done: () => void): void {
    account(1);
    events.after(seconds, () => {
      account(-1);
      next();
      done();
    });
  }

  return {
    use(seconds: number, done: () => void) {
      if (running < places) start(seconds, done);
      else waiting.push({ seconds, done });
    },
    /** Seconds of work done so far, all places together. */
    busySeconds() {
      account(0);
      return busy;
    },
  };
}

export interface Disk {
  /** Duration of a flush of almost no bytes. */
  readonly flushSeconds: number;
  readonly bytesPerSecond: number;
}

/** The write-ahead log of a database: one flush at a time, for all commits that wait when it starts. */
export function createCommitLog(events: EventQueue, { flushSeconds, bytesPerSecond }: Disk) {
  let waiting: { readonly bytes: number; readonly done: () => void }[] = [];
  let flushing = false;
  let busy = 0;

  function next(): void {
    const carried = waiting;
    waiting = [];
    flushing = carried.length > 0;
    if (!flushing) return;
    const bytes = carried.reduce((sum, commit) => sum + commit.bytes, 0);
    const seconds = flushSeconds + bytes / bytesPerSecond;
    events.after(seconds, () => {
      busy += seconds;
      next();
      for (const { done } of carried) done();
    });
  }

  return {
    flush(bytes: number, done: () => void) {
      waiting.push({ bytes, done });
      if (!flushing) next();
    },
    busySeconds: () => busy,
  };
}

/** Row locks of accounts as the intake takes them: a batch holds all of its accounts until its commit. */
export function createAccountLocks() {
  const held = new Set<number>();
  let queue: { readonly accounts: ReadonlySet<number>; readonly granted: () => void }[] = [];

  /** A batch that must wait holds no lock; in PostgreSQL it may hold some, so the model is a little optimistic. */
  function acquire(accounts: ReadonlySet<number>, granted: () => void): void {
    if (![...accounts].every((account) => !held.has(account))) return void queue.push({ accounts, granted });
    for (const account of accounts) held.add(account);
    granted();
  }

  return {
    acquire,
    release(accounts: ReadonlySet<number>) {
      for (const account of accounts) held.delete(account);
      const candidates = queue;
      queue = [];
      for (const candidate of candidates) acquire(candidate.accounts, candidate.granted);
    },
  };
}
