import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type ServerBehindProxy, startServerBehindProxy } from '../../testing/server-behind-proxy.ts';
import { openStore } from '../open-store.ts';
import { createServers, urlsOf } from './servers.ts';

test('a URL with several hosts becomes one for each', () => {
  expect(urlsOf('postgres://u:p@one:5432,two,[::1]:99/db?target_session_attrs=read-write')).toEqual([
    'postgres://u:p@one:5432/db?target_session_attrs=read-write',
    'postgres://u:p@two/db?target_session_attrs=read-write',
    'postgres://u:p@[::1]:99/db?target_session_attrs=read-write',
  ]);
  for (const url of ['postgres://u@one/db', '/var/run db', 'postgres://u:a,b@one/db', ''])
    expect(urlsOf(url)).toEqual([url]);
});

test('servers that cannot be reached are named', async () => {
  const servers = createServers(['postgres://u@127.0.0.1:1/db', 'postgres://u@127.0.0.1:2/db']);
  await expect(servers.find()).rejects.toThrow(/no server of the database takes writes .*:1.*:2/);
});

let servers: readonly ServerBehindProxy[];
const patience = { timeout: 60_000, interval: 50 };

beforeAll(async () => {
  servers = await Promise.all([startServerBehindProxy(), startServerBehindProxy()]);
  for (const server of servers)
    await server.ask('create table if not exists written (n integer); grant all on written to public');
});

afterAll(() => Promise.all(servers.map((server) => server.remove())));

async function become(server: ServerBehindProxy | undefined, role: 'primary' | 'standby'): Promise<void> {
  const change = role === 'primary' ? 'reset' : 'set';
  const value = role === 'primary' ? '' : '= on';
  await server?.ask(
    `set transaction_read_only = off; alter database cascade ${change} default_transaction_read_only ${value}`,
  );
}

test('connects to the server that takes writes, and to the other one after a failover', {
  timeout: 120_000,
}, async () => {
  const [one, two] = servers;
  await become(one, 'standby');
  const ports = servers.map(({ proxy }) => `127.0.0.1:${proxy.port}`).join();
  const databaseUrl = `postgresql://cascade_service@${ports}/cascade?sslmode=disable&target_session_attrs=read-write`;
  const store = await openStore({ databaseUrl });
  onTestFinished(store.close);
  const write = () => store.pool.query('insert into written values (1)');
  await write();
  expect(await two?.ask('select n from written')).toHaveLength(1);

  // As a server does that becomes a standby: its sessions end, and new ones take no writes.
  await become(two, 'standby');
  await two?.ask("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cascade_service'");
  await become(one, 'primary');
  await vi.waitFor(write, patience);
  expect(await one?.ask('select n from written')).toHaveLength(1);
});
