/** How items are batched and committed. */
export interface GroupCommitOptions<Item, Verdict> {
  /** Commits all items at once; resolves to one verdict per item, in their order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Verdict[]>;
  /** Items with the same key never share a batch: the later item must see the result of the earlier one. */
  readonly keyOf: (item: Item) => string;
  /** The most items per batch. */
  readonly batchLimit: number;
  /** The most waiting items; further ones are rejected. */
  readonly queueLimit: number;
}

/** The queue is full: items arrive faster than the store commits them. */
export class QueueFullError extends Error {
  constructor(limit: number) {
    super(`${limit} requests are waiting for the store already`);
    this.name = 'QueueFullError';
  }
}

/** Batches items: those that arrive during a commit share the next one. */
export interface GroupCommit<Item, Verdict> {
  /** Items that wait for the commit under way to end. */
  readonly waiting: number;
  /**
   * Resolves to the verdict on an item once its batch is committed.
   * @throws {QueueFullError} if the queue is full; an error of `commit`, for all items of its batch.
   */
  submit(item: Item): Promise<Verdict>;
  /** Resolves when no item waits and no commit is under way. */
  drained(): Promise<void>;
}

interface Entry<Item, Verdict> {
  readonly item: Item;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (reason: unknown) => void;
}

/** Without a timer: an idle store commits a single item at once, a busy one lets the next batch grow. */
export function createGroupCommit<Item, Verdict>(
  options: GroupCommitOptions<Item, Verdict>,
): GroupCommit<Item, Verdict> {
  const { commit, keyOf, batchLimit, queueLimit } = options;
  let queue: Entry<Item, Verdict>[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // Waits for the end of this turn of the event loop: callers that were answered together submit their next
    // items together, and the first of these must not be committed alone.
    for (await turn(); queue.length > 0; await turn()) {
      const { batch, rest } = nextBatch(queue, ({ item }) => keyOf(item), batchLimit);
      queue = rest;
      await commitBatch(batch, commit);
    }
    running = undefined;
  }

  return {
    get waiting() {
      return queue.length;
    },
    submit(item) {
      if (queue.length >= queueLimit) return Promise.reject(new QueueFullError(queueLimit));
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        running ??= run();
      });
    },
    async drained() {
      await running;
    },
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function commitBatch<Item, Verdict>(
  batch: readonly Entry<Item, Verdict>[],
  commit: (items: readonly Item[]) => Promise<readonly Verdict[]>,
): Promise<void> {
  try {
    const verdicts = await commit(batch.map(({ item }) => item));
    for (const [index, entry] of batch.entries()) {
      const verdict = verdicts[index];
      if (verdict === undefined) entry.reject(new Error('the commit gave no verdict'));
      else entry.resolve(verdict);
    }
  } catch (reason) {
    for (const entry of batch) entry.reject(reason);
  }
}

/** Takes entries from the front up to the limit, only the first of each key. */
function nextBatch<Entry>(
  queue: readonly Entry[],
  keyOf: (entry: Entry) => string,
  limit: number,
): { batch: Entry[]; rest: Entry[] } {
  const keys = new Set<string>();
  const batch: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of queue) {
    const key = keyOf(entry);
    if (batch.length < limit && !keys.has(key)) batch.push(entry);
    else rest.push(entry);
    keys.add(key);
  }
  return { batch, rest };
}
