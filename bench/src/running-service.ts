import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '@cascade/service/bench';
import { accountsFile, apiKey } from './end-to-end/accounts-file.ts';
import { readFigures } from './end-to-end/read-figures.ts';
import type { Received } from './end-to-end/receiver.ts';
import { type Forked, forkModule } from './parts/forked.ts';

/** The service as an operator starts it, with its own PostgreSQL, and a receiver of its callbacks. */
export interface RunningService {
  readonly service: ServiceProcess;
  readonly url: string;
  readonly key: string;
  /** Sends what it received every tenth of a second. */
  readonly receiver: Forked<string>;
  /** Resolves once all that was accepted has ended and is reported. @throws {Error} after two minutes. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

const receiverModule = new URL('end-to-end/receiver.ts', import.meta.url);
const secondsToDrain = 120;

/** @param statuses With a callback. */
export async function startRunningService(
  statuses: readonly string[] = ['ENQUEUED', 'SENT', 'DELIVERED'],
): Promise<RunningService> {
  const receiver = await startFastReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
  const accounts = join(folder, 'accounts.yaml');
  await writeFile(accounts, accountsFile(receiver.message, statuses));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = `${folder}-data`;
  const service = await startServiceProcess({
    args: ['--data', dataFolder, '--accounts', accounts],
    logLevel: 'error',
  });
  let callbacks = 0;
  receiver.process.on('message', (got: Received) => {
    callbacks += got.callbacks;
  });
  return {
    service,
    url: service.url,
    key: apiKey,
    receiver,
    async drained() {
      for (const end = performance.now() + secondsToDrain * 1_000; performance.now() < end; ) {
        const { accepted } = await readFigures(service.operationsUrl);
        if (callbacks >= accepted * statuses.length) return;
        await setTimeout(200);
      }
      throw new Error(`not all callbacks came within ${secondsToDrain} s:\n${service.output}`);
    },
    async close() {
      await service.stop();
      await receiver.close();
      await rm(folder, { recursive: true, force: true });
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** A receiver that reports ten times a second. */
export function startFastReceiver(): Promise<Forked<string>> {
  return forkModule<string>(receiverModule, ['100']);
}
