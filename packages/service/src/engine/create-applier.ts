import { createGroupCommit } from '../store/group-commit.ts';
import { type ApplyOptions, applyBatch, type EngineStore } from './apply-batch.ts';
import type { EngineEvent, Settlement } from './engine-event.ts';

/** Settles an event durably; events that come while a commit is under way share the next one. */
export interface Applier {
  apply(event: EngineEvent): Promise<Settlement>;
  /** Comes back when nothing is under way. */
  drained(): Promise<void>;
}

type Outcome = { readonly settlement: Settlement } | { readonly error: unknown };

export function createApplier(store: EngineStore, options: ApplyOptions): Applier {
  let count = 0;
  const group = createGroupCommit<Entry, Outcome>({
    commit: (entries) =>
      settleAll(
        store,
        options,
        entries.map(({ event }) => event),
      ),
    // Two events of one message may share a batch: they happen one after the other.
    keyOf: ({ number }) => String(number),
    batchLimit: 256,
    queueLimit: 10_000,
  });
  return {
    async apply(event) {
      count += 1;
      const outcome = await group.submit({ event, number: count });
      if ('error' in outcome) throw outcome.error;
      return outcome.settlement;
    },
    drained: () => group.drained(),
  };
}

interface Entry {
  readonly event: EngineEvent;
  readonly number: number;
}

/** One event that the database refuses must not hold up the others for ever: then each goes alone. */
async function settleAll(
  store: EngineStore,
  options: ApplyOptions,
  events: readonly EngineEvent[],
): Promise<readonly Outcome[]> {
  try {
    return (await applyBatch(store, options, events)).map((settlement) => ({ settlement }));
  } catch (error) {
    if (events.length === 1 || !isAboutData(error)) throw error;
    const outcomes: Outcome[] = [];
    for (const event of events) outcomes.push(await settleAlone(store, options, event));
    return outcomes;
  }
}

async function settleAlone(store: EngineStore, options: ApplyOptions, event: EngineEvent): Promise<Outcome> {
  try {
    const [settlement] = await applyBatch(store, options, [event]);
    return settlement === undefined ? { error: new Error('no settlement') } : { settlement };
  } catch (error) {
    return { error };
  }
}

/** SQLSTATE of class 22 (data), 23 (constraints) or 54 (too large for an index); a database that is away is not, and is the same for all. */
function isAboutData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:2[23]|54)/.test(String(error.code));
}
