import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProcess, startServiceProcess } from '@cascade/service/bench';
import { accountsFile, apiKey } from '../end-to-end/accounts-file.ts';
import { killTree } from '../processor-time.ts';
import type { Around, System } from './system.ts';

/** The service with its own PostgreSQL, fsync on, as an operator starts it; it refuses nothing. */
export async function startCascade({ smscPort, receiverUrl, reports }: Around): Promise<System> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-peers-'));
  const [accounts, config] = [join(folder, 'accounts.yaml'), join(folder, 'service.yaml')];
  const statuses = reports === 1 ? ['DELIVERED'] : ['ENQUEUED', 'SENT', 'DELIVERED'];
  await writeFile(accounts, accountsFile(receiverUrl, statuses));
  await writeFile(config, serviceFile(smscPort));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = `${folder}-data`;
  const start = (): Promise<ServiceProcess> =>
    startServiceProcess({
      args: ['--data', dataFolder, '--accounts', accounts, '--config', config],
      logLevel: 'error',
    });
  let service = await start();
  return {
    name: 'cascade',
    says: 'each message, attempt and report is committed to PostgreSQL with fsync',
    running: () => ({ kind: 'cascade', url: service.url, key: apiKey, pids: [service.pid] }),
    async killAndRestart() {
      killTree(service.pid);
      await service.kill();
      service = await start();
    },
    async close() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** JSON is YAML. No limit of lag, so that nothing is refused. */
function serviceFile(port: number): string {
  const SMS = {
    kind: 'smpp',
    host: '127.0.0.1',
    port,
    systemId: 'cascade',
    password: 'secret',
    window: 100,
    reconnectSeconds: 0.2,
  };
  return JSON.stringify({ gateways: { SMS }, limits: { lagSeconds: 3_600 } });
}
