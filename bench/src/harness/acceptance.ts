import { apiKey } from './accounts.ts';
import type { Bed } from './bed.ts';
import { insertAccounts, openEmptyStore, openIntake, serveIntake } from './intake.ts';
import { saturate } from './load.ts';
import { type RunningService, startRunningService } from './running-service.ts';
import type { Load } from './statistics.ts';

/** Measures how many requests a second are accepted over a number of connections, by a load from another process. */
export type Measure = (connections: number, seconds: number) => Promise<Load>;

export interface Acceptance {
  /** The server and its checks without a store. */
  readonly floor: Measure;
  /** The same with the intake behind it, and no engine that works on what is accepted. */
  readonly withoutEngine: Measure;
  /** The running service, engine and callbacks included; resolves once its work has ended, too. */
  readonly withEngine: Measure;
}

/** Opens a store, and a service with a store of its own. */
export async function openAcceptance(bed: Bed): Promise<Acceptance> {
  // The running service has the data folder of the bed.
  const { pool, connectionString } = await openEmptyStore(bed, { dataFolder: `${bed.folder}-intake` });
  const { intake } = await openIntake(bed, pool, connectionString);
  const [account = 0] = await insertAccounts(pool);
  const instantly = { waiting: 0, submit: async () => 'accepted' as const, drained: async () => {} };
  let running: RunningService | undefined;
  let sent = 0;

  const measure =
    (under: Parameters<typeof serveIntake>[0]): Measure =>
    async (connections, seconds) => {
      const { url, close } = await serveIntake(under, account);
      try {
        return await saturate({ url, key: apiKey, connections, seconds });
      } finally {
        await close();
      }
    };

  return {
    floor: measure(instantly),
    withoutEngine: measure(intake),
    async withEngine(connections, seconds) {
      running ??= await startRunningService(bed);
      const load = await saturate({ url: running.service.url, key: apiKey, connections, seconds });
      sent += load.calls;
      await running.drained(sent);
      return load;
    },
  };
}
