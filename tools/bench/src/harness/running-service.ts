import { benchAccount } from './accounts.ts';
import type { Bed } from './bed.ts';
import type { Received } from './children/report-receiver.ts';
import { readFigures } from './metrics.ts';
import { startReporter } from './receivers.ts';
import { until } from './waits.ts';

export type RunningService = Awaited<ReturnType<typeof startRunningService>>;

export const allStatuses = ['ENQUEUED', 'SENT', 'DELIVERED'] as const;

/**
 * The service as an operator starts it, with its own PostgreSQL, and a receiver of its callbacks, which sends what it received
 * every tenth of a second. The key of its account is `apiKey`. @param statuses With a callback.
 */
export async function startRunningService(bed: Bed, statuses: readonly string[] = allStatuses) {
  const receiver = await startReporter(bed, 100);
  const service = await bed.service({ accounts: [benchAccount(receiver.message, statuses)] });
  let callbacks = 0;
  let lastAt = performance.now();
  receiver.process.on('message', (got: Received) => {
    callbacks += got.callbacks;
    if (got.callbacks > 0) lastAt = performance.now();
  });
  return {
    service,
    receiver,
    /**
     * Resolves once as many messages have ended since the start, and are reported or no callback has come for three
     * seconds: a callback that failed is repeated minutes later. @throws {Error} after two minutes.
     */
    async drained(messages: number) {
      const isDrained = async () => {
        const { ended } = await readFigures(service.operationsUrl);
        const missing = messages * statuses.length - callbacks;
        return ended >= messages && (missing <= 0 || performance.now() - lastAt > 3_000);
      };
      const what = () => `all of ${messages} messages had ended:\n${service.output}`;
      await until(what, isDrained, { seconds: 120, pauseMs: 200 });
    },
  };
}
