import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from './data-folder.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { ask, killChild, killServer, serverPid, startInChild, temporaryDataFolder } from './testing/index.ts';

const dataFolder = temporaryDataFolder(afterAll);

test('a short visitor leaves the server to a process that has not rejoined yet', async () => {
  const service = await startInChild({ dataFolder });
  // It is too busy to notice anything for a moment.
  service.process.kill('SIGSTOP');
  await killServer(dataFolder);
  const visitor = await startEmbeddedPostgres({ dataFolder });
  const pid = await serverPid(dataFolder);
  await visitor.stop();
  expect(isAlive(pid)).toBe(true);
  service.process.kill('SIGCONT');
  expect(await ask(service.connectionString ?? '', 'select 42')).toBe(42);
  expect(await serverPid(dataFolder)).toBe(pid);
  await killChild(service.process);
  const last = await startEmbeddedPostgres({ dataFolder });
  await last.stop();
  expect(existsSync(join(dataFolder, 'cluster', 'postmaster.pid'))).toBe(false);
});
