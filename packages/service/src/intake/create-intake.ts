import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isConnectionLost, SilentConnectionError, UnsureError } from '../store/connection/errors.ts';
import { isLocked } from '../store/connection/insist.ts';
import { createGroupCommit, type GroupCommit, heldUp } from '../store/group-commit.ts';
import {
  commitBatch,
  createMessageIds,
  type EnqueueFirstStages,
  type IntakeItem,
  type IntakeStore,
  type IntakeVerdict,
  newIds,
} from './commit-batch.ts';

/** Decides on requests, many in one commit. */
export type Intake = GroupCommit<IntakeItem, IntakeVerdict>;

export interface IntakeOptions {
  readonly pool: Pool;
  /** Where the ids of messages are given; the same pool if absent. */
  readonly idPool?: Pool;
  readonly enqueue: EnqueueFirstStages;
  /** The maximum number of requests in one commit; 256 if absent. */
  readonly batchLimit?: number;
  /** The maximum number of requests that wait for a commit; 5,000 if absent. Beyond it, requests get 503. */
  readonly queueLimit?: number;
  /** Milliseconds after which a request gets 503 in any case; 10 seconds if absent. */
  readonly deadlineMs?: number;
  /** Called with the number of requests that a commit decided on, and its duration in seconds. */
  readonly onCommit?: (size: number, seconds: number) => void;
}

/**
 * A commit of four messages costs little more than one of a single message. Callers wait meanwhile: at some
 * 300 a second, all together for half of this time.
 */
const gather = { milliseconds: 12, enough: 4, isAsUseful: true } as const;

/** The intake of one replica. Locks in the store keep several replicas exact. */
export function createIntake(options: IntakeOptions): Intake {
  const { pool, idPool = pool, enqueue, batchLimit = 256, queueLimit = 5_000, deadlineMs = 10_000 } = options;
  const { onCommit = () => {} } = options;
  const commit = createCommit({ pool, takeIds: createMessageIds(idPool), enqueue }, deadlineMs);
  return createGroupCommit<IntakeItem, IntakeVerdict>({
    async commit(items, isLane) {
      const begin = performance.now();
      const verdicts = await commit(items, isLane);
      // Items whose account is locked come again in another batch.
      const decided = verdicts.filter((verdict) => verdict !== 'locked').length;
      if (decided > 0) onCommit(decided, (performance.now() - begin) / 1_000);
      return verdicts.map((verdict) => (verdict === 'locked' ? heldUp : verdict));
    },
    keyOf: ({ accountId, requestId }) => `${accountId} ${requestId}`,
    laneOf: ({ accountId }) => String(accountId),
    gather,
    batchLimit,
    queueLimit,
    deadlineMs,
  });
}

/**
 * Commits batches. If the connection is lost on the way, it finds out what became of the batch: it commits
 * the batch again, in which what was stored is recognised by its message id and accepted.
 */
function createCommit(store: IntakeStore, forMs: number) {
  /** An item keeps its id when it is held up and comes again in another batch. */
  const ids = new WeakMap<IntakeItem, number>();

  async function idsOf(items: readonly IntakeItem[]): Promise<readonly number[]> {
    const without = items.filter((item) => !ids.has(item));
    const fresh = without.length === 0 ? [] : await newIds(store.takeIds, without.length);
    for (const [place, item] of without.entries()) ids.set(item, fresh[place] ?? Number.NaN);
    return items.map((item) => ids.get(item) ?? Number.NaN);
  }

  return async (items: readonly IntakeItem[], mayWait: boolean) => {
    const end = performance.now() + forMs;
    let isSent = false;
    /** Whether the answer to a try was lost. */
    let isUnsure = false;
    const onSending = () => {
      isSent = true;
    };
    // A busy server ends the transaction of a stopped replica late, perhaps after a first wait for its lock.
    let mayWaitAgain = mayWait;
    for (;;) {
      try {
        return await commitBatch(store, items, { ids: await idsOf(items), mayWait, onSending });
      } catch (error) {
        const isLost = wasLost(error, isSent);
        const isHeldUp = mayWaitAgain && isLocked(error);
        isUnsure ||= isLost;
        if (!(isLost || isHeldUp) || performance.now() > end) throw failureOf(error, isUnsure);
        mayWaitAgain &&= !isHeldUp;
        await setTimeout(pauseMs);
      }
    }
  };
}

/** If the database cannot be reached, nothing was sent, and waiting helps no caller. */
function wasLost(error: unknown, isSent: boolean): boolean {
  return error instanceof SilentConnectionError || (isSent && isConnectionLost(error));
}

function failureOf(error: unknown, isUnsure: boolean): unknown {
  return isUnsure ? new UnsureError(error) : error;
}

const pauseMs = 50;
