import type { Pool } from 'pg';
import { defined } from '../defined.ts';
import { takeOverFormerWork } from '../due/former-work.ts';
import { startRetention } from '../retention/start-retention.ts';
import { createPool, upkeepPatience } from '../store/create-pool.ts';
import type { RunOptions, ServedDatabase } from './run-options.ts';

/** Connections for work in the background, of which no request waits. */
export function openUpkeep(database: ServedDatabase, { log, shutdown }: RunOptions): Pool {
  const upkeep = createPool({ ...database, log, size: 2, patience: upkeepPatience });
  shutdown.add({ of: 'connections of upkeep', end: () => upkeep.end() });
  return upkeep;
}

/** Deletes and audits what is old, and takes over what the version before has left. */
export function keepUp(
  pool: Pool,
  now: () => Date,
  { retentionDays: days, undeliveredDays, metrics: { onFindings }, log, shutdown }: RunOptions,
): void {
  const { stop } = startRetention(defined({ pool, log, days, undeliveredDays, onFindings, now }));
  shutdown.add({ of: 'retention', end: stop });
  shutdown.add({ of: 'former work', end: takeOverFormerWork({ pool, log }).stop });
}
