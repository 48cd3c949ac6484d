import type { PoolClient } from 'pg';
import type { Write } from '../store/transaction.ts';
import type { CascadeRun } from './cascade-run.ts';
import { countTemplates, dialoguesOf, openDialogues } from './dialogues.ts';
import type { EngineStore } from './engine-store.ts';
import { lockAccounts } from './load-cascades.ts';
import { moveMoney } from './move-money.ts';
import { saveCascades } from './save-cascades.ts';

/** A batch after its events were applied. */
export interface AppliedBatch {
  readonly runs: readonly CascadeRun[];
  /** Template messages to count, by account. */
  readonly templatesSent: ReadonlyMap<number, number>;
  readonly at: Date;
  readonly accountsLocked: boolean;
}

interface Transaction {
  readonly client: PoolClient;
  readonly write: Write;
}

/** Writes a batch. Resolves when its statements are under way; the commit waits for them. */
export async function saveRuns(
  store: EngineStore,
  { client, write }: Transaction,
  { runs, templatesSent, at, accountsLocked }: AppliedBatch,
): Promise<void> {
  const differences = runs.map(({ cascade, state }) => ({
    accountId: cascade.accountId,
    before: cascade.state,
    after: state,
  }));
  write(saveCascades(client, differences));

  const changes = runs.flatMap((run) => run.changes);
  if (changes.length > 0) writeAll(write, await store.recordChanges(client, changes));

  const followups = runs.flatMap((run) => run.followups);
  if (followups.length > 0) writeAll(write, await store.enqueue(client, followups));

  write(countTemplates(client, templatesSent, at));

  const dialogues = runs.flatMap(({ cascade, state }) => dialoguesOf(cascade, state, at));
  write(openDialogues(client, dialogues));

  const moves = runs.flatMap((run) => run.moves);
  if (moves.length === 0) return;
  // Last, and all at once: while its account is locked, no replica accepts messages for it.
  const accountIds = moves.map(({ accountId }) => accountId);
  if (!accountsLocked) write(lockAccounts(client, accountIds));
  write(moveMoney(client, moves));
}

function writeAll(write: Write, statements: readonly Promise<unknown>[]): void {
  for (const statement of statements) write(statement);
}
