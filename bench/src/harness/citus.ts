import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { lookAt, program } from '@cascade/service/bench';
import type { Look } from './audit.ts';
import type { Bed } from './bed.ts';
import { type Cluster, makeRoot, startCluster, urlOf } from './postgres.ts';

/** A Citus cluster of servers on loopback. */
export interface Citus {
  readonly coordinator: Cluster;
  readonly workers: readonly Cluster[];
  /** `DATABASE_URL` of the service. */
  readonly url: string;
  /** One for each shard; one of the whole if it is one PostgreSQL without Citus, to compare with. */
  readonly looks: readonly Look[];
  /** Runs `cascade-service cluster`, and returns its output. */
  command(...args: readonly string[]): Promise<string>;
}

/** What Citus needs to move shards while they are used. */
const settings = [
  'wal_level=logical',
  'max_prepared_transactions=200',
  'max_worker_processes=20',
  'max_connections=300',
];
const ofCitus = [
  'shared_preload_libraries=citus',
  'citus.node_conninfo=sslmode=disable',
  'citus.enable_stat_counters=on',
];

/**
 * A coordinator, workers and shards; without workers one PostgreSQL without Citus, under the same settings. Needs Debian's
 * PostgreSQL 15 with the extension citus, which is not in Debian: see bench/README.md.
 */
export async function startCitus(bed: Bed, workerCount: number, shards: number): Promise<Citus> {
  const root = await makeRoot(bed);
  const isSingle = workerCount === 0;
  const start = (name: string) =>
    startCluster(bed, root, name, { settings: isSingle ? settings : [...settings, ...ofCitus] });
  const coordinator = await start('coordinator');
  const workers: Cluster[] = [];
  while (workers.length < workerCount) workers.push(await start(`worker-${workers.length + 1}`));
  const url = urlOf([coordinator]);
  const citus: Citus = {
    coordinator,
    workers,
    url,
    looks: Array.from({ length: isSingle ? 1 : shards }, (_, shard): Look => {
      return (work) => lookAt(url, work, isSingle ? undefined : shard);
    }),
    async command(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [program, 'cluster', ...args], {
        env: { ...process.env, DATABASE_URL: url },
      });
      return stdout;
    },
  };
  if (isSingle) return citus;
  for (const node of [coordinator, ...workers]) await node.ask('create extension citus');
  await coordinator.ask(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers) await coordinator.ask(`select citus_add_node('127.0.0.1', ${port})`);
  await citus.command('distribute', '--shards', String(shards));
  return citus;
}
