import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, outputOf, startProgram } from '@cascade/repository/test-kit';
import { lookAt, program, systemPrograms } from '@cascade/service/bench';
import type { Look } from './audit.ts';
import type { Bed } from './bed.ts';
import { signalAll, stopTree } from './processes.ts';

/** What happens to a machine: its processes end, or stop for a while, as under a paused hypervisor. */
export type Loss = 'killed' | 'frozen';

/** A PostgreSQL of Debian's packages, in a folder of its own, on a port of loopback. */
export type Cluster = Awaited<ReturnType<typeof clusterIn>>;

export const operator = 'operator';
export const lacksPostgres = systemPrograms === undefined ? 'this machine has no postgresql' : undefined;

/** PostgreSQL refuses to run as root; 65534 is an unprivileged user. */
export const serverUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const asServer = { user: serverUser, cwd: '/' };

/** A folder that belongs to the user of the servers. */
export async function makeRoot(bed: Bed): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cascade-debian-'));
  if (serverUser.uid !== undefined) await chown(root, serverUser.uid, serverUser.gid);
  return bed.use(root, () => rm(root, { recursive: true, force: true, maxRetries: 10 }));
}

/** How a server is started. */
export interface ClusterOptions {
  /** Added to our environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Settings of the server, as `name=value`. */
  readonly settings?: readonly string[];
}

/**
 * An empty cluster, started and ended with the bed. As shipped, but for its address and the number of
 * connections.
 */
export async function startCluster(
  bed: Bed,
  root: string,
  name: string,
  options: ClusterOptions = {},
): Promise<Cluster> {
  const cluster = await clusterIn(bed, root, name, options);
  await call('initdb', '-D', cluster.folder, '-U', operator, '-A', 'trust', '-E', 'UTF8');
  await cluster.start();
  return cluster;
}

/** A copy of a running cluster that follows it. */
export async function makeStandby(primary: Cluster, standby: Cluster): Promise<void> {
  await rm(standby.folder, { recursive: true, force: true });
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', operator];
  await call('pg_basebackup', ...source, '-D', standby.folder, '-R', '-X', 'stream', '-c', 'fast');
  await standby.start();
}

/**
 * A cluster that does not exist yet, or that another program starts. If it runs at the end of the bed, it is
 * stopped.
 */
export async function clusterIn(
  bed: Bed,
  root: string,
  name: string,
  { environment = {}, settings: further = [] }: ClusterOptions = {},
) {
  const folder = join(root, name);
  const port = await freePort();
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${root} -c max_connections=100 -c cluster_name=${name}${further.map((one) => ` -c ${one}`).join('')}`;
  const log = join(root, `${name}.log`);
  const start = async () => {
    const args = ['start', '-D', folder, '-w', '-t', '60', '-l', log, '-o', settings];
    await outputOf(pathOf('pg_ctl'), args, { ...asServer, environment: { ...process.env, ...environment } });
  };
  let frozen: readonly number[] = [];
  const cluster = {
    /** Also the name by which a primary knows it as a standby. */
    name,
    folder,
    port,
    /** Starts it; tries again while processes of a killed one still hold its memory. */
    async start(): Promise<void> {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await start();
        } catch (error) {
          if (attempt === 20) throw error;
          await setTimeout(250);
        }
    },
    /** `kill -9` of the postmaster. */
    kill: () => void killPostmaster(folder),
    /** Its machine is lost, with all its processes. */
    lose(how: Loss) {
      const pids = stopTree(postmaster(folder) ?? Number.NaN);
      if (how === 'killed') signalAll(pids, 'SIGKILL');
      else frozen = pids;
    },
    /** Its machine returns; a server that was killed must be started. @returns whether it was frozen. */
    thaw(): boolean {
      const pids = frozen;
      frozen = [];
      signalAll(pids, 'SIGCONT');
      return pids.length > 0;
    },
    stop: () => call('pg_ctl', 'stop', '-D', folder, '-w', '-m', 'immediate'),
    promote: () => call('pg_ctl', 'promote', '-D', folder, '-w', '-t', '60'),
    /** Runs statements, each in a transaction of its own, and returns the output. */
    async ask(...statements: readonly string[]): Promise<string> {
      const commands = statements.flatMap((statement) => ['-c', statement]);
      const where = ['-h', '127.0.0.1', '-p', String(port), '-U', operator, '-d', 'postgres'];
      return (await outputOf(pathOf('psql'), ['-qAtX', ...where, ...commands], asServer)).trim();
    },
  };
  return bed.use(cluster, () => {
    cluster.thaw();
    return cluster.stop().catch(() => {});
  });
}

async function call(name: string, ...args: readonly string[]): Promise<void> {
  await outputOf(pathOf(name), args, asServer);
}

function pathOf(name: string): string {
  if (systemPrograms === undefined) throw new Error('no PostgreSQL found; apt-get install postgresql');
  return join(systemPrograms, name);
}

/** Several servers as libpq lists them. */
export function urlOf(clusters: readonly Pick<Cluster, 'port'>[], more = ''): string {
  const hosts = clusters.map(({ port }) => `127.0.0.1:${port}`);
  return `postgresql://${operator}@${hosts.join()}/postgres?sslmode=disable${more}`;
}

/** @returns its process id. */
export function killPostmaster(cluster: string): number {
  const pid = postmaster(cluster);
  if (pid === undefined) throw new Error('expected a running PostgreSQL to kill, found none');
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** The process id of a server in its lock file; a server that stops removes the file. */
export function postmaster(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** PgBouncer 1.21 or later: older ones lose prepared statements. Debian 12 has 1.18. */
function findPgBouncer(): string | undefined {
  return [process.env.PGBOUNCER ?? '', '/usr/sbin/pgbouncer'].find((path) => {
    if (!existsSync(path)) return false;
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
    const [, major = '', minor = ''] = /PgBouncer (\d+)\.(\d+)/.exec(version) ?? [];
    return Number(major) > 1 || Number(minor) >= 21;
  });
}

export function lacksPgBouncer(): string | undefined {
  const isAbsent = findPgBouncer() === undefined;
  return isAbsent
    ? 'this machine has no PgBouncer 1.21 or later; name it by the variable PGBOUNCER'
    : lacksPostgres;
}

/** Debian's PostgreSQL has no Citus: it must be built and installed into it. */
export function lacksCitus(): string | undefined {
  const files = systemPrograms?.replace('/lib/', '/share/').replace(/bin$/, 'extension') ?? '';
  return existsSync(join(files, 'citus.control')) ? undefined : 'this PostgreSQL has no extension citus';
}

/** Starts PgBouncer in transaction mode before a server of loopback. */
export async function startPooler(bed: Bed, server: number) {
  const path = findPgBouncer();
  if (path === undefined) throw new Error(lacksPgBouncer());
  const port = await freePort();
  const template = new URL('pgbouncer.ini', import.meta.url);
  const file = await bed.fill('pgbouncer.ini', template, { port, server, operator });
  const pooler = bed.use(startProgram(path, [file], { user: serverUser }), (one) => one.end('SIGKILL'));
  await pooler.printed(/process up/, 10);
  return { url: urlOf([{ port }]), pid: pooler.process.pid ?? Number.NaN };
}

/** A Citus cluster of servers on loopback. */
export type Citus = Awaited<ReturnType<typeof startCitus>>;

/** What Citus needs to move shards while they are used. */
const citusSettings = [
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
 * A coordinator, workers and shards; without workers one PostgreSQL without Citus, under the same settings.
 * Needs Debian's PostgreSQL 15 with the extension citus, which is not in Debian.
 */
export async function startCitus(bed: Bed, workerCount: number, shards: number) {
  const root = await makeRoot(bed);
  const isSingle = workerCount === 0;
  const start = (name: string) =>
    startCluster(bed, root, name, { settings: isSingle ? citusSettings : [...citusSettings, ...ofCitus] });
  const coordinator = await start('coordinator');
  const workers: Cluster[] = [];
  while (workers.length < workerCount) workers.push(await start(`worker-${workers.length + 1}`));
  const url = urlOf([coordinator]);
  const citus = {
    coordinator,
    workers,
    url,
    /** One for each shard; one of the whole if it is one PostgreSQL without Citus, to compare with. */
    looks: Array.from({ length: isSingle ? 1 : shards }, (_, shard): Look => {
      return (work) => lookAt(url, work, isSingle ? undefined : shard);
    }),
    /** Runs `cascade-service cluster`, and returns its output. */
    command: (...args: readonly string[]) =>
      outputOf(process.execPath, [program, 'cluster', ...args], {
        environment: { ...process.env, DATABASE_URL: url },
      }),
  };
  if (isSingle) return citus;
  for (const node of [coordinator, ...workers]) await node.ask('create extension citus');
  await coordinator.ask(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers) await coordinator.ask(`select citus_add_node('127.0.0.1', ${port})`);
  await citus.command('distribute', '--shards', String(shards));
  return citus;
}
