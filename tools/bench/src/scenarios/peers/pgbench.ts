import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemPrograms } from '@cascade/service/bench';
import { outputOf, runProgram } from '@cascade/test-kit';
import type { Bed } from '../../harness/bed.ts';
import { makeRoot, operator, startCluster } from '../../harness/postgres.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface Limit {
  readonly says: string;
  /** Cascades a second, by the number of cascades in one commit. */
  readonly cascadesPerSecond: Readonly<Record<string, number>>;
}

/** Why the limit cannot be measured; undefined if it can. */
export async function whyNoPgbench(): Promise<string | undefined> {
  const { code } = await runProgram('sh', ['-c', 'command -v pgbench']);
  return systemPrograms !== undefined && code === 0
    ? undefined
    : 'no pgbench (Debian: apt install postgresql)';
}

/** What PostgreSQL alone can write on this machine, by pgbench on Debian's PostgreSQL as shipped, fsync on. */
export async function measureLimit(bed: Bed, seconds: number): Promise<Limit> {
  const cluster = await startCluster(bed, await makeRoot(bed), 'limit');
  await cluster.ask(readFileSync(here('tables.sql'), 'utf8'));
  const cascadesPerSecond: Record<string, number> = {};
  for (const [atOnce, clients] of [
    [1, 32],
    [32, 8],
  ] as const) {
    const where = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', operator];
    const how = `-n -M prepared -c ${clients} -j 2 -T ${seconds} -D n=${atOnce} -D base=${atOnce * 10_000_000}`;
    const script = ['-f', here('cascade.sql'), 'postgres'];
    const out = await outputOf('pgbench', [...where, ...how.split(' '), ...script]);
    const tps = Number(/^tps = ([\d.]+)/m.exec(out)?.[1]);
    if (!Number.isFinite(tps)) throw new Error(`expected a rate, pgbench printed:\n${out}`);
    cascadesPerSecond[atOnce] = Math.round(tps * atOnce);
  }
  return {
    says: 'pgbench writes the rows of a cascade of one stage and three reports in three commits, and nothing else happens: no HTTP, no SMSC, no report; by the number of cascades in one commit',
    cascadesPerSecond,
  };
}
