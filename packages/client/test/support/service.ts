import { lookInto } from '@cascade/service/bench';
import { demoAccounts, startTestService } from '@cascade/service/testing';

/** The service in a separate process, with its own store and the demo accounts. */
export interface Service {
  readonly url: string;
  /** How many messages the store holds, or how many of a request id. */
  count(requestId?: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it; the caller stops it. */
export async function startService(): Promise<Service> {
  const service = await startTestService({ where: 'process', accounts: demoAccounts });
  return {
    url: service.url,
    count: (requestId) =>
      lookInto(service.dataFolder ?? '', async (pool) => {
        const { rows } = await pool.query<{ count: number }>(
          'select count(*)::int from cascade.messages where $1::uuid is null or request_id = $1',
          [requestId ?? null],
        );
        return rows[0]?.count ?? 0;
      }),
    async stop() {
      await service.stop();
    },
  };
}
