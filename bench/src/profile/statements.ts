import type { lookAt } from '@cascade/service/bench';
import { round } from '../report.ts';

export type Pool = Parameters<Parameters<typeof lookAt>[1]>[0];

/** A row of `pg_stat_statements`. */
export interface Statement {
  readonly query: string;
  readonly isTop: boolean;
  readonly calls: number;
  readonly rows: number;
  readonly milliseconds: number;
  readonly walBytes: number;
}

export async function readStatements(pool: Pool): Promise<readonly Statement[]> {
  const { rows } = await pool.query<Statement>(
    `select query, toplevel as "isTop", calls::float8, rows::float8, (total_exec_time + total_plan_time)::float8 as milliseconds,
       wal_bytes::float8 as "walBytes"
     from pg_stat_statements order by total_exec_time desc limit 40`,
  );
  return rows;
}

/** What each statement costs per cascade; those inside a function are indented. */
export function statementsOf(statements: readonly Statement[], ended: number): readonly object[] {
  return statements.map(({ query, isTop, calls, rows, milliseconds, walBytes }) => ({
    statement: `${isTop ? '' : '… '}${query.replace(/\s+/g, ' ').trim().slice(0, 150)}`,
    microseconds: round((milliseconds * 1_000) / ended),
    calls: Math.round((calls / ended) * 1_000) / 1_000,
    rows: round(rows / ended),
    walBytes: Math.round(walBytes / ended),
  }));
}
