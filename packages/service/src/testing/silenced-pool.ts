import type { NetConnectOpts } from 'node:net';
import { type SilentProxy, startSilentProxy } from '@cascade/repository/test-kit';
import type { Pool } from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { type Connections, createConnections } from '../store/connection/connections.ts';
import { endSessions } from '../store/connection/end-abandoned.ts';
import { createPool, type Patience } from '../store/create-pool.ts';
import { createPending, type TestDatabase } from './test-database.ts';

/** A pool for each test, whose connections a proxy can silence. */
export interface SilencedPool {
  readonly pool: Pool;
  readonly proxy: SilentProxy;
  readonly connections: Connections;
}

/** @param patience How long the pool waits; two seconds for answers if absent. */
export function withSilencedPool(database: TestDatabase, patience: Partial<Patience> = {}): SilencedPool {
  const silenced = createPending<SilencedPool>('the pool of a test');
  beforeEach(async () => {
    const { pathname, username } = new URL(database.home);
    const proxy = await startSilentProxy(addressOf(database.home));
    const connections = createConnections({ endSessions: (sessions) => endSessions(pool, sessions) });
    const pool = createPool({
      connectionString: `postgresql://${username}@127.0.0.1:${proxy.port}${pathname}?sslmode=disable`,
      connections,
      patience: { statement: 0, lock: 0, idle: 0, connect: 60_000, answer: 2_000, ...patience },
      tables: database.tables,
    });
    silenced.begin({ pool, proxy, connections });
  });
  afterEach(async () => {
    const { pool, proxy, connections } = silenced.end() ?? {};
    connections?.abandon(new Error('Connection terminated: the test is over'));
    await pool?.end();
    await proxy?.close();
  });
  return silenced.view;
}

/** A server on TCP is that of a cluster. */
function addressOf(connectionString: string): NetConnectOpts {
  const { searchParams, hostname, port } = new URL(connectionString);
  const sockets = searchParams.get('host');
  if (sockets === null) return { host: hostname, port: Number(port) };
  return { path: `${sockets}/.s.PGSQL.${searchParams.get('port')}` };
}
