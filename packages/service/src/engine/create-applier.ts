import { insist } from '../store/connection/insist.ts';
import { createGroupCommit, heldUp } from '../store/group-commit.ts';
import { type ApplyOptions, applyBatch } from './apply-batch.ts';
import type { EngineStore } from './engine-store.ts';
import type { Applied, EngineEvent } from './events.ts';

/** Applies events durably. Events that arrive during a commit share the next one. */
export interface Applier {
  /** Resolves once committed. */
  apply(event: EngineEvent): Promise<Applied>;
  /** Resolves when no event is under way. */
  drained(): Promise<void>;
}

/**
 * An event with a number of its own: two events of one message may share a batch, applied one after the
 * other.
 */
interface NumberedEvent {
  readonly event: EngineEvent;
  readonly number: number;
}

type Outcome = { readonly applied: Applied } | { readonly error: unknown };

export function createApplier(store: EngineStore, options: ApplyOptions): Applier {
  let count = 0;
  const group = createGroupCommit<NumberedEvent, Outcome>({
    async commit(entries, isLane) {
      const events = entries.map(({ event }) => event);
      try {
        // Idempotent: an attempt keeps its id, and a status that a message has already is not reported again.
        return await insist({ forMs: insistForMs }, () => applyTogether(store, options, events, isLane));
      } catch (error) {
        // Some other transaction has locked a message or an account. Alone, each event waits for its own only.
        if (isLane || !isLocked(error)) throw error;
        return entries.map((): Outcome | typeof heldUp => heldUp);
      }
    },
    keyOf: ({ number }) => String(number),
    laneOf: ({ number }) => String(number),
    laneLimit: 8,
    batchLimit: 256,
    queueLimit: 10_000,
  });
  return {
    async apply(event) {
      count += 1;
      const outcome = await group.submit({ event, number: count });
      if ('error' in outcome) throw outcome.error;
      return outcome.applied;
    },
    drained: () => group.drained(),
  };
}

/** Milliseconds in which a batch whose connection was lost is applied again. */
const insistForMs = 10_000;

/** The SQLSTATE of a lock that was not available in time. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/**
 * If the database rejects a batch because of its data, each event is applied alone: one must not block the
 * others.
 */
async function applyTogether(
  store: EngineStore,
  options: ApplyOptions,
  events: readonly EngineEvent[],
  mayWait: boolean,
): Promise<readonly Outcome[]> {
  try {
    return (await applyBatch(store, options, events, mayWait)).map((applied) => ({ applied }));
  } catch (error) {
    if (events.length === 1 || !isDataError(error)) throw error;
    const outcomes: Outcome[] = [];
    for (const event of events) outcomes.push(await applyAlone(store, options, event));
    return outcomes;
  }
}

async function applyAlone(store: EngineStore, options: ApplyOptions, event: EngineEvent): Promise<Outcome> {
  try {
    const [applied] = await applyBatch(store, options, [event]);
    return applied === undefined ? { error: new Error('the batch gave no result') } : { applied };
  } catch (error) {
    return { error };
  }
}

/**
 * SQLSTATE of class 22 (data), 23 (constraints) or 54 (too large for an index). All other errors, such as a
 * lost connection, would fail every event alike.
 */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:2[23]|54)/.test(String(error.code));
}
