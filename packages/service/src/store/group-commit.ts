/** What a group commit needs to know of the work that it batches. */
export interface GroupCommitOptions<Item, Verdict> {
  /** Commits all items at once and gives one verdict for each, in their order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Verdict[]>;
  /** Two items with the same key never share a batch: the later one has to see what the first one did. */
  readonly keyOf: (item: Item) => string;
  /** Items in one batch at most. */
  readonly batchLimit: number;
  /** Items that may wait at most; one more is refused. */
  readonly queueLimit: number;
}

/** There is no room for another item: the store does not keep up. */
export class QueueFullError extends Error {
  constructor(limit: number) {
    super(`${limit} requests are waiting for the store already`);
    this.name = 'QueueFullError';
  }
}

/** Batches work: what arrives while a commit is under way shares the next one. */
export interface GroupCommit<Item, Verdict> {
  /** How many items wait for the commit that is under way. */
  readonly waiting: number;
  /**
   * The verdict on an item, after its batch is committed.
   * @throws {QueueFullError} when too many wait; whatever `commit` throws, for all items of its batch.
   */
  submit(item: Item): Promise<Verdict>;
  /** Comes back when nothing waits and nothing is under way. */
  drained(): Promise<void>;
}

interface Entry<Item, Verdict> {
  readonly item: Item;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (reason: unknown) => void;
}

/** No timer: an idle store commits a lone item at once, a busy one makes the batch grow by itself. */
export function createGroupCommit<Item, Verdict>(
  options: GroupCommitOptions<Item, Verdict>,
): GroupCommit<Item, Verdict> {
  const { commit, keyOf, batchLimit, queueLimit } = options;
  let queue: Entry<Item, Verdict>[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // Whatever this turn of the event loop still brings belongs to the batch: callers that were answered together
    // come back together, and the first of them must not go alone.
    for (await turn(); queue.length > 0; await turn()) {
      const { batch, rest } = nextBatch(queue, ({ item }) => keyOf(item), batchLimit);
      queue = rest;
      await settle(batch, commit);
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

async function settle<Item, Verdict>(
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

/** Takes from the front as many as fit, but of each key only the first. */
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
