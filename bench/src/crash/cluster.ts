import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemPrograms } from '@cascade/service/bench';
import { freePort } from '@cascade/test-kit';
import { killPostmaster } from './database.ts';

/** A PostgreSQL of Debian's packages, in a folder of its own, on a port of loopback. */
export interface Cluster {
  /** Also the name by which a primary knows it as a standby. */
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  /** Starts it; tries again while processes of a killed one still hold its memory. */
  start(): Promise<void>;
  /** `kill -9` of the postmaster. */
  kill(): void;
  stop(): Promise<void>;
  promote(): Promise<void>;
  /** Runs statements, each in a transaction of its own, and returns the output. */
  ask(...statements: readonly string[]): Promise<string>;
}

export const operator = 'operator';

/** PostgreSQL refuses to run as root; 65534 is an unprivileged user. */
export const serverUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const user = serverUser;
const run = promisify(execFile);

/** A folder that belongs to the user of the servers, for one run. */
export async function makeRoot(): Promise<{ readonly root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'cascade-debian-'));
  if (user.uid !== undefined) await chown(root, user.uid, user.gid);
  return { root, remove: () => rm(root, { recursive: true, force: true, maxRetries: 10 }) };
}

/** How a server is started. */
export interface StartOptions {
  /** Added to our environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Settings of the server, as `name=value`. */
  readonly settings?: readonly string[];
}

/** An empty cluster. As shipped, but for its address and the number of connections. */
export async function makeCluster(root: string, name: string, options: StartOptions = {}): Promise<Cluster> {
  const cluster = await clusterIn(root, name, options);
  await program('initdb', '-D', cluster.folder, '-U', operator, '-A', 'trust', '-E', 'UTF8');
  return cluster;
}

/** A copy of a running cluster that follows it. */
export async function makeStandby(primary: Cluster, standby: Cluster): Promise<void> {
  await rm(standby.folder, { recursive: true, force: true });
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', operator];
  await program('pg_basebackup', ...source, '-D', standby.folder, '-R', '-X', 'stream', '-c', 'fast');
  await standby.start();
}

export async function clusterIn(
  root: string,
  name: string,
  { environment = {}, settings: further = [] }: StartOptions = {},
): Promise<Cluster> {
  const folder = join(root, name);
  const port = await freePort();
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${root} -c max_connections=100 -c cluster_name=${name}${further.map((one) => ` -c ${one}`).join('')}`;
  const log = join(root, `${name}.log`);
  const start = async () => {
    const args = ['start', '-D', folder, '-w', '-t', '60', '-l', log, '-o', settings];
    await run(pathOf('pg_ctl'), args, { ...user, cwd: '/', env: { ...process.env, ...environment } });
  };
  return {
    name,
    folder,
    port,
    async start() {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await start();
        } catch (error) {
          if (attempt === 20) throw error;
          await setTimeout(250);
        }
    },
    kill: () => void killPostmaster(folder),
    stop: () => program('pg_ctl', 'stop', '-D', folder, '-w', '-m', 'immediate'),
    promote: () => program('pg_ctl', 'promote', '-D', folder, '-w', '-t', '60'),
    async ask(...statements) {
      const commands = statements.flatMap((statement) => ['-c', statement]);
      const where = ['-h', '127.0.0.1', '-p', String(port), '-U', operator, '-d', 'postgres'];
      const { stdout } = await run(pathOf('psql'), ['-qAtX', ...where, ...commands], { ...user, cwd: '/' });
      return stdout.trim();
    },
  };
}

async function program(name: string, ...args: readonly string[]): Promise<void> {
  await run(pathOf(name), args, { ...user, cwd: '/' });
}

function pathOf(name: string): string {
  if (systemPrograms === undefined) throw new Error('no PostgreSQL found; apt-get install postgresql');
  return join(systemPrograms, name);
}
