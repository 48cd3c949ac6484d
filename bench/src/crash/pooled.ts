import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { lookAt } from '@cascade/service/bench';
import { freePort } from '@cascade/test-kit';
import { makeCluster, makeRoot, operator, serverUser } from './cluster.ts';
import type { Database } from './database.ts';

/** PgBouncer 1.21 or later: older ones lose prepared statements. Debian 12 has 1.18. */
const pgBouncer: string | undefined = [process.env.PGBOUNCER ?? '', '/usr/sbin/pgbouncer'].find((path) =>
  existsSync(path),
);

const settings = [
  'pool_mode = transaction',
  'max_prepared_statements = 200',
  'ignore_startup_parameters = options',
  'max_client_conn = 500',
  'default_pool_size = 20',
  // Else a client waits 15 seconds after the server has refused a connection.
  'server_login_retry = 1',
];

/** Debian's PostgreSQL behind PgBouncer in transaction mode: all replicas share twenty connections. */
export async function pooled(): Promise<Database> {
  if (pgBouncer === undefined) throw new Error('no PgBouncer found; name it by the variable PGBOUNCER');
  const { root, remove } = await makeRoot();
  const cluster = await makeCluster(root, 'one');
  await cluster.start();
  const port = await freePort();
  const pooler = await startPooler(pgBouncer, root, port, cluster.port);
  let isDead = false;
  return {
    args: [],
    environment: { DATABASE_URL: `postgresql://${operator}@127.0.0.1:${port}/postgres?sslmode=disable` },
    looks: [
      (work) => lookAt(`postgresql://${operator}@127.0.0.1:${cluster.port}/postgres?sslmode=disable`, work),
    ],
    async kill() {
      cluster.kill();
      isDead = true;
    },
    async recover() {
      if (isDead) await cluster.start();
      isDead = false;
    },
    isBack: () => true,
    async remove() {
      pooler.kill('SIGKILL');
      await cluster.stop().catch(() => {});
      await remove();
    },
  };
}

async function startPooler(
  program: string,
  root: string,
  port: number,
  server: number,
): Promise<ChildProcess> {
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
  const pooler = spawn(program, [file], { ...serverUser, stdio: 'ignore' });
  for (let tries = 0; !(await listens(port)); tries += 1) {
    if (tries === 200) throw new Error('PgBouncer does not listen');
    await setTimeout(50);
  }
  return pooler;
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
