import type { Pool, PoolClient } from 'pg';
import type { StatusChange } from '../callbacks/status-change.ts';
import type { MessageFollowup } from './cascade-run.ts';

/** The database, and the tables of callbacks and jobs that the engine writes to in its own transaction. */
export interface EngineStore {
  readonly pool: Pool;
  /** Writes status events and enqueues their callbacks; resolves to the statements under way. */
  recordChanges(client: PoolClient, changes: readonly StatusChange[]): Promise<readonly Promise<unknown>[]>;
  /** Enqueues stages and timers; resolves to the statements under way. */
  enqueue(client: PoolClient, followups: readonly MessageFollowup[]): Promise<readonly Promise<unknown>[]>;
}
