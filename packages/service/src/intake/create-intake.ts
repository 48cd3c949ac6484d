import type { Pool } from 'pg';
import { createGroupCommit, type GroupCommit } from '../store/group-commit.ts';
import { commitBatch, type EnqueueFirstStages } from './commit-batch.ts';
import type { IntakeItem, IntakeVerdict } from './intake-item.ts';
import { createMessageIds } from './message-ids.ts';

/** Decides on requests, many in one commit. */
export type Intake = GroupCommit<IntakeItem, IntakeVerdict>;

export interface IntakeOptions {
  readonly pool: Pool;
  readonly enqueue: EnqueueFirstStages;
  /** The maximum number of requests in one commit; 256 if absent. */
  readonly batchLimit?: number;
  /** The maximum number of requests that wait for a commit; 5,000 if absent. Beyond it, requests get 503. */
  readonly queueLimit?: number;
  /** Called with the size and the duration of each commit. */
  readonly onCommit?: (size: number, seconds: number) => void;
}

/** The intake of one replica. Locks in the store keep several replicas exact. */
export function createIntake(options: IntakeOptions): Intake {
  const { pool, enqueue, batchLimit = 256, queueLimit = 5_000, onCommit = () => {} } = options;
  const store = { pool, takeIds: createMessageIds(pool), enqueue };
  return createGroupCommit<IntakeItem, IntakeVerdict>({
    async commit(items) {
      const begin = performance.now();
      const verdicts = await commitBatch(store, items);
      onCommit(items.length, (performance.now() - begin) / 1_000);
      return verdicts;
    },
    keyOf: ({ accountId, requestId }) => `${accountId} ${requestId}`,
    batchLimit,
    queueLimit,
  });
}
