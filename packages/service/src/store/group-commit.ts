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

/** An item with its answer. */
interface Entry<Item, Verdict> {
  readonly item: Item;
  readonly lane: string;
  readonly answer: Answer<Verdict>;
}

/**
 * Batches items: those that arrive during a commit share the next one. An idle store commits a single item at
 * once, unless it waits for others; a busy one lets the next batch grow.
 */
export class GroupCommit<Item, Verdict> {
  readonly #options: GroupCommitOptions<Item, Verdict>;
  readonly #quarter: number;
  readonly #gathering: Gathering;
  readonly #company: Company;
  readonly #unanswered: Unanswered<Verdict>;
  readonly #lanes: HeldUp<Entry<Item, Verdict>>;
  #queue: Entry<Item, Verdict>[] = [];
  #running: Promise<void> | undefined;

  constructor(options: GroupCommitOptions<Item, Verdict>) {
    this.#options = options;
    this.#quarter = Math.ceil(options.batchLimit / 4);
    this.#gathering = new Gathering(options.gather, () => this.#queue.length);
    this.#company = new Company(options.now);
    this.#unanswered = new Unanswered(options.deadlineMs);
    this.#lanes = new HeldUp({
      limit: options.laneLimit ?? 4,
      next: (queue) => this.#next(queue, this.#quarter),
      commit: (batch) => this.#commit(batch, true),
    });
  }

  /** Items that wait for the commit under way to end. */
  get waiting(): number {
    return this.#queue.length + this.#lanes.waiting;
  }

  /**
   * Resolves to the verdict on an item once its batch is committed.
   * @throws {QueueFullError} if the queue is full; `CommitDeadlineError` after the deadline; an error of
   * `commit`, for all items of its batch.
   */
  submit(item: Item): Promise<Verdict> {
    const { queueLimit, laneOf = () => '' } = this.#options;
    if (this.waiting >= queueLimit) return Promise.reject(new QueueFullError(queueLimit));
    return new Promise((resolve, reject) => {
      const entry = { item, lane: laneOf(item), answer: this.#unanswered.watch({ resolve, reject }) };
      this.#company.has(entry.lane);
      if (this.#lanes.has(entry.lane)) {
        this.#lanes.add(entry.lane, [entry]);
        return;
      }
      this.#queue.push(entry);
      this.#gathering.added();
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no item waits and no commit is under way. A field, since the shutdown takes it alone. */
  readonly drained = async (): Promise<void> => {
    while (this.#running !== undefined || this.#lanes.running !== undefined)
      await Promise.all([this.#running, this.#lanes.running]);
  };

  async #run(): Promise<void> {
    // Waits for the end of this turn of the event loop: callers that were answered together submit their next
    // items together, and the first of these must not be committed alone.
    for (await turn(); this.#queue.length > 0; await turn()) {
      await this.#gathering.wait();
      for (const lane of this.#crowdedLanes()) this.#holdUp(lane, []);
      const { batch, rest } = this.#next(this.#queue, this.#options.batchLimit);
      this.#queue = rest;
      const heldUpEntries = await this.#commit(batch, false);
      for (const [lane, entries] of Map.groupBy(heldUpEntries, (entry) => entry.lane))
        this.#holdUp(lane, entries);
    }
    this.#running = undefined;
  }

  #crowdedLanes(): readonly string[] {
    if (this.#queue.length <= this.#quarter || this.#company.isAlone()) return [];
    const byLane = Map.groupBy(this.#queue, ({ lane }) => lane);
    return [...byLane].flatMap(([lane, { length }]) => (length > this.#quarter ? [lane] : []));
  }

  /** Moves items to their lane, with those of the lane that wait behind them. */
  #holdUp(lane: string, entries: readonly Entry<Item, Verdict>[]): void {
    const [followers, others] = partition(this.#queue, (entry) => entry.lane === lane);
    this.#queue = others;
    this.#lanes.add(lane, [...entries, ...followers]);
  }

  #next(from: readonly Entry<Item, Verdict>[], most: number) {
    const waiting = from.filter(({ answer }) => this.#unanswered.has(answer));
    return nextBatch(waiting, ({ item }) => this.#options.keyOf(item), most);
  }

  /** Answers the entries of a batch, but for those that were held up, which it returns. */
  async #commit(
    batch: readonly Entry<Item, Verdict>[],
    isLane: boolean,
  ): Promise<readonly Entry<Item, Verdict>[]> {
    if (batch.length === 0) return [];
    const items = batch.map(({ item }) => item);
    try {
      const verdicts = await this.#options.commit(items, isLane);
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
}

export function createGroupCommit<Item, Verdict>(
  options: GroupCommitOptions<Item, Verdict>,
): GroupCommit<Item, Verdict> {
  return new GroupCommit(options);
}

/**
 * After how many batches one waits for as long as it may, to learn what that brings: while batches wait, and
 * while they do not.
 */
const trials = { ifWaiting: 16, ifNot: 128 } as const;

/** Waits for the items of a batch. */
class Gathering {
  readonly #gather: Gather;
  readonly #size: () => number;
  #useful: number;
  #untilTrial = 0;
  #wanted = 0;
  #end = () => {};

  /** @param size How many there are so far. */
  constructor(gather: Gather = { milliseconds: 0, enough: 0 }, size: () => number) {
    this.#gather = gather;
    this.#size = size;
    this.#useful = gather.isAsUseful ? 1 : gather.enough;
  }

  added(): void {
    if (this.#size() >= this.#wanted) this.#end();
  }

  async wait(): Promise<void> {
    const { enough, isAsUseful = false } = this.#gather;
    this.#untilTrial -= 1;
    if (!isAsUseful || this.#untilTrial >= 0) return this.#waitFor(Math.round(this.#useful));
    await this.#waitFor(enough);
    this.#useful += (Math.min(this.#size(), enough) - this.#useful) / 2;
    this.#untilTrial = Math.round(this.#useful) > 1 ? trials.ifWaiting : trials.ifNot;
  }

  async #waitFor(count: number): Promise<void> {
    if (this.#size() >= count) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#gather.milliseconds);
    this.#wanted = count;
    this.#end = resolve;
    await promise;
    clearTimeout(timer);
  }
}

/** Milliseconds for which a lane that had an item is expected to have another one. */
const expectedFor = 10_000;

/** Whether any lane but one has had items lately. */
class Company {
  readonly #now: () => number;
  #last = { lane: '', at: Number.NEGATIVE_INFINITY };
  /** When a lane other than the last one had an item. */
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  has(lane: string): void {
    if (lane !== this.#last.lane) this.#otherAt = this.#last.at;
    this.#last = { lane, at: this.#now() };
  }

  isAlone(): boolean {
    return this.#otherAt + expectedFor < this.#now();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
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

/** The callers that wait for an answer, each for a limited time. */
class Unanswered<Verdict> {
  readonly #deadlineMs: number | undefined;
  /** In the order of arrival, with the time of the monotonic clock. */
  readonly #waiting = new Map<Answer<Verdict>, number>();
  #sweeper: NodeJS.Timeout | undefined;

  /**
   * @param deadlineMs Milliseconds after which a caller gets a {@link CommitDeadlineError}; no limit if
   * absent.
   */
  constructor(deadlineMs: number | undefined) {
    this.#deadlineMs = deadlineMs;
  }

  /** Watches a caller until it has its answer; the first answer counts. */
  watch({ resolve, reject }: Answer<Verdict>): Answer<Verdict> {
    const waiting = this.#waiting;
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
    const limit = this.#deadlineMs;
    if (limit !== undefined) this.#sweeper ??= setInterval(() => this.#sweep(limit), limit / 20).unref();
    return answer;
  }

  has(answer: Answer<Verdict>): boolean {
    return this.#waiting.has(answer);
  }

  /** One timer for all: callers come by the thousand. */
  #sweep(limit: number): void {
    const latest = performance.now() - limit;
    for (const [answer, since] of this.#waiting) {
      if (since > latest) break;
      answer.reject(new CommitDeadlineError(limit));
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}

interface HeldUpOptions<Entry> {
  /** The most lanes whose commits are under way at once. */
  readonly limit: number;
  /** Takes a batch from the front of a queue. */
  next(queue: readonly Entry[]): { readonly batch: readonly Entry[]; readonly rest: readonly Entry[] };
  /** Commits a batch; resolves to the entries that are held up again. */
  commit(batch: readonly Entry[]): Promise<readonly Entry[]>;
}

/**
 * Queues of entries that are held up, each apart from the others.
 *
 * They take turns: one batch of each, so that a lane that is held up for long costs the others little.
 */
class HeldUp<Entry> {
  readonly #options: HeldUpOptions<Entry>;
  /** In the order of their turns. */
  readonly #lanes = new Map<string, readonly Entry[]>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: HeldUpOptions<Entry>) {
    this.#options = options;
  }

  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, { length }) => sum + length, 0);
  }

  has(lane: string): boolean {
    return this.#lanes.has(lane);
  }

  add(lane: string, entries: readonly Entry[]): void {
    this.#lanes.set(lane, [...(this.#lanes.get(lane) ?? []), ...entries]);
    this.#start();
  }

  /** Resolves when the commits that are under way have ended; undefined without one. */
  get running(): Promise<unknown> | undefined {
    return this.#running.size === 0 ? undefined : Promise.all(this.#running.values());
  }

  #start(): void {
    for (const lane of this.#lanes.keys()) {
      if (this.#running.size >= this.#options.limit) return;
      if (!this.#running.has(lane)) this.#running.set(lane, this.#run(lane));
    }
  }

  async #run(lane: string): Promise<void> {
    const { batch, rest } = this.#options.next(this.#lanes.get(lane) ?? []);
    this.#lanes.set(lane, rest);
    const again = await this.#options.commit(batch);
    const left = [...again, ...(this.#lanes.get(lane) ?? [])];
    this.#lanes.delete(lane);
    if (left.length > 0) this.#lanes.set(lane, left);
    this.#running.delete(lane);
    this.#start();
  }
}
