import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  isAlive,
  killChild,
  serverPid,
  startInChild,
  temporaryDataFolder,
} from '@cascade/embedded-postgres/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { removeDeadTestServers } from './test-server.ts';

test('a server of a killed test run is ended and removed by the next run', async () => {
  const run = spawn(process.execPath, ['-e', '']);
  await once(run, 'exit');
  const dataFolder = temporaryDataFolder(onTestFinished, `cascade-test-${run.pid}-0123abcd`);
  const child = await startInChild({ dataFolder });
  await killChild(child.process);
  const pid = await serverPid(dataFolder);
  await removeDeadTestServers(dirname(dataFolder));
  expect(existsSync(dataFolder)).toBe(false);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });
});
