import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccountsFile } from '../accounts/file/read-accounts-file.ts';
import { startService } from '../start-service.ts';
import { furnishDataFolder } from './furnish-data-folder.ts';

export interface TemporaryServiceOptions {
  /** 0, and so if absent, takes a free port. */
  readonly port?: number;
  /** The demo accounts if absent. */
  readonly accountsFile?: string;
}

/** A service whose data do not outlive it. */
export interface TemporaryService {
  readonly url: string;
  /** Stops it and deletes its database. */
  close(): Promise<void>;
}

const demoAccounts = fileURLToPath(new URL('../../demo/accounts.yaml', import.meta.url));
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts the service on loopback with a database of its own; rejects, and leaves no data, if it cannot start. */
export async function startTemporaryService({
  port = 0,
  accountsFile = demoAccounts,
}: TemporaryServiceOptions = {}): Promise<TemporaryService> {
  const dataFolder = join(tmpdir(), `cascade-temporary-${randomUUID()}`);
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  const accounts = await readAccountsFile(accountsFile);
  const options = { dataFolder, accounts, port, operationsPort: 0, allowLoopback: true, log: silent };
  try {
    await furnishDataFolder(dataFolder);
    const service = await startService(options);
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
