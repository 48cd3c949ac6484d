import { applyAccounts } from './accounts/apply/apply-accounts.ts';
import { paths } from './api/operations.ts';
import { createOptOuts } from './gateways/opt-outs.ts';
import { createReceiptLine } from './gateways/receipt-line.ts';
import { createMetrics } from './observability/metrics.ts';
import { logApplied } from './running/log-applied.ts';
import { migrateToServe } from './running/migrate-to-serve.ts';
import { openGateways } from './running/open-gateways.ts';
import { settingsOf } from './running/run-options.ts';
import { runStore } from './running/run-store.ts';
import { serve } from './running/serve.ts';
import type { RunningService, ServiceOptions } from './service-options.ts';
import type { Shutdown } from './shutdown.ts';
import { withinLimit } from './store/connection/stop-within-limit.ts';
import type { Store } from './store/open-store.ts';

/**
 * Starts the service on a database: tables, accounts, engine, callbacks, and the API last.
 * @param shutdown Ends what was started, also if a later part cannot start.
 */
export async function startService(
  store: Store,
  options: ServiceOptions,
  shutdown: Shutdown,
): Promise<RunningService> {
  const { log, accounts } = options;
  const { pool } = store;
  const settingUp = await migrateToServe(store, { log, shutdown });
  if (accounts !== undefined) logApplied(log, await applyAccounts(settingUp, accounts));
  const metrics = createMetrics({ operations: Object.values(paths) });
  const line = createReceiptLine();
  const gateways = openGateways({ pool, optOuts: createOptOuts(pool), ...line, metrics }, options, shutdown);
  const running = await runStore(store, { ...settingsOf(options), log, shutdown, metrics, gateways });
  metrics.observe([running]);
  line.connect(running);
  gateways.startReceipts();
  const urls = await serve(running, { stores: [running], metrics, options, shutdown });
  return { ...urls, close: () => withinLimit(store.connections, log, shutdown) };
}
