import { insist, isDataError, isLocked } from '../store/connection/insist.ts';
import { createGroupCommit, type GroupCommit, heldUp } from '../store/group-commit.ts';
import { keyOfId } from '../store/message-key.ts';
import { type ApplyOptions, applyBatch, type EngineStore } from './apply-batch.ts';
import type { Applied, EngineEvent } from './events.ts';
import { createRemembered } from './remembered.ts';

/**
 * An event with a number of its own: two events of one message may share a batch, applied one after the
 * other.
 */
interface NumberedEvent {
  readonly event: EngineEvent;
  readonly number: number;
}

type Result = { readonly applied: Applied } | { readonly error: unknown };

/** Applies events durably. Events that arrive during a commit share the next one. */
export function createApplier(store: EngineStore, given: ApplyOptions) {
  const options = { remembered: createRemembered(), ...given };
  let count = 0;
  const stages = createGroup(store, options);
  // A kill between the answer of a gateway and its commit repeats the send: answers do not wait for a batch
  // of stages.
  const answers = createGroup(store, options);
  return {
    /** Resolves once committed. */
    async apply(event: EngineEvent): Promise<Applied> {
      count += 1;
      const group = event.kind === 'reports' ? answers : stages;
      const outcome = await group.submit({ event, number: count });
      if ('error' in outcome) throw outcome.error;
      return outcome.applied;
    },
    /** Resolves when no event is under way. */
    async drained(): Promise<void> {
      await Promise.all([stages.drained(), answers.drained()]);
    },
  };
}

function createGroup(store: EngineStore, options: ApplyOptions): GroupCommit<NumberedEvent, Result> {
  return createGroupCommit({
    async commit(entries, isLane) {
      const events = entries.map(({ event }) => event);
      try {
        // Idempotent: an attempt keeps its id, and a status that a message has already is not reported again.
        return await insist({ forMs: insistForMs }, () => applyTogether(store, options, events, isLane));
      } catch (error) {
        // Some other transaction has locked a message or an account. Apart, each account waits for its own
        // only.
        if (isLane || !isLocked(error)) throw error;
        return entries.map((): Result | typeof heldUp => heldUp);
      }
    },
    keyOf: ({ number }) => String(number),
    laneOf: ({ event }) => `${accountOf(event)}`,
    laneLimit: 8,
    batchLimit: 256,
    queueLimit: 10_000,
  });
}

/**
 * While it is locked, its events are committed apart; older ids of attempts name no account, and share a
 * lane.
 */
function accountOf(event: EngineEvent): number | undefined {
  return 'messageId' in event ? event.accountId : keyOfId(event.attemptId)?.accountId;
}

/** Milliseconds in which a batch whose connection was lost is applied again. */
const insistForMs = 10_000;

/**
 * If the database rejects a batch because of its data, each event is applied alone: one must not block the
 * others.
 */
async function applyTogether(
  store: EngineStore,
  options: ApplyOptions,
  events: readonly EngineEvent[],
  mayWait: boolean,
): Promise<readonly Result[]> {
  try {
    return (await applyBatch(store, options, events, mayWait)).map((applied) => ({ applied }));
  } catch (error) {
    if (events.length === 1 || !isDataError(error)) throw error;
    const outcomes: Result[] = [];
    for (const event of events) outcomes.push(await applyAlone(store, options, event));
    return outcomes;
  }
}

async function applyAlone(store: EngineStore, options: ApplyOptions, event: EngineEvent): Promise<Result> {
  try {
    const [applied] = await applyBatch(store, options, [event]);
    return applied === undefined ? { error: new Error('the batch gave no result') } : { applied };
  } catch (error) {
    return { error };
  }
}
