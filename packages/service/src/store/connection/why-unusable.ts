import type { Pool } from 'pg';
import { withTimeout } from '../../with-timeout.ts';
import type { WriteWatch } from '../write-watch.ts';
import type { Connections } from './connections.ts';

/** Milliseconds that a statement may wait before the database counts as silent. */
const longestWait = 3_000;

/** Seconds for the question. */
const patience = 2;

/** The part of a store that is judged. */
export interface JudgedStore {
  readonly pool: Pool;
  readonly connections: Pick<Connections, 'longestWait' | 'becameUseless'>;
  readonly writes: Pick<WriteWatch, 'whyRefused'>;
}

/**
 * Why the database cannot serve requests now; undefined if it can. Judges the connections in use: a silent
 * database answers on new connections.
 */
export async function whyUnusable({ pool, connections, writes }: JudgedStore): Promise<string | undefined> {
  const waited = connections.longestWait;
  if (waited > longestWait)
    return `the database has not answered a statement for ${Math.round(waited / 1_000)} seconds`;
  try {
    const { rows } = await withTimeout(patience, pool.query<State>(stateSql));
    const reason = whyReadOnly(rows[0]);
    // Another server may have taken over: new connections find it.
    if (reason !== undefined) connections.becameUseless();
    return reason ?? (await writes.whyRefused());
  } catch {
    return 'the database does not answer';
  }
}

interface State {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

const stateSql = `
select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

function whyReadOnly(state: State | undefined): string | undefined {
  if (state?.isStandby)
    return 'the database is read-only: the server is a standby; promote it, or point DATABASE_URL at the primary';
  if (state?.isReadOnly) return 'the database is read-only: default_transaction_read_only is on';
  return undefined;
}
