/** Queues of entries that are held up, each apart from the others. */
export interface Lanes<Entry> {
  readonly waiting: number;
  has(lane: string): boolean;
  add(lane: string, entries: readonly Entry[]): void;
  /** Resolves when the commits that are under way have ended; undefined without one. */
  readonly running: Promise<unknown> | undefined;
}

export interface LanesOptions<Entry> {
  /** The most lanes whose commits are under way at once. */
  readonly limit: number;
  /** Takes a batch from the front of a queue. */
  readonly next: (queue: readonly Entry[]) => {
    readonly batch: readonly Entry[];
    readonly rest: readonly Entry[];
  };
  /** Commits a batch; resolves to the entries that are held up again. */
  readonly commit: (batch: readonly Entry[]) => Promise<readonly Entry[]>;
}

/** Lanes take turns: one batch of each, so that a lane that is held up for long costs the others little. */
export function createLanes<Entry>({ limit, next, commit }: LanesOptions<Entry>): Lanes<Entry> {
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
    get waiting() {
      return [...lanes.values()].reduce((sum, { length }) => sum + length, 0);
    },
    has: (lane) => lanes.has(lane),
    add(lane, entries) {
      lanes.set(lane, [...(lanes.get(lane) ?? []), ...entries]);
      start();
    },
    get running() {
      return running.size === 0 ? undefined : Promise.all(running.values());
    },
  };
}
