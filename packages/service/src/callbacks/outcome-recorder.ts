import type { Pool } from 'pg';
import type { Holdings } from '../due/holdings.ts';
import { describeError, type Log } from '../log.ts';
import { insist, isLocked } from '../store/connection/insist.ts';
import { createGroupCommit, heldUp } from '../store/group-commit.ts';
import { isOutcome, type Outcome, type ResolvedEvent } from './outcome.ts';
import { recordOutcomes } from './record-outcomes.ts';

export interface RecorderOptions {
  readonly pool: Pool;
  readonly holdings: Holdings;
  readonly log: Log;
  /** Called after the outcome of an event is committed. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/**
 * Milliseconds in which outcomes are recorded again whose connection was lost, or that another transaction kept from it. What
 * is not recorded by then is attempted again, although its receiver may have taken it.
 */
const insistForMs = 15_000;

/** Records the event and lets go of it. Never rejects: what cannot be recorded is logged. */
export type RecordEvent = (event: ResolvedEvent) => Promise<void>;

/** Events that are resolved during a commit share the next one. */
export function createOutcomeRecorder(options: RecorderOptions): RecordEvent {
  const { pool, holdings, log, onOutcome } = options;
  const group = createGroupCommit<ResolvedEvent, true>({
    async commit(events, isLane) {
      const outcomes = events.filter(isOutcome);
      // Idempotent: an outcome counts once for its turn.
      try {
        await insist({ forMs: insistForMs, despiteLocks: isLane }, () =>
          recordOutcomes(pool, { outcomes, completed: holdings.completedBy(events) }),
        );
      } catch (error) {
        if (isLane || !isLocked(error)) throw error;
        // Some other transaction has locked an event. Alone, each waits for its own only.
        return events.map(() => heldUp);
      }
      return events.map((): true => true);
    },
    keyOf: ({ eventId }) => eventId,
    laneOf: ({ eventId }) => eventId,
    batchLimit: 256,
    queueLimit: Number.POSITIVE_INFINITY,
  });

  return async (event) => {
    let recorded = false;
    try {
      await group.submit(event);
      recorded = true;
      if (isOutcome(event)) {
        logOutcome(log, event);
        onOutcome(event);
      }
    } catch (error) {
      log.error({ error: describeError(error) }, 'the outcome of a callback cannot be recorded');
    }
    // If it was not recorded, its parcel is done again: the event may be sent twice, but is not lost.
    holdings.letGo(event, recorded);
  };
}

function logOutcome(log: Log, { eventId, state, result, gone }: Outcome): void {
  if (gone !== undefined)
    log.warn(
      { event: 'callback.disabled', reason: '410', eventId, accountId: gone.accountId },
      'a receiver answered 410: disabled, unless it was registered again meanwhile',
    );
  else if (state === 'given-up')
    log.warn({ eventId, result }, 'a callback is undelivered: it can be sent again');
}
