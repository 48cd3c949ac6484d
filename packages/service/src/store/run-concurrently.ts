import type { Client, Pool } from 'pg';
import { connectionLike } from './create-pool.ts';
import { builderName } from './only-builder.ts';
import type { ConcurrentStatement } from './read-migrations.ts';

interface RunOptions {
  readonly signal: AbortSignal | undefined;
  /** Called with the notices of the statements. */
  readonly onProgress: ((text: string) => void) | undefined;
}

/**
 * Runs statements that cannot run in a transaction, on a connection of its own without time-outs. An invalid index that
 * an interrupted run left behind is dropped first. The signal cancels the statement under way.
 */
export async function runConcurrently(
  pool: Pool,
  statements: readonly ConcurrentStatement[],
  { signal, onProgress }: RunOptions,
): Promise<void> {
  const client = connectionLike(pool, {
    application_name: builderName,
    options: '-c maintenance_work_mem=256MB -c statement_timeout=0 -c lock_timeout=0',
    pipeline: false,
    deadlineMs: 0,
  });
  if (onProgress !== undefined) client.on('notice', ({ message = '' }) => onProgress(message));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cancel = () =>
    void pool.query('select pg_cancel_backend($1::integer)', [rows[0]?.pid]).catch(() => {});
  signal?.addEventListener('abort', cancel);
  try {
    for (const { sql, createdIndex } of statements) {
      signal?.throwIfAborted();
      if (createdIndex !== undefined) await dropIfInvalid(client, createdIndex);
      await client.query(sql);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    await client.end();
  }
}

/** Concurrently, too: a plain `drop index` would make all writers wait behind the oldest reader of the table. */
async function dropIfInvalid(client: Client, index: string): Promise<void> {
  // Named in the text, which is rewritten for the shard, and not as a value.
  const { rows } = await client.query(
    `select from pg_index where indexrelid = to_regclass('${index}') and not indisvalid`,
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`);
}
