import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@cascade/test-kit';
import { operator, serverUser } from './cluster.ts';

/** PgBouncer 1.21 or later: older ones lose prepared statements. Debian 12 has 1.18. */
export const pgBouncer: string | undefined = [process.env.PGBOUNCER ?? '', '/usr/sbin/pgbouncer'].find(
  (path) => existsSync(path) && isRecent(path),
);

function isRecent(path: string): boolean {
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
  const [, major = '', minor = ''] = /PgBouncer (\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

const settings = [
  'pool_mode = transaction',
  'max_prepared_statements = 200',
  'ignore_startup_parameters = options',
  'max_client_conn = 500',
  'default_pool_size = 20',
  // Else a client waits 15 seconds after the server has refused a connection.
  'server_login_retry = 1',
];

export interface Pooler {
  /** `DATABASE_URL` that leads through it. */
  readonly url: string;
  readonly pid: number;
  kill(): void;
}

/**
 * Starts PgBouncer in transaction mode before a server of loopback.
 *
 * @param root A folder of the servers' user.
 */
export async function startPooler(root: string, server: number): Promise<Pooler> {
  if (pgBouncer === undefined)
    throw new Error('no PgBouncer 1.21 or later found; name it by the variable PGBOUNCER');
  const port = await freePort();
  const file = join(root, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${server} user=${operator}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'unix_socket_dir =',
    ...settings,
  ];
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const pooler = spawn(pgBouncer, [file], { ...serverUser, stdio: 'ignore' });
  for (let tries = 0; !(await listens(port)); tries += 1) {
    if (tries === 200) throw new Error('PgBouncer does not listen');
    await setTimeout(50);
  }
  return {
    url: `postgresql://${operator}@127.0.0.1:${port}/postgres?sslmode=disable`,
    pid: pooler.pid ?? Number.NaN,
    kill: () => void pooler.kill('SIGKILL'),
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  const isOpen = await promise;
  socket.destroy();
  return isOpen;
}
