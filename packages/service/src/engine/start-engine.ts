import type { Pool } from 'pg';
import type { Callbacks } from '../callbacks/start-callbacks.ts';
import { defined } from '../defined.ts';
import type { GatewayOf, OnReceipt } from '../gateways/gateway.ts';
import { sendJobs } from '../jobs/insert-jobs.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { runQueue } from '../jobs/run-queue.ts';
import type { Log } from '../log.ts';
import { stopBudget } from '../stop-budget.ts';
import type { MessageKey } from '../store/message-key.ts';
import type { ApplyOptions, EngineStore } from './apply-batch.ts';
import { changedMessage } from './changed-message.ts';
import { createApplier } from './create-applier.ts';
import { defaultSettings, type EngineSettings } from './engine-settings.ts';
import { findAccounts } from './find-accounts.ts';
import { createHandlers } from './handlers.ts';
import { createSends, type SendOptions } from './sends.ts';
import { type StageData, stageJobs } from './stage-jobs.ts';

export interface EngineOptions {
  readonly pool: Pool;
  readonly jobs: Jobs;
  readonly callbacks: Pick<Callbacks, 'write' | 'committed' | 'notCommitted'>;
  readonly gateways: GatewayOf;
  /** This process among those that share the database. */
  readonly replica: SendOptions['replica'];
  readonly log: Log;
  readonly now?: () => Date;
  readonly settings?: EngineSettings;
  /** Called with the messages of each batch after its commit. */
  readonly onApplied?: ApplyOptions['onApplied'];
  readonly onResultCommitted?: SendOptions['onCommitted'];
}

/** The cascade engine, until it is stopped. */
export interface Engine {
  /** Resolves once the receipt is committed. Receipts of unknown attempts are dropped. */
  readonly onReceipt: OnReceipt;
  /** Ends a message whose gateway has reported no final outcome for too long (ADR-0044). */
  endUnreported(message: MessageKey): Promise<void>;
  /** How many jobs are under way, of up to 32 messages each. */
  readonly underWay: number;
  /**
   * Fetches no more jobs, and resolves when those under way are finished. Aborts calls of gateways in time (`stopBudget`).
   * @param seconds Since the stop began; 0 if absent.
   */
  stop(seconds?: number): Promise<void>;
}

/** Runs the cascades of accepted messages (ADR-0019). Any number of replicas may share one database. */
export function startEngine(options: EngineOptions): Engine {
  const { pool, jobs, gateways, replica, log, now = () => new Date(), onApplied = () => {} } = options;
  const { batchSize, concurrency, gatewaySeconds, ...rules } = { ...defaultSettings, ...options.settings };
  const applier = createApplier(engineStore(options), { ...rules, now, onApplied });
  const accountsOf = (messageIds: readonly number[]) => findAccounts(pool, messageIds);
  const { apply } = applier;
  const onCommitted = options.onResultCommitted;
  const sends = createSends(defined({ apply, replica, gateways, gatewaySeconds, onCommitted, log, now }));
  const handlers = createHandlers({ apply, accountsOf, sends, log, now });
  const runners = [
    runQueue<StageData>(jobs, queues.stage, { batchSize, concurrency, log, handle: handlers.stages }),
    runQueue<StageData>(jobs, queues.timer, { batchSize, concurrency: 1, log, handle: handlers.timers }),
  ];
  return {
    onReceipt: handlers.receipt,
    async endUnreported(message) {
      await apply({ kind: 'unreported', ...message, at: now() });
    },
    get underWay() {
      return runners.reduce((sum, runner) => sum + runner.underWay, 0);
    },
    async stop(seconds = 0) {
      const abort = setTimeout(sends.abort, Math.max(0, stopBudget.gateways - seconds) * 1_000);
      await Promise.all(runners.map((runner) => runner.stop()));
      clearTimeout(abort);
      await applier.drained();
    },
  };
}

function engineStore({ pool, jobs, callbacks }: EngineOptions): EngineStore {
  return {
    pool,
    recordChanges(client, changes) {
      const { statements, parcels } = callbacks.write(client, changes);
      return {
        statements,
        committed: (runs) => callbacks.committed(parcels, runs.map(changedMessage)),
        notCommitted: () => callbacks.notCommitted(parcels),
      };
    },
    enqueue: (client, followups) => sendJobs(client, jobs, stageJobs(followups)),
  };
}
