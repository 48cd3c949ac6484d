import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { silent } from '../../log.ts';
import { type ServerBehindProxy, startServerBehindProxy } from '../../testing/server-behind-proxy.ts';
import { systemPostgres, systemPrograms } from '../../testing/system-postgres.ts';
import { runConcurrently } from '../migrate.ts';
import { openStore } from '../open-store.ts';
import { createConnections, watchServers } from './connections.ts';
import { askServer, createServers, StandbyError, urlsOf, type WritableServer } from './servers.ts';

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

describe('of two servers that take writes', () => {
  const server = (port: number, timeline: number, cluster = 'c') => ({ host: 'h', port, cluster, timeline });
  /** Servers by URL, which answer what the test has set. */
  const arrange = (...urls: readonly string[]) => {
    const answers = new Map<string, WritableServer | StandbyError | undefined>();
    const ask = async (url: string) => {
      const answer = answers.get(url);
      if (answer === undefined) throw new Error(`${url} is down`);
      if (answer instanceof StandbyError) throw answer;
      return answer;
    };
    return { answers, servers: createServers(urls, ask) };
  };

  test('that was promoted last is used, wherever the URL names it', async () => {
    for (const urls of [
      ['old', 'new'],
      ['new', 'old'],
    ]) {
      const { answers, servers } = arrange(...urls);
      answers.set('old', server(1, 3)).set('new', server(2, 4));
      expect(await servers.find()).toMatchObject({ port: 2 });
    }
  });

  test('that was left behind is refused once the newer one was seen, and found again with a higher timeline', async () => {
    const { answers, servers } = arrange('old', 'new');
    answers.set('new', server(2, 4));
    await servers.find();
    servers.forget();
    answers.set('new', undefined).set('old', server(1, 3));
    await expect(servers.find()).rejects.toThrow('new is down; h:1 is a primary that was left behind');
    answers.set('old', server(1, 5));
    expect(await servers.find()).toMatchObject({ port: 1 });
  });

  test('that was left behind is used again once no server has the newer timeline', async () => {
    const { answers, servers } = arrange('old', 'new', 'third');
    const standby = (timeline: number) => new StandbyError('h', timeline);
    answers.set('new', server(2, 4)).set('third', standby(3));
    await servers.find();
    servers.forget();
    answers.set('old', server(1, 3)).set('new', standby(4));
    await expect(servers.find()).rejects.toThrow('left behind');
    answers.set('new', standby(Number.NaN));
    await expect(servers.find()).rejects.toThrow('left behind');
    answers.set('new', standby(3)).set('third', undefined);
    await expect(servers.find()).rejects.toThrow('left behind');
    answers.set('third', server(3, 2));
    await expect(servers.find()).rejects.toThrow('left behind');
    answers.set('third', standby(3));
    expect(await servers.find()).toMatchObject({ port: 1 });
    servers.forget();
    answers.set('new', server(2, 4));
    expect(await servers.find()).toMatchObject({ port: 2 });
  });

  test('that in use is left behind once the other is promoted, although it still takes writes', async () => {
    const { answers, servers } = arrange('old', 'new');
    expect(await servers.isLeftBehind()).toBe(false);
    answers.set('old', server(1, 3));
    await servers.find();
    expect(await servers.isLeftBehind()).toBe(false);
    answers.set('new', server(2, 4));
    expect(await servers.isLeftBehind()).toBe(true);
    servers.forget();
    expect(await servers.find()).toMatchObject({ port: 2 });
    expect(await servers.isLeftBehind()).toBe(false);
    answers.clear();
    expect(await servers.isLeftBehind()).toBe(false);
  });

  test('the connections to the old one are replaced', async () => {
    const { answers, servers } = arrange('old', 'new');
    answers.set('old', server(1, 3));
    await servers.find();
    const connections = createConnections({ servers });
    const retired = new Promise((retire) => {
      const idle = {
        heardAt: 0,
        waitingSince: Number.NaN,
        deadlineMs: 0,
        session: undefined,
        server: undefined,
      };
      connections.add({ ...idle, retire, destroy: () => {} });
    });
    onTestFinished(watchServers(connections, silent, 1));
    answers.set('new', server(2, 4));
    expect(await retired).toMatchObject({ message: expect.stringContaining('takes no writes') });
    expect(await servers.find()).toMatchObject({ port: 2 });
  });

  test('the first of the URL is used if both have the same timeline, or the cluster is another', async () => {
    const { answers, servers } = arrange('one', 'two');
    answers.set('one', server(1, 4)).set('two', server(2, 4));
    expect(await servers.find()).toMatchObject({ port: 1 });
    servers.forget();
    answers.set('one', server(1, 1, 'other')).set('two', undefined);
    expect(await servers.find()).toMatchObject({ port: 1 });
  });

  test('that was promoted last is found at the start however late it answers, and a silent one delays no later search', async () => {
    const late = Promise.withResolvers<WritableServer>();
    const ask = async (url: string) => (url === 'late' ? late.promise : server(1, 3));
    const servers = createServers(['old', 'late'], ask);
    const found = servers.find();
    await new Promise((resolve) => setTimeout(resolve, 700));
    late.resolve(server(2, 4));
    expect(await found).toMatchObject({ port: 2 });

    let isSilent = false;
    const silenced = async () => (isSilent ? new Promise<never>(() => {}) : server(2, 4));
    const others = createServers(['silent', 'heard'], (url) => (url === 'silent' ? silenced() : ask('old')));
    await others.find();
    others.forget();
    isSilent = true;
    await expect(others.find()).rejects.toThrow('left behind');
  });

  test('a search that failed is not remembered, and does not forget a later one', async () => {
    const { answers, servers } = arrange('one', 'two');
    const failed = servers.find();
    servers.forget();
    answers.set('one', server(1, 1));
    const later = servers.find();
    await expect(failed).rejects.toThrow('takes writes');
    expect(servers.find()).toBe(later);
    await later;
    servers.forget();
    answers.clear();
    await expect(servers.find()).rejects.toThrow('takes writes');
    answers.set('one', server(1, 1));
    expect(await servers.find()).toMatchObject({ port: 1 });
  });
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

/** One address for both servers, as a virtual IP has it: what is connected stays where it is when it moves. */
async function startVirtualAddress(ports: readonly [number, number]) {
  let [port] = ports;
  const address = createServer((socket) => {
    const server = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => server.destroy());
    server.on('error', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  });
  await once(address.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void address.close());
  return {
    port: (address.address() as AddressInfo).port,
    move() {
      [, port] = ports;
    },
  };
}

test('after a virtual address has moved, no connection to the former server is used, and the move counts', {
  timeout: 120_000,
}, async () => {
  const [one, two] = servers;
  await become(one, 'primary');
  await become(two, 'primary');
  for (const server of servers) await server.ask('truncate written');
  const address = await startVirtualAddress([one?.proxy.port ?? 0, two?.proxy.port ?? 0]);
  const store = await openStore({
    databaseUrl: `postgresql://cascade_service@127.0.0.1:${address.port}/cascade?sslmode=disable`,
  });
  onTestFinished(store.close);
  const write = () => store.pool.query('insert into written values (1)');
  await write();
  const before = store.connections.breaks;
  const busy = await store.pool.connect();
  address.move();
  // It needs another connection, and finds out.
  await write().finally(() => busy.release());
  expect(store.connections.breaks).toBe(before + 1);
  await write();
  await write();
  expect(await one?.ask('select n from written')).toHaveLength(1);
  expect(await two?.ask('select n from written')).toHaveLength(3);
  expect(store.connections.breaks).toBe(before + 1);
});

test('an index is built on the server that takes writes, although the URL names the other first', {
  timeout: 120_000,
}, async () => {
  const [one, two] = servers;
  await become(one, 'standby');
  await become(two, 'primary');
  const ports = servers.map(({ proxy }) => `127.0.0.1:${proxy.port}`).join();
  const store = await openStore({
    databaseUrl: `postgresql://cascade_service@${ports}/cascade?sslmode=disable`,
  });
  onTestFinished(store.close);
  await store.pool.query('create table indexed (n integer)');
  const sql = 'create index concurrently indexed_n on indexed (n)';
  await runConcurrently(store.pool, [{ sql, createdIndex: 'indexed_n' }], {
    signal: undefined,
    onProgress: undefined,
  });
  expect(await two?.ask("select from pg_class where relname = 'indexed_n'")).toHaveLength(1);
});

test('a server tells its cluster and timeline to a user without privileges', {
  timeout: 120_000,
}, async () => {
  const [one] = servers;
  await become(one, 'primary');
  const answer = await askServer(one?.databaseUrl ?? '');
  expect(answer).toMatchObject({ port: one?.proxy.port, timeline: 1 });
  const [row] =
    (await one?.ask<{ id: string }>('select system_identifier::text as id from pg_control_system()')) ?? [];
  expect(answer.cluster).toBe(row?.id);
});

test.skipIf(systemPrograms === undefined)('a standby tells its timeline', { timeout: 120_000 }, async () => {
  const server = await systemPostgres();
  onTestFinished(async () => void (await server.remove()));
  const { databaseUrl = '' } = server.store;
  expect(await askServer(databaseUrl)).toMatchObject({ timeline: 1 });
  await server.takeAway();
  const folder = new URL(databaseUrl).searchParams.get('host') ?? '';
  await writeFile(join(folder, 'cluster', 'standby.signal'), '');
  await server.bringBack();
  const error = await askServer(databaseUrl).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StandbyError);
  expect(error).toMatchObject({ timeline: 1 });
});
