import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Starts the service as an operator does, logging all it can and keeping all of it, for one test. */
export async function startLoggingService(databaseUrl: string, accounts: string): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'accounts.yaml');
  await writeFile(file, accounts);
  const service = await startServiceProcess({
    args: ['--accounts', file],
    logLevel: 'trace',
    environment: { DATABASE_URL: databaseUrl },
    keptCharacters: Number.POSITIVE_INFINITY,
  });
  onTestFinished(service.kill);
  return service;
}
