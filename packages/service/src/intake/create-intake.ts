import type { Pool } from 'pg';
import { createGroupCommit, type GroupCommit } from '../store/group-commit.ts';
import { commitBatch, type EnqueueFirstStages } from './commit-batch.ts';
import type { IntakeItem, IntakeVerdict } from './intake-item.ts';
import { createMessageIds } from './message-ids.ts';

/** Where requests are settled, many in one commit. */
export type Intake = GroupCommit<IntakeItem, IntakeVerdict>;

export interface IntakeOptions {
  readonly pool: Pool;
  readonly enqueue: EnqueueFirstStages;
  /** Requests in one commit at most; 256 if absent. */
  readonly batchLimit?: number;
  /** Requests that may wait for a commit at most; 5,000 if absent. One more is answered 503. */
  readonly queueLimit?: number;
  /** Hears the size of each batch and how long its commit took. */
  readonly onCommit?: (size: number, seconds: number) => void;
}

/** The intake of one process; several processes share the store, and its locks keep them exact. */
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
