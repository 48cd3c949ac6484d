import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { program } from '@cascade/service/bench';
import { type Cluster, makeCluster, makeRoot, operator } from '../crash/cluster.ts';

/** A Citus cluster of servers on loopback. */
export interface Citus {
  readonly coordinator: Cluster;
  readonly workers: readonly Cluster[];
  /** `DATABASE_URL` of the service. */
  readonly url: string;
  /** None if it is one PostgreSQL without Citus, to compare with. */
  readonly shards: readonly number[];
  /** Runs `cascade-service cluster`, and returns its output. */
  command(...args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
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

/** One PostgreSQL without Citus, under the same settings. */
export async function startSingle(): Promise<Citus> {
  const { root, remove } = await makeRoot();
  const coordinator = await makeCluster(root, 'single', { settings });
  await coordinator.start();
  return {
    coordinator,
    workers: [],
    shards: [],
    url: urlOf(coordinator),
    command: () => Promise.reject(new Error('no cluster')),
    async remove() {
      await coordinator.stop();
      await remove();
    },
  };
}

function urlOf({ port }: Cluster): string {
  return `postgresql://${operator}@127.0.0.1:${port}/postgres?sslmode=disable`;
}

/**
 * A coordinator, workers and shards. Needs Debian's PostgreSQL 15 with the extension citus, which is not in Debian: see
 * bench/README.md.
 */
export async function startCitus(workerCount: number, shards: number): Promise<Citus> {
  const { root, remove } = await makeRoot();
  const names = [
    'coordinator',
    ...Array.from({ length: workerCount }, (_, number) => `worker-${number + 1}`),
  ];
  const nodes: Cluster[] = [];
  for (const name of names) {
    const node = await makeCluster(root, name, { settings: [...settings, ...ofCitus] });
    nodes.push(node);
    await node.start();
    await node.ask('create extension citus');
  }
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) throw new Error('a cluster needs a coordinator');
  await coordinator.ask(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers) await coordinator.ask(`select citus_add_node('127.0.0.1', ${port})`);
  const url = urlOf(coordinator);
  const environment = { ...process.env, DATABASE_URL: url };
  const citus: Citus = {
    coordinator,
    workers,
    shards: Array.from({ length: shards }, (_, shard) => shard),
    url,
    async command(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [program, 'cluster', ...args], {
        env: environment,
      });
      return stdout;
    },
    async remove() {
      for (const node of nodes) await node.stop().catch(() => {});
      await remove();
    },
  };
  await citus.command('distribute', '--shards', String(shards));
  return citus;
}
