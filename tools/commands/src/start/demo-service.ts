import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccountsFile, startService } from '@cascade/service';
import type { Running } from './servers.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** The service with the demo accounts and a database of its own, both gone when it is closed. */
export async function startDemoService(port: number): Promise<Running> {
  // Made by the database server, which may run as another user than we do.
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
