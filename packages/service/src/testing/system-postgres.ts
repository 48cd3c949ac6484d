import { readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionStringOf } from '@cascade/embedded-postgres/testing';
import { outputOf } from '@cascade/repository/test-kit';
import type { StoreOptions } from '../store/open-store.ts';

/** An empty PostgreSQL to start a service on. */
export interface FreshPostgres {
  /** To start a service on. */
  readonly database: string | { readonly dataFolder: string };
  /** To read what the service has written. */
  readonly store: StoreOptions;
  /** Stops it; the service cannot start it again. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  /** Removes it with all its data; true if the service left its server running. */
  remove(): Promise<boolean>;
}

const packaged = '/usr/lib/postgresql';

/** The programs of the newest PostgreSQL that Debian packages installed; undefined without one. */
export const systemPrograms: string | undefined = (() => {
  try {
    const versions = readdirSync(packaged).filter((name) => /^\d+$/.test(name));
    const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
    return newest === undefined ? undefined : join(packaged, newest, 'bin');
  } catch {
    return undefined;
  }
})();

/** PostgreSQL refuses to run as root; 65534 is an unprivileged user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** An external server, named by `DATABASE_URL`: the service neither starts nor stops it. */
export async function systemPostgres(): Promise<FreshPostgres> {
  const root = await mkdtemp(join(tmpdir(), 'cascade-pg-'));
  if (user !== undefined) await chown(root, user.uid, user.gid);
  const cluster = join(root, 'cluster');
  // Tests need not survive a crash of the machine.
  const settings = `-c listen_addresses= -c unix_socket_directories=${root} -c fsync=off -c max_connections=60`;
  const start = () => run('pg_ctl', 'start', '-D', cluster, '-w', '-l', join(root, 'log'), '-o', settings);
  const stop = (how: string) => run('pg_ctl', 'stop', '-D', cluster, '-w', '-m', how);
  await run('initdb', '-D', cluster, '-U', 'operator', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  await start();
  const databaseUrl = connectionStringOf(root, { user: 'operator', database: 'postgres' });
  return {
    database: databaseUrl,
    store: { databaseUrl },
    takeAway: () => stop('immediate'),
    bringBack: start,
    async remove() {
      // A failed test may have left it stopped.
      await stop('fast').catch(() => {});
      await rm(root, { recursive: true, force: true });
      return false;
    },
  };
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  await outputOf(join(systemPrograms ?? '', program), args, user && { user });
}
