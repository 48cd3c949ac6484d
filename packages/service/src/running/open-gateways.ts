import type { Pool } from 'pg';
import { createGateways, type GatewaysOptions, traceGateways } from '../gateways/create-gateways.ts';
import type { FindAttempts } from '../gateways/find-attempts.ts';
import { createReceiptMatcher } from '../gateways/match-receipts.ts';
import type { TakesReceipts } from '../gateways/receipt-line.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { ServiceOptions } from '../service-options.ts';
import type { Shutdown } from '../shutdown.ts';

/** What gateways report to. */
interface Reporting extends TakesReceipts, Pick<GatewaysOptions, 'optOuts'> {
  /** Stores receipts whose attempt is not known yet. */
  readonly pool: Pool;
  /** Looks for attempts by the references of receipts; in the pool if absent. */
  readonly find?: FindAttempts;
  readonly metrics: Pick<Metrics, 'onUnmatched' | 'onDelivery' | 'onBind'>;
}

/** Opens one connection to each gateway. */
export function openGateways(
  { pool, find, onReceipt, onHeardReceipt: onHeard, optOuts, metrics }: Reporting,
  { gateways: settings = {}, log }: ServiceOptions,
  shutdown: Shutdown,
) {
  const { onUnmatched, onDelivery, onBind } = metrics;
  const receipts = createReceiptMatcher({ pool, find, onReceipt, onHeard, onUnmatched, log });
  const opened = createGateways({ settings, onReceipt, receipts, optOuts, onDelivery, onBind, log });
  shutdown.add({ of: 'connections of gateways', end: opened.close });
  return {
    gatewayOf: traceGateways(opened.gatewayOf),
    laneOf: opened.laneOf,
    /** To be called once the engine runs: begins to match the receipts that are stored. */
    startReceipts(): void {
      shutdown.add({ of: 'simulated receipts', end: async () => opened.stop() });
      shutdown.add({ of: 'stored receipts', end: receipts.start() });
    },
  };
}
