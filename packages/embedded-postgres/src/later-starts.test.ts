import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { EmbeddedPostgresError } from './errors.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import {
  ask,
  killChild,
  killServer,
  serverPid,
  startHere,
  startInChild,
  temporaryDataFolder,
  untilAlone,
} from './testing/index.ts';

// The comma is for the setting that lists the folders of sockets.
const dataFolder = temporaryDataFolder(afterAll, 'a, b');
const inFolder = (...path: readonly string[]) => join(dataFolder, ...path);

beforeAll(async () => {
  const server = await startEmbeddedPostgres({ dataFolder });
  await ask(server.connectionString, 'create table kept as select 0 as answer');
  await server.stop();
});

describe('the server', () => {
  test('keeps acknowledged commits, and speaks UTF-8 anywhere', async () => {
    const { connectionString } = await startHere({ dataFolder });
    const settings: Record<string, unknown> = {
      server_encoding: 'UTF8',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      max_connections: '50',
      listen_addresses: '',
    };
    for (const [name, value] of Object.entries(settings))
      expect.soft(await ask(connectionString, `show ${name}`), name).toBe(value);
    expect(await ask(connectionString, 'show server_version')).toMatch(/^18\./);
    expect(await ask(connectionString, 'select datlocale from pg_database')).toBe('C.UTF-8');
    expect(await ask(connectionString, 'select usesuper from pg_user where usename = user')).toBe(false);
  });

  test('rejects other users, and logs no data', async () => {
    const { connectionString } = await startHere({ dataFolder });
    const open = ['cluster', 'sockets', 'postgres.log', join('sockets', '.s.PGSQL.5432')].filter(
      (name) => (statSync(inFolder(name)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    await expect(ask(connectionString, "select 'secret'::integer")).rejects.toThrow('secret');
    expect(await readFile(inFolder('postgres.log'), 'utf8')).not.toContain('secret');
  });

  test.runIf(process.getuid?.() === 0)(
    'runs as another user than root, who cannot change the programs',
    async () => {
      expect(statSync(inFolder('cluster')).uid).not.toBe(0);
      const [programs = ''] = readdirSync(dataFolder).filter((name) => name.startsWith('postgres-'));
      expect(statSync(inFolder(programs, 'bin', 'postgres')).uid).toBe(0);
    },
  );

  test('that dies is restarted, with every committed row', async () => {
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { connectionString } = await startHere({ dataFolder, log });
    await ask(connectionString, 'update kept set answer = 1');
    const pid = await serverPid(dataFolder);
    await killServer(dataFolder);
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith({}, 'PostgreSQL is back'), {
      timeout: 60_000,
    });
    expect(await serverPid(dataFolder)).not.toBe(pid);
    expect(await ask(connectionString, 'select answer from kept')).toBe(1);
  });
});

describe('a later start', () => {
  test('has the data, and removes the programs of other versions', async () => {
    const first = await startHere({ dataFolder });
    await ask(first.connectionString, 'update kept set answer = 2');
    await first.stop();
    await mkdir(inFolder('postgres-18.3.0'));
    const { connectionString } = await startHere({ dataFolder });
    expect(await ask(connectionString, 'select answer from kept')).toBe(2);
    expect(existsSync(inFolder('postgres-18.3.0'))).toBe(false);
  });

  test('after a killed Node finds its server at work, and ends it', async () => {
    const child = await startInChild({ dataFolder });
    const pid = await serverPid(dataFolder);
    await killChild(child.process);
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { connectionString, stop } = await startHere({ dataFolder, log });
    expect(await serverPid(dataFolder)).toBe(pid);
    expect(log.info).not.toHaveBeenCalled();
    await untilAlone(connectionString);
    await stop();
    await expect(ask(connectionString, 'select')).rejects.toThrow('ENOENT');
  });

  test('after both were killed has all that was committed', async () => {
    const child = await startInChild({ dataFolder });
    await ask(child.connectionString ?? '', 'update kept set answer = 3');
    await killChild(child.process);
    await killServer(dataFolder);
    const { connectionString } = await startHere({ dataFolder });
    expect(await ask(connectionString, 'select answer from kept')).toBe(3);
  });

  test('starts despite lock files whose process id now belongs to another program', async () => {
    const { uid, gid } = statSync(inFolder('cluster'));
    // Not Node: the user may not enter the folder of this repository.
    const stranger = spawn('sleep', ['600'], { uid, gid, cwd: '/', stdio: 'ignore' });
    onTestFinished(() => void stranger.kill());
    await once(stranger, 'spawn');
    await writeFile(inFolder('cluster', 'postmaster.pid'), `${stranger.pid}\n`);
    await writeFile(inFolder('sockets', '.s.PGSQL.5432.lock'), `${stranger.pid}\n`);
    const { connectionString } = await startHere({ dataFolder });
    expect(await ask(connectionString, 'select 42')).toBe(42);
  });
});

describe('a later start is refused', () => {
  const version = inFolder('cluster', 'PG_VERSION');

  test('on the data of another major version', async () => {
    onTestFinished(() => writeFile(version, '18\n'));
    await writeFile(version, '17\n');
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(
      /made by PostgreSQL 17, and this one is 18.*restore the dump/,
    );
  });

  test('on a folder that holds no database', async () => {
    onTestFinished(() => writeFile(version, '18\n'));
    await rm(version);
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow('holds no PostgreSQL database');
  });

  test('with the last words of the server, if that does not want to', async () => {
    await rename(inFolder('cluster', 'global'), inFolder('global'));
    onTestFinished(() => rename(inFolder('global'), inFolder('cluster', 'global')));
    const start = startEmbeddedPostgres({ dataFolder });
    await expect(start).rejects.toThrow(EmbeddedPostgresError);
    await expect(start).rejects.toThrow(/did not start.*postgres\.log.*global\/pg_control/s);
  });
});
