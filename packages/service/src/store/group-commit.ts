/**
 * Verdict of a commit on an item that another transaction keeps it from: it is committed apart from the
 * others.
 */
export const heldUp: unique symbol = Symbol('held up');

/** How items are batched and committed. */
interface GroupCommitOptions<Item, Verdict> {
  /**
   * Commits all items at once; resolves to one verdict per item, in their order. In a lane it has to wait for
   * what holds an item up, and reject if that takes too long.
   */
  readonly commit: (items: readonly Item[], isLane: boolean) => Promise<readonly (Verdict | typeof heldUp)[]>;
  /** Items with the same key never share a batch: the later item must see the result of the earlier one. */
  readonly keyOf: (item: Item) => string;
  /**
   * What can hold an item up, such as its account. While it does, items of its lane are committed apart, a
   * quarter of a batch at a time: those of others do not wait for them. So are those of a lane that has more
   * than that, unless it is alone.
   */
  readonly laneOf?: (item: Item) => string;
  /** The most lanes whose commits are under way at once; 4 if absent. */
  readonly laneLimit?: number;
  /** None waits for others if absent. */
  readonly gather?: Gather;
  /** The most items per batch. */
  readonly batchLimit: number;
  /** The most waiting items; further ones are rejected. */
  readonly queueLimit: number;
  /** Milliseconds of a clock that never steps. */
  readonly now?: () => number;
  /**
   * Milliseconds after which an item is rejected, whether its commit is under way or not; no limit if absent.
   */
  readonly deadlineMs?: number;
}

/** Has the first item of a batch wait for others. */
interface Gather {
  readonly milliseconds: number;
  /** It waits no longer when there are as many. */
  readonly enough: number;
  /**
   * Whether it waits only for as many as such a wait has brought lately: not at all if callers come one after
   * another.
   */
  readonly isAsUseful?: boolean;
}

/** Batches items: those that arrive during a commit share the next one. */
export type GroupCommit<Item, Verdict> = ReturnType<typeof createGroupCommit<Item, Verdict>>;

/** An item with its answer. */
interface Entry<Item, Verdict> {
  readonly item: Item;
  readonly lane: string;
  readonly answer: Answer<Verdict>;
}

/**
 * An idle store commits a single item at once, unless it waits for others; a busy one lets the next batch
 * grow.
 */
export function createGroupCommit<Item, Verdict>(options: GroupCommitOptions<Item, Verdict>) {
  const { keyOf, laneOf = () => '', laneLimit: limit = 4, batchLimit, queueLimit, deadlineMs } = options;
  const gathering = createGathering(options.gather, () => queue.length);
  let queue: Entry<Item, Verdict>[] = [];
  let running: Promise<void> | undefined;
  const unanswered = createUnanswered<Verdict>(deadlineMs);
  const commitLane = (batch: readonly Entry<Item, Verdict>[]) => commitBatch(options, batch, true);
  const quarter = Math.ceil(batchLimit / 4);
  const company = createCompany(options.now);
  const lanes = createHeldUp<Entry<Item, Verdict>>(limit, (from) => next(from, quarter), commitLane);

  async function run(): Promise<void> {
    // Waits for the end of this turn of the event loop: callers that were answered together submit their next
    // items together, and the first of these must not be committed alone.
    for (await turn(); queue.length > 0; await turn()) {
      await gathering.wait();
      for (const lane of crowdedLanes()) holdUp(lane, []);
      const { batch, rest } = next(queue, batchLimit);
      queue = rest;
      const heldUpEntries = await commitBatch(options, batch, false);
      for (const [lane, entries] of Map.groupBy(heldUpEntries, (entry) => entry.lane)) holdUp(lane, entries);
    }
    running = undefined;
  }

  function crowdedLanes(): readonly string[] {
    if (queue.length <= quarter || company.isAlone()) return [];
    const byLane = Map.groupBy(queue, ({ lane }) => lane);
    return [...byLane].flatMap(([lane, { length }]) => (length > quarter ? [lane] : []));
  }

  /** Moves items to their lane, with those of the lane that wait behind them. */
  function holdUp(lane: string, entries: readonly Entry<Item, Verdict>[]): void {
    const [followers, others] = partition(queue, (entry) => entry.lane === lane);
    queue = others;
    lanes.add(lane, [...entries, ...followers]);
  }

  function next(from: readonly Entry<Item, Verdict>[], most: number) {
    const waiting = from.filter(({ answer }) => unanswered.has(answer));
    return nextBatch(waiting, ({ item }) => keyOf(item), most);
  }

  const waiting = () => queue.length + lanes.waiting;
  return {
    /** Items that wait for the commit under way to end. */
    get waiting(): number {
      return waiting();
    },
    /**
     * Resolves to the verdict on an item once its batch is committed.
     * @throws {QueueFullError} if the queue is full; `CommitDeadlineError` after the deadline; an error of
     * `commit`, for all items of
     *   its batch.
     */
    submit(item: Item): Promise<Verdict> {
      if (waiting() >= queueLimit) return Promise.reject(new QueueFullError(queueLimit));
      return new Promise((resolve, reject) => {
        const entry = { item, lane: laneOf(item), answer: unanswered.watch({ resolve, reject }) };
        company.has(entry.lane);
        if (lanes.has(entry.lane)) {
          lanes.add(entry.lane, [entry]);
          return;
        }
        queue.push(entry);
        gathering.added();
        running ??= run();
      });
    },
    /** Resolves when no item waits and no commit is under way. */
    async drained(): Promise<void> {
      while (running !== undefined || lanes.running !== undefined)
        await Promise.all([running, lanes.running]);
    },
  };
}

/**
 * After how many batches one waits for as long as it may, to learn what that brings: while batches wait, and
 * while they do not.
 */
const trials = { ifWaiting: 16, ifNot: 128 } as const;

/** Waits for the items of a batch, of which there are `size` so far. */
function createGathering(options: Gather | undefined, size: () => number) {
  const { milliseconds, enough, isAsUseful = false } = options ?? { milliseconds: 0, enough: 0 };
  let useful = isAsUseful ? 1 : enough;
  let untilTrial = 0;
  let wanted = 0;
  let end = () => {};

  async function waitFor(count: number): Promise<void> {
    if (size() >= count) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    wanted = count;
    end = resolve;
    await promise;
    clearTimeout(timer);
  }

  return {
    added(): void {
      if (size() >= wanted) end();
    },
    async wait(): Promise<void> {
      untilTrial -= 1;
      if (!isAsUseful || untilTrial >= 0) return waitFor(Math.round(useful));
      await waitFor(enough);
      useful += (Math.min(size(), enough) - useful) / 2;
      untilTrial = Math.round(useful) > 1 ? trials.ifWaiting : trials.ifNot;
    },
  };
}

/** Milliseconds for which a lane that had an item is expected to have another one. */
const expectedFor = 10_000;

/** Whether any lane but one has had items lately. */
function createCompany(now = () => performance.now()) {
  let last = { lane: '', at: Number.NEGATIVE_INFINITY };
  /** When a lane other than the last one had an item. */
  let otherAt = Number.NEGATIVE_INFINITY;
  return {
    has(lane: string): void {
      if (lane !== last.lane) otherAt = last.at;
      last = { lane, at: now() };
    },
    isAlone: () => otherAt + expectedFor < now(),
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Answers the entries of a batch, but for those that were held up, which it returns. */
async function commitBatch<Item, Verdict>(
  { commit }: GroupCommitOptions<Item, Verdict>,
  batch: readonly Entry<Item, Verdict>[],
  isLane: boolean,
): Promise<readonly Entry<Item, Verdict>[]> {
  if (batch.length === 0) return [];
  const items = batch.map(({ item }) => item);
  try {
    const verdicts = await commit(items, isLane);
    for (const [index, { answer }] of batch.entries()) {
      const verdict = verdicts[index];
      if (verdict === undefined) answer.reject(new Error('the commit gave no verdict'));
      else if (verdict !== heldUp) answer.resolve(verdict);
    }
    return batch.filter((_, index) => verdicts[index] === heldUp);
  } catch (reason) {
    for (const { answer } of batch) answer.reject(reason);
    return [];
  }
}

function partition<Item>(list: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const first: Item[] = [];
  const second: Item[] = [];
  for (const item of list) (isFirst(item) ? first : second).push(item);
  return [first, second];
}

/**
 * Takes entries up to the limit, only the first of each key. Of more than that, lanes take turns: one with
 * many delays itself.
 */
function nextBatch<Entry extends { readonly lane: string }>(
  queue: readonly Entry[],
  keyOf: (entry: Entry) => string,
  limit: number,
): { batch: Entry[]; rest: Entry[] } {
  const keys = new Set<string>();
  const batch = new Set<Entry>();
  for (const entry of queue.length > limit ? inTurns(queue) : queue) {
    const key = keyOf(entry);
    if (batch.size < limit && !keys.has(key)) batch.add(entry);
    keys.add(key);
  }
  return { batch: [...batch], rest: queue.filter((entry) => !batch.has(entry)) };
}

/** The first of each lane, then the second of each, and so on. */
function inTurns<Entry extends { readonly lane: string }>(queue: readonly Entry[]): readonly Entry[] {
  const rounds: Entry[][] = [];
  const counts = new Map<string, number>();
  for (const entry of queue) {
    const round = counts.get(entry.lane) ?? 0;
    counts.set(entry.lane, round + 1);
    rounds[round] ??= [];
    rounds[round].push(entry);
  }
  return rounds.flat();
}

/** The queue is full: items arrive faster than the store commits them. */
export class QueueFullError extends Error {
  constructor(limit: number) {
    super(`${limit} requests are waiting for the store already`);
    this.name = 'QueueFullError';
  }
}

/** The store took too long. If the commit of the item was under way, its outcome is unknown. */
export class CommitDeadlineError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`the store did not commit within ${milliseconds / 1_000} seconds`);
    this.name = 'CommitDeadlineError';
  }
}

/** How a caller gets its answer. */
interface Answer<Verdict> {
  resolve(verdict: Verdict): void;
  reject(reason: unknown): void;
}

/**
 * The callers that wait for an answer, each for a limited time.
 *
 * @param deadlineMs Milliseconds after which a caller gets a {@link CommitDeadlineError}; no limit if absent.
 */
function createUnanswered<Verdict>(deadlineMs: number | undefined) {
  /** In the order of arrival, with the time of the monotonic clock. */
  const waiting = new Map<Answer<Verdict>, number>();
  let sweeper: NodeJS.Timeout | undefined;

  /** One timer for all: callers come by the thousand. */
  function sweep(limit: number): void {
    const latest = performance.now() - limit;
    for (const [answer, since] of waiting) {
      if (since > latest) break;
      answer.reject(new CommitDeadlineError(limit));
    }
    if (waiting.size > 0) return;
    clearInterval(sweeper);
    sweeper = undefined;
  }

  return {
    /** Watches a caller until it has its answer; the first answer counts. */
    watch({ resolve, reject }: Answer<Verdict>): Answer<Verdict> {
      const answer: Answer<Verdict> = {
        resolve(verdict) {
          waiting.delete(answer);
          resolve(verdict);
        },
        reject(reason) {
          waiting.delete(answer);
          reject(reason);
        },
      };
      waiting.set(answer, performance.now());
      if (deadlineMs !== undefined) sweeper ??= setInterval(() => sweep(deadlineMs), deadlineMs / 20).unref();
      return answer;
    },
    has: (answer: Answer<Verdict>) => waiting.has(answer),
  };
}

/**
 * Queues of entries that are held up, each apart from the others.
 *
 * They take turns: one batch of each, so that a lane that is held up for long costs the others little.
 *
 * @param limit The most lanes whose commits are under way at once.
 * @param next Takes a batch from the front of a queue.
 * @param commit Commits a batch; resolves to the entries that are held up again.
 */
function createHeldUp<Entry>(
  limit: number,
  next: (queue: readonly Entry[]) => { readonly batch: readonly Entry[]; readonly rest: readonly Entry[] },
  commit: (batch: readonly Entry[]) => Promise<readonly Entry[]>,
) {
  /** In the order of their turns. */
  const lanes = new Map<string, readonly Entry[]>();
  const running = new Map<string, Promise<void>>();

  function start(): void {
    for (const lane of lanes.keys()) {
      if (running.size >= limit) return;
      if (!running.has(lane)) running.set(lane, run(lane));
    }
  }

  async function run(lane: string): Promise<void> {
    const { batch, rest } = next(lanes.get(lane) ?? []);
    lanes.set(lane, rest);
    const again = await commit(batch);
    const left = [...again, ...(lanes.get(lane) ?? [])];
    lanes.delete(lane);
    if (left.length > 0) lanes.set(lane, left);
    running.delete(lane);
    start();
  }

  return {
    get waiting(): number {
      return [...lanes.values()].reduce((sum, { length }) => sum + length, 0);
    },
    has: (lane: string) => lanes.has(lane),
    add(lane: string, entries: readonly Entry[]): void {
      lanes.set(lane, [...(lanes.get(lane) ?? []), ...entries]);
      start();
    },
    /** Resolves when the commits that are under way have ended; undefined without one. */
    get running(): Promise<unknown> | undefined {
      return running.size === 0 ? undefined : Promise.all(running.values());
    },
  };
}
