import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@cascade/test-kit';
import { onTestFinished } from 'vitest';

/** PgBouncer of a Debian package; undefined without one. */
export const pgBouncer: string | undefined = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) =>
  existsSync(path),
);

/** PgBouncer refuses to run as root; 65534 is an unprivileged user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Starts PgBouncer before a server for one test; resolves to the URL that leads through it. */
export async function startPgBouncer(databaseUrl: string, settings: readonly string[]): Promise<string> {
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
