import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '@cascade/service/bench';
import { apiKey, benchFile } from './accounts-file.ts';
import { readFigures } from './end-to-end/read-figures.ts';
import { type Forked, forkModule } from './parts/forked.ts';
import type { Received } from './report-receiver.ts';

/** The service as an operator starts it, with its own PostgreSQL, and a receiver of its callbacks. */
export interface RunningService {
  readonly service: ServiceProcess;
  readonly url: string;
  readonly key: string;
  /** Sends what it received every tenth of a second. */
  readonly receiver: Forked<string>;
  /**
   * Resolves once as many messages have ended since the start, and are reported or no callback has come for three
   * seconds: a callback that failed is repeated minutes later. @throws {Error} after two minutes.
   */
  drained(messages: number): Promise<void>;
  close(): Promise<void>;
}

const receiverModule = new URL('report-receiver.ts', import.meta.url);
const secondsToDrain = 120;

/** @param statuses With a callback. */
export async function startRunningService(
  statuses: readonly string[] = ['ENQUEUED', 'SENT', 'DELIVERED'],
): Promise<RunningService> {
  const receiver = await startFastReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
  const accounts = join(folder, 'accounts.yaml');
  await writeFile(accounts, benchFile(receiver.message, statuses));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = `${folder}-data`;
  const service = await startServiceProcess({
    args: ['--data', dataFolder, '--accounts', accounts],
    logLevel: 'error',
  });
  let callbacks = 0;
  let lastAt = performance.now();
  receiver.process.on('message', (got: Received) => {
    callbacks += got.callbacks;
    if (got.callbacks > 0) lastAt = performance.now();
  });
  return {
    service,
    url: service.url,
    key: apiKey,
    receiver,
    async drained(messages) {
      for (const end = performance.now() + secondsToDrain * 1_000; performance.now() < end; ) {
        const { ended } = await readFigures(service.operationsUrl);
        const missing = messages * statuses.length - callbacks;
        if (ended >= messages && (missing <= 0 || performance.now() - lastAt > 3_000)) return;
        await setTimeout(200);
      }
      throw new Error(`not all of ${messages} messages ended within ${secondsToDrain} s:\n${service.output}`);
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
