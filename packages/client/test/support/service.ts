import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { furnishDataFolder, lookInto, startServiceProcess } from '@cascade/service/bench';

/** The service in a separate process, with its own store and the demo accounts. */
export interface Service {
  readonly url: string;
  /** How many messages the store holds, or how many of a request id. */
  count(requestId?: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it; the caller stops it. */
export async function startService(): Promise<Service> {
  const dataFolder = join(tmpdir(), `cascade-client-${randomUUID()}`);
  const accounts = fileURLToPath(import.meta.resolve('@cascade/service/demo/accounts.yaml'));
  await furnishDataFolder(dataFolder);
  const service = await startServiceProcess({ args: ['--data', dataFolder, '--accounts', accounts] });
  return {
    url: service.url,
    count: (requestId) =>
      lookInto(dataFolder, async (pool) => {
        const { rows } = await pool.query<{ count: number }>(
          'select count(*)::int from cascade.messages where $1::uuid is null or request_id = $1',
          [requestId ?? null],
        );
        return rows[0]?.count ?? 0;
      }),
    async stop() {
      await service.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
