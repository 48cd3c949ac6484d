import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceProcess } from '@cascade/service/bench';
import { apiKey, benchFile } from '../accounts-file.ts';
import { killTree } from '../processor-time.ts';
import type { Around, System } from './system.ts';

/** The service with its own PostgreSQL, fsync on, as an operator starts it; it refuses nothing. */
export async function startCascade({ gateway, receiverUrl, reports }: Around): Promise<System> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-peers-'));
  const accounts = join(folder, 'accounts.yaml');
  const statuses = reports === 1 ? ['DELIVERED'] : ['ENQUEUED', 'SENT', 'DELIVERED'];
  await writeFile(accounts, benchFile(receiverUrl, statuses));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = `${folder}-data`;
  const start = (): Promise<ServiceProcess> =>
    gateway.startService({ args: ['--data', dataFolder, '--accounts', accounts], logLevel: 'error' });
  let service = await start();
  return {
    name: 'cascade',
    says: 'each message, attempt and report is committed to PostgreSQL with fsync',
    running: () => ({ kind: 'cascade', url: service.url, key: apiKey, pids: [service.pid] }),
    async kill() {
      killTree(service.pid);
      await service.kill();
    },
    async restart() {
      service = await start();
    },
    async close() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
