import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccountsFile, startService } from '@cascade/service';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts the real service with its demo accounts and its own database; `close` removes the data. */
export async function startDemoService(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const dataFolder = join(tmpdir(), `cascade-docs-${crypto.randomUUID()}`);
  const file = fileURLToPath(import.meta.resolve('@cascade/service/demo/accounts.yaml'));
  const service = await startService({
    dataFolder,
    accounts: await readAccountsFile(file),
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
