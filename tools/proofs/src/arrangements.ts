import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Look, lookBeside, lookInside, lookOn } from '@cascade/bench/harness/audit';
import type { Bed } from '@cascade/bench/harness/bed';
import {
  type Cluster,
  killPostmaster,
  lacksPgBouncer,
  lacksPostgres,
  makeRoot,
  postmaster,
  startCitus,
  startCluster,
  startPooler,
  urlOf,
} from '@cascade/bench/harness/postgres';
import { signalAll } from '@cascade/bench/harness/processes';
import { type ServerBehindProxy, systemPrograms } from '@cascade/service/bench';
import { lacksPatroni, patroni, patroniTimes } from './arrangements/patroni.ts';
import { type Mode, modes, type StreamingServers, streaming } from './arrangements/streaming.ts';

/** Servers of a database that are killed, and started again. */
interface Nodes {
  /** `kill -9` of the postmasters that the victim names. */
  kill(victim: string): void;
  /** Starts those that no replica restarts. */
  recover?(): Promise<void>;
  /** Whether the connections of a killed postmaster are gone: they stay open for a moment. */
  isBack?(): boolean;
}

/** The database of a proof, and what can be done to it. */
export interface ArrangedStore {
  /** `DATABASE_URL` of the service; an embedded server in the data folder of the bed if absent. */
  readonly url?: string;
  /** One for each part of it: a cluster has several. */
  readonly looks: readonly Look[];
  readonly nodes?: Nodes;
  readonly proxy?: ServerBehindProxy;
  readonly standbys?: StreamingServers;
}

interface Arrangement {
  readonly says: string;
  /** Beside what npm installs. */
  readonly needs: readonly string[];
  readonly has: readonly ('nodes' | 'proxy' | 'standbys' | 'clocks')[];
  /** What `kill` may name. */
  readonly victims: readonly string[];
  /** Why it cannot be tried here. */
  lacks(): string | undefined;
  start(bed: Bed, clocks: Clocks | undefined): Promise<ArrangedStore>;
}

const replicas = ['one replica', 'the other replica', 'both replicas'];
const ofOne = [...replicas, 'postgres', 'everything'];
const debian = "Debian's postgresql";

const ofModes = Object.entries(modes).map(([name, mode]) => [name, standbys(mode)] as const);
const ofPatroni = Object.entries(patroniTimes).map(([name, times]): [string, Arrangement] => [
  name,
  {
    says: `three machines with Patroni, PostgreSQL and a member of etcd each; synchronous_mode, ttl ${times.ttl}, loop_wait ${times.loop_wait}, retry_timeout ${times.retry_timeout}. Patroni alone promotes`,
    needs: [debian, 'patroni', 'etcd'],
    has: ['standbys'],
    victims: replicas,
    lacks: () => lacksPostgres ?? lacksPatroni(),
    async start(bed) {
      const servers = await patroni(bed, times);
      return { url: servers.url, looks: [servers.look], standbys: servers };
    },
  },
]);

/** By the name in `on` of a schedule. */
export const arrangements: Readonly<Record<string, Arrangement>> = {
  embedded: {
    says: 'the PostgreSQL of the service itself, which replicas share',
    needs: [],
    has: ['nodes'],
    victims: ofOne,
    lacks: () => undefined,
    start: embedded,
  },
  proxied: {
    says: 'one PostgreSQL behind a proxy whose connections can fall silent',
    needs: [],
    has: ['proxy'],
    victims: replicas,
    lacks: () => undefined,
    async start(bed) {
      const proxy = await bed.server({ max_connections: '150', fsync: 'on' });
      return { url: proxy.databaseUrl, looks: [lookBeside(proxy)], proxy };
    },
  },
  debian: {
    says: "Debian's PostgreSQL with its own settings, which an operator restarts",
    needs: [debian],
    has: ['nodes', 'clocks'],
    victims: ofOne,
    lacks: () => lacksPostgres,
    start: (bed, clocks) => onDebian(bed, clocks),
  },
  pgbouncer: {
    says: "Debian's PostgreSQL behind PgBouncer in transaction mode",
    needs: [debian, 'PgBouncer 1.21 (or the variable PGBOUNCER)'],
    has: ['nodes'],
    victims: ofOne,
    lacks: lacksPgBouncer,
    start: (bed) => onDebian(bed, undefined, true),
  },
  citus: {
    says: 'a Citus cluster of a coordinator and two workers, with two shards on each',
    needs: [debian, 'citus'],
    has: ['nodes'],
    victims: [...replicas, 'a worker', 'the other worker', 'the coordinator', 'everything'],
    lacks: () => lacksPostgres ?? lacksCitus(),
    start: onCitus,
  },
  ...Object.fromEntries([...ofModes, ...ofPatroni]),
};

/** The server of the service's own, which every replica on the data folder restarts by itself. */
async function embedded(bed: Bed): Promise<ArrangedStore> {
  const cluster = join(bed.dataFolder, 'cluster');
  let dead: number | undefined;
  bed.use(cluster, () => {
    // It may have ended meanwhile.
    signalAll([postmaster(cluster) ?? []].flat(), 'SIGKILL');
  });
  return {
    looks: [lookInside(bed.dataFolder)],
    nodes: {
      kill() {
        dead = killPostmaster(cluster);
      },
      isBack: () => postmaster(cluster) !== dead,
    },
  };
}

/** Behind PgBouncer all replicas share twenty connections. */
async function onDebian(bed: Bed, clocks?: Clocks, isPooled = false): Promise<ArrangedStore> {
  const cluster = await startCluster(bed, await makeRoot(bed), 'one', {
    ...(clocks && { environment: clocks.database.environment }),
  });
  const { url } = isPooled ? await startPooler(bed, cluster.port) : { url: urlOf([cluster]) };
  return { url, looks: [lookOn(urlOf([cluster]))], nodes: killing(() => [cluster]) };
}

/** Debian keeps extensions of version N in /usr/share/postgresql/N. */
function lacksCitus(): string | undefined {
  const version = systemPrograms?.split('/').find((step) => /^\d+$/.test(step));
  const control = `/usr/share/postgresql/${version}/extension/citus.control`;
  return existsSync(control) ? undefined : `this machine has no citus: ${control} not found`;
}

async function onCitus(bed: Bed): Promise<ArrangedStore> {
  const { coordinator, workers, url, looks } = await startCitus(bed, 2, 4);
  const victims: Readonly<Record<string, readonly Cluster[]>> = {
    'a worker': workers.slice(0, 1),
    'the other worker': workers.slice(1),
    'the coordinator': [coordinator],
    everything: [coordinator, ...workers],
  };
  return { url, looks, nodes: killing((victim) => victims[victim] ?? []) };
}

function killing(of: (victim: string) => readonly Cluster[]): Nodes {
  let dead: readonly Cluster[] = [];
  return {
    kill(victim) {
      dead = of(victim);
      for (const cluster of dead) cluster.kill();
    },
    async recover() {
      await Promise.all(dead.map((cluster) => cluster.start()));
      dead = [];
    },
  };
}

function standbys(mode: Mode): Arrangement {
  return {
    says: mode.says,
    needs: [debian],
    has: ['standbys'],
    victims: replicas,
    lacks: () => lacksPostgres,
    async start(bed) {
      const servers = await streaming(bed, mode);
      return { url: servers.url, looks: [servers.look], standbys: servers };
    },
  };
}

/** Debian's package faketime. The second library is for programs with several threads, such as Node. */
const fakeLibraries = '/usr/lib/x86_64-linux-gnu/faketime';
const libraries = {
  database: `${fakeLibraries}/libfaketime.so.1`,
  service: `${fakeLibraries}/libfaketimeMT.so.1`,
} as const;

export const lacksFaketime = () =>
  existsSync(libraries.service) ? undefined : 'this machine has no faketime';

/** The wall clocks of the service and of its database, which can be set while they run. */
export type Clocks = Awaited<ReturnType<typeof startClocks>>;

export async function startClocks(bed: Bed) {
  return { service: await fakeClock(bed, 'service'), database: await fakeClock(bed, 'database') };
}

/** The wall clock of a program. Its monotonic clock goes on. */
async function fakeClock(bed: Bed, party: keyof typeof libraries) {
  const textOf = (seconds: number) => `${seconds < 0 ? '' : '+'}${seconds}\n`;
  const file = await bed.write(`${party}.faketime`, textOf(0));
  // The database server runs as another user.
  await chmod(file, 0o644);
  return {
    /** Sets it to the machine's time and that many seconds; programs read it within a second. */
    set: (seconds: number) => writeFile(file, textOf(seconds)),
    environment: {
      LD_PRELOAD: libraries[party],
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
