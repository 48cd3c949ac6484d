import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { socketFolderOf } from './socket-folder.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import {
  ask,
  canBecomeStranger,
  killChild,
  spawnStart,
  startHere,
  startInChild,
  stranger,
  temporaryDataFolder,
  untilAlone,
} from './testing/index.ts';

const isRoot = process.getuid?.() === 0;

describe('the first start', () => {
  test('by two processes at once makes one server, which the last of them ends', async () => {
    const dataFolder = temporaryDataFolder(onTestFinished);
    const [first, child] = await Promise.all([startHere({ dataFolder }), startInChild({ dataFolder })]);
    expect(child.connectionString).toBe(first.connectionString);
    const startedAt = await ask(first.connectionString, 'select pg_postmaster_start_time()');
    await first.stop();
    const { connectionString, stop } = await startHere({ dataFolder });
    await killChild(child.process);
    expect(await ask(connectionString, 'select pg_postmaster_start_time()')).toEqual(startedAt);
    await untilAlone(connectionString);
    await stop();
    await expect(ask(connectionString, 'select')).rejects.toThrow('ENOENT');
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('tmp-'))).toEqual([]);
  });

  test('begins anew where an earlier one was killed on the way, and minds no PG… variable', async () => {
    const dataFolder = temporaryDataFolder(onTestFinished);
    const unfinished = () => readdirSync(dataFolder).filter((name) => name.startsWith('tmp-'));
    const child = spawnStart({ dataFolder });
    await vi.waitFor(() => statSync(join(dataFolder, unfinished()[0] ?? '', 'PG_VERSION')), {
      interval: 5,
      timeout: 60_000,
    });
    await killChild(child);
    expect(existsSync(join(dataFolder, 'cluster'))).toBe(false);
    const misleading = {
      PGHOST: 'nowhere',
      PGPORT: '1',
      PGUSER: 'nobody',
      PGSSLMODE: 'require',
      PGDATA: '/',
    };
    for (const [name, value] of Object.entries(misleading)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    await startHere({ dataFolder });
    expect(unfinished()).toEqual([]);
  });
});

describe('the path of the data folder', () => {
  test('may be longer than that of a socket, and hold almost anything', async () => {
    const dataFolder = temporaryDataFolder(onTestFinished, `a b,c'é%20+&#?;${'d'.repeat(100)}`);
    const { connectionString } = await startHere({ dataFolder });
    const { uid, gid } = statSync(join(dataFolder, 'cluster'));
    const sockets = socketFolderOf(dataFolder, { uid, gid });
    onTestFinished(() => rm(sockets, { recursive: true }));
    expect(connectionString).toContain(encodeURIComponent(sockets));
    expect(statSync(sockets).mode & 0o077).toBe(0);
    expect(await ask(connectionString, 'select 42')).toBe(42);
  });

  test.each(['"', '$', '`', '\\', '\n'])('may not hold %j', async (character) => {
    const dataFolder = temporaryDataFolder(onTestFinished, `a${character}b`);
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow('Choose another one');
    expect(existsSync(dataFolder)).toBe(false);
  });
});

describe('a data folder cannot be used', () => {
  test('if it is a file', async () => {
    const dataFolder = temporaryDataFolder(onTestFinished, 'file');
    await mkdir(dirname(dataFolder), { recursive: true });
    await writeFile(dataFolder, '');
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(
      /cannot be used.*another data folder/,
    );
  });

  test.runIf(isRoot)('if its data belong to root', async () => {
    const dataFolder = temporaryDataFolder(onTestFinished);
    await mkdir(join(dataFolder, 'cluster'), { recursive: true });
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(/belongs to the user id 0.*chown -R/);
  });

  test.runIf(isRoot)('if the user of the server cannot get there', async () => {
    const dataFolder = temporaryDataFolder(onTestFinished, 'data');
    await mkdir(dirname(dataFolder), { recursive: true, mode: 0o700 });
    await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(/may not run .*that it can reach/);
  });

  test.runIf(canBecomeStranger())('without the right to write', async () => {
    const dataFolder = temporaryDataFolder(onTestFinished, 'data');
    await mkdir(dirname(dataFolder), { mode: 0o755 });
    const { message } = await startInChild({ dataFolder }, stranger);
    expect(message).toMatch(/cannot be used.*right to write there/);
  });
});

test.runIf(canBecomeStranger())('who has no name on this system is told to get one', async () => {
  const dataFolder = temporaryDataFolder(onTestFinished, 'data');
  await mkdir(dirname(dataFolder));
  await chmod(dirname(dataFolder), 0o777);
  const { message } = await startInChild({ dataFolder }, { uid: 54321, gid: 54321 });
  expect(message).toMatch(/could not be made .*a name in \/etc\/passwd/);
});

test.runIf(canBecomeStranger())('who is not root runs the server, and root may join', async () => {
  const dataFolder = temporaryDataFolder(onTestFinished, 'data');
  await mkdir(dirname(dataFolder));
  await chmod(dirname(dataFolder), 0o777);
  const child = await startInChild({ dataFolder }, stranger);
  expect(statSync(dataFolder)).toMatchObject({ uid: stranger.uid, mode: 0o40700 });
  const { connectionString } = await startHere({ dataFolder });
  expect(connectionString).toBe(child.connectionString);
  await killChild(child.process);
});
