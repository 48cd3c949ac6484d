/** Events in the order of their times; events of the same time in the order in which they were added. */
export interface EventQueue {
  /** Seconds since the simulation began. */
  readonly now: number;
  after(seconds: number, happen: () => void): void;
  /** Runs every event that is due until then. */
  runUntil(end: number): void;
}

interface Due {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

/** A clock that jumps from event to event; a binary heap. */
export function createEventQueue(): EventQueue {
  const heap: Due[] = [];
  let now = 0;
  let order = 0;
  return {
    get now() {
      return now;
    },
    after(seconds, happen) {
      order += 1;
      push(heap, { at: now + seconds, order, happen });
    },
    runUntil(end) {
      for (let next = heap[0]; next !== undefined && next.at <= end; next = heap[0]) {
        removeFirst(heap);
        now = next.at;
        next.happen();
      }
      now = end;
    },
  };
}

function isBefore(a: Due, b: Due | undefined): boolean {
  return b === undefined || a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Due[], due: Due): void {
  let index = heap.length;
  while (index > 0) {
    const parent = heap[(index - 1) >> 1];
    if (parent === undefined || !isBefore(due, parent)) break;
    heap[index] = parent;
    index = (index - 1) >> 1;
  }
  heap[index] = due;
}

function removeFirst(heap: Due[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = heap[index * 2 + 1];
    const right = heap[index * 2 + 2];
    if (left === undefined) break;
    const [child, at] = isBefore(left, right) ? [left, index * 2 + 1] : [right, index * 2 + 2];
    if (child === undefined || !isBefore(child, last)) break;
    heap[index] = child;
    index = at;
  }
  heap[index] = last;
}

/** A resource with N places, first come, first served: the cores of a machine, the slots for callbacks. */
export interface Server {
  use(seconds: number, done: () => void): void;
  /** Seconds of work done so far, all places together. */
  busySeconds(): number;
}

export function createServer(events: EventQueue, places: number): Server {
  const waiting: { readonly seconds: number; readonly done: () => void }[] = [];
  let first = 0;
  let running = 0;
  let busy = 0;
  let since = 0;

  function account(): void {
    busy += running * (events.now - since);
    since = events.now;
  }

  function start(seconds: number, done: () => void): void {
    account();
    running += 1;
    events.after(seconds, () => {
      account();
      running -= 1;
      const next = waiting[first];
      if (next !== undefined) {
        first += 1;
        if (first === 1_000) {
          waiting.splice(0, first);
          first = 0;
        }
        start(next.seconds, next.done);
      }
      done();
    });
  }

  return {
    use(seconds, done) {
      if (running < places) start(seconds, done);
      else waiting.push({ seconds, done });
    },
    busySeconds() {
      account();
      return busy;
    },
  };
}

/** The write-ahead log of a database: one flush at a time, for all commits that wait when it starts. */
export interface CommitLog {
  flush(bytes: number, done: () => void): void;
  busySeconds(): number;
}

export interface Disk {
  /** Duration of a flush of almost no bytes. */
  readonly flushSeconds: number;
  readonly bytesPerSecond: number;
}

export function createCommitLog(events: EventQueue, { flushSeconds, bytesPerSecond }: Disk): CommitLog {
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
    flush(bytes, done) {
      waiting.push({ bytes, done });
      if (!flushing) next();
    },
    busySeconds: () => busy,
  };
}

/** Row locks of accounts as the intake takes them: a batch holds all of its accounts until its commit. */
export interface AccountLocks {
  /**
   * A batch that must wait holds no lock; in PostgreSQL it may hold some, so the model is a little
   * optimistic.
   */
  acquire(accounts: ReadonlySet<number>, granted: () => void): void;
  release(accounts: ReadonlySet<number>): void;
}

interface Waiting {
  readonly accounts: ReadonlySet<number>;
  readonly granted: () => void;
}

export function createAccountLocks(): AccountLocks {
  const held = new Set<number>();
  let queue: Waiting[] = [];

  const isFree = (accounts: ReadonlySet<number>) => [...accounts].every((account) => !held.has(account));
  function take({ accounts, granted }: Waiting): void {
    for (const account of accounts) held.add(account);
    granted();
  }

  return {
    acquire(accounts, granted) {
      if (isFree(accounts)) take({ accounts, granted });
      else queue.push({ accounts, granted });
    },
    release(accounts) {
      for (const account of accounts) held.delete(account);
      const candidates = queue;
      queue = [];
      for (const candidate of candidates) {
        if (isFree(candidate.accounts)) take(candidate);
        else queue.push(candidate);
      }
    },
  };
}
