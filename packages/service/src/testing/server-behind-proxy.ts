import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@cascade/embedded-postgres';
import { retarget, superuser } from '@cascade/embedded-postgres/testing';
import { type SilentProxy, startSilentProxy } from '@cascade/test-kit';
import { Client } from 'pg';
import { ownDatabase } from '../store/own-database.ts';
import { furnishDataFolder } from './furnish-data-folder.ts';
import { stopBackends } from './stop-backends.ts';

/** A PostgreSQL of its own, and a proxy before it whose connections can fall silent. */
export interface ServerBehindProxy {
  readonly proxy: SilentProxy;
  /** The server as a service sees it: by TCP, through the proxy. */
  readonly databaseUrl: string;
  /** A session beside the proxy, as the superuser in the database of the service. The caller ends it. */
  session(): Promise<Client>;
  /** Runs a statement beside the proxy, and returns its rows. */
  ask<Row extends object>(statement: string): Promise<readonly Row[]>;
  /** Stops the processes that serve the proxy's sessions (SIGSTOP); returns what lets them go on. */
  stopBackends(): Promise<() => void>;
  /** Ends the server, and removes its data. */
  remove(): Promise<void>;
}

/** @param settings Of the server, beside those of an embedded one. */
export async function startServerBehindProxy(
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerBehindProxy> {
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
    const client = await session();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    proxy,
    databaseUrl: `postgresql://${ownDatabase.user}@127.0.0.1:${proxy.port}/${ownDatabase.database}?sslmode=disable`,
    session,
    ask,
    async stopBackends() {
      const client = await session();
      try {
        goOn = await stopBackends(client, ownDatabase.user);
        return goOn;
      } finally {
        await client.end();
      }
    },
    async remove() {
      // A server waits for its stopped processes when it ends.
      goOn();
      await proxy.close();
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
