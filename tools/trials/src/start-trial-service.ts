import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAccountsFile, startService } from '@cascade/service';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts the service with these accounts and a database of its own; `close` removes the data. */
export async function startTrialService(
  accountsFile: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const dataFolder = join(tmpdir(), `cascade-trials-${crypto.randomUUID()}`);
  const service = await startService({
    dataFolder,
    accounts: await readAccountsFile(accountsFile),
    port: 0,
    operationsPort: 0,
    allowLoopback: true,
    log: silent,
  });
  return {
    url: service.url,
    async close() {
      await service.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
