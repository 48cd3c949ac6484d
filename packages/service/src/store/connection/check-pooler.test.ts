import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type FreshPostgres, systemPostgres, systemPrograms } from '../../testing/system-postgres.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { openStore } from '../open-store.ts';
import { checkPooler } from './check-pooler.ts';

const database = withTestDatabase();

test('a direct connection passes', async () => {
  await checkPooler(database.connectionString);
});

/** PgBouncer of a Debian package; undefined without one. */
const pgBouncer: string | undefined = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) =>
  existsSync(path),
);
const isInstalled = pgBouncer !== undefined && systemPrograms !== undefined;
const ignored = 'ignore_startup_parameters = extra_float_digits,options';

describe.skipIf(!isInstalled)('PgBouncer, if the package and that of PostgreSQL are installed', () => {
  let postgres: FreshPostgres;
  const url = () => postgres.store.databaseUrl ?? '';

  beforeAll(async () => {
    postgres = await systemPostgres();
  });

  afterAll(() => postgres?.remove());

  test('in session mode passes', async () => {
    await checkPooler(await startPgBouncer(url(), ['pool_mode = session', ignored]));
  });

  test('in transaction mode without prepared statements is refused at start, with the reason', async () => {
    const databaseUrl = await startPgBouncer(url(), ['pool_mode = transaction', ignored]);
    await expect(openStore({ databaseUrl })).rejects.toThrow('before version 1.21');
  });

  test('that refuses the settings is refused at start, with what to do', async () => {
    const databaseUrl = await startPgBouncer(url(), ['pool_mode = session']);
    await expect(openStore({ databaseUrl })).rejects.toThrow('ignore_startup_parameters');
  });

  test('the server itself is accepted', async () => {
    const store = await openStore({ databaseUrl: url() });
    onTestFinished(store.close);
    expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

/** PgBouncer refuses to run as root; 65534 is an unprivileged user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Starts PgBouncer before a server for one test; resolves to the URL that leads through it. */
async function startPgBouncer(databaseUrl: string, settings: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-bouncer-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const { searchParams, username, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const server = `host=${searchParams.get('host')} port=${searchParams.get('port') ?? 5432}`;
  const lines = [
    '[databases]',
    `* = ${server} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'unix_socket_dir =',
    ...settings,
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const child = spawn(pgBouncer ?? '', [file], { ...user, stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  await accepts(port);
  return `postgresql://${username}@127.0.0.1:${port}${pathname}?sslmode=disable`;
}

async function accepts(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await setTimeout(50);
  }
  throw new Error('PgBouncer does not listen');
}
