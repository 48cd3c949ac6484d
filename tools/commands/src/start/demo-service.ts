import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccountsFile, startService } from '@cascade/service';
import type { RunningServer } from './running-server.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** The service with the demo accounts and its own database; closing it deletes the database. */
export async function startDemoService(port: number): Promise<RunningServer> {
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = join(tmpdir(), `cascade-demo-${process.pid}-${crypto.randomUUID().slice(0, 8)}`);
  const accounts = await readAccountsFile(
    fileURLToPath(import.meta.resolve('@cascade/service/demo/accounts.yaml')),
  );
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    const service = await startService({
      dataFolder,
      accounts,
      port,
      operationsPort: 0,
      allowLoopback: true,
      log: silent,
    });
    return {
      url: service.url,
      async close() {
        await service.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
