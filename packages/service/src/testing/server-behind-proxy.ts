import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@cascade/embedded-postgres';
import { retarget, superuser, withConnection } from '@cascade/embedded-postgres/testing';
import { startSilentProxy } from '@cascade/repository/test-kit';
import { Client } from 'pg';
import { ownDatabase } from '../store/open-store.ts';
import { furnishDataFolder } from './furnish-data-folder.ts';

/** A PostgreSQL of its own, and a proxy before it whose connections can fall silent. */
export type ServerBehindProxy = Awaited<ReturnType<typeof startServerBehindProxy>>;

/** @param settings Of the server, beside those of an embedded one. */
export async function startServerBehindProxy(settings: Readonly<Record<string, string>> = {}) {
  const dataFolder = join(tmpdir(), `cascade-proxied-${process.pid}-${randomUUID().slice(0, 8)}`);
  await furnishDataFolder(dataFolder);
  const server = await startEmbeddedPostgres({
    dataFolder,
    settings: { fsync: 'off', ...settings },
    ...ownDatabase,
  });
  const sockets = new URL(server.connectionString).searchParams.get('host') ?? '';
  const port = new URL(server.connectionString).searchParams.get('port') ?? '';
  const proxy = await startSilentProxy({ path: join(sockets, `.s.PGSQL.${port}`) });
  const beside = retarget(server.connectionString, { user: superuser, database: ownDatabase.database });

  let goOn = () => {};

  async function session(): Promise<Client> {
    const client = new Client({ connectionString: beside });
    // The test may end its server.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async function ask<Row extends object>(statement: string): Promise<readonly Row[]> {
    return withConnection(beside, async (client) => (await client.query<Row>(statement)).rows);
  }

  return {
    proxy,
    /** The server as a service sees it: by TCP, through the proxy. */
    databaseUrl: `postgresql://${ownDatabase.user}@127.0.0.1:${proxy.port}/${ownDatabase.database}?sslmode=disable`,
    /** A session beside the proxy, as the superuser in the database of the service. The caller ends it. */
    session,
    /** Runs a statement beside the proxy, and returns its rows. */
    ask,
    /** Stops the processes that serve the proxy's sessions (SIGSTOP); returns what lets them go on. */
    async stopBackends(): Promise<() => void> {
      goOn = await withConnection(beside, (client) => stopBackends(client, ownDatabase.user));
      return goOn;
    },
    /** Ends the server, and removes its data. */
    async remove(): Promise<void> {
      // A server waits for its stopped processes when it ends.
      goOn();
      await proxy.close();
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

const deadlockDetected = '40P01';

const lockEveryTable = `
  do $$
  declare named record;
  begin
    for named in
      select n.nspname, c.relname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'cascade' and c.relkind in ('r', 'p')
      order by 1, 2
    loop
      execute format('lock table %I.%I in access exclusive mode', named.nspname, named.relname);
    end loop;
  end $$`;

/**
 * Stops the processes that serve a user's sessions (SIGSTOP), and returns what lets them go on. Each is
 * stopped between two transactions, or while it waits for a table. A process that is stopped while it holds a
 * row, or a lock of the server's own memory, stops every other session as well, and no client can recover
 * from that.
 */
async function stopBackends(beside: Client, user: string): Promise<() => void> {
  await beginWithEveryTable(beside);
  const backends = await quietBackends(beside, user);
  for (const pid of backends) signal(pid, 'SIGSTOP');
  await beside.query('rollback');
  return () => {
    for (const pid of backends) signal(pid, 'SIGCONT');
  };
}

/** No other session is within a transaction then that has touched a table. */
async function beginWithEveryTable(beside: Client): Promise<void> {
  for (;;) {
    await beside.query('begin');
    try {
      await beside.query(lockEveryTable);
      return;
    } catch (error) {
      await beside.query('rollback');
      if (!(error instanceof Error && 'code' in error && error.code === deadlockDetected)) throw error;
    }
  }
}

/** Waits until each session is idle or waits for a table. */
async function quietBackends(beside: Client, user: string): Promise<readonly number[]> {
  for (;;) {
    // A transaction sees the sessions as it saw them first.
    await beside.query('select pg_stat_clear_snapshot()');
    const { rows } = await beside.query<{ pid: number; isQuiet: boolean }>(
      `select pid, state = 'idle' or coalesce(wait_event_type = 'Lock', false) as "isQuiet"
       from pg_stat_activity where usename = $1`,
      [user],
    );
    if (rows.every(({ isQuiet }) => isQuiet)) return rows.map(({ pid }) => pid);
    await delay(10);
  }
}

/** The process may have ended by itself in the meantime. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
