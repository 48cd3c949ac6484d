import type { Pool } from 'pg';
import type { CallbackOptions } from '../callbacks/start-callbacks.ts';
import type { EngineSettings } from '../engine/start-engine.ts';
import { findUnserved, findWithOptOuts, type Gateways } from '../gateways/create-gateways.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { type AddressPolicy, createPrivateReceivers } from '../permitted-address.ts';
import type { ServiceOptions } from '../service-options.ts';
import type { Shutdown } from '../shutdown.ts';
import type { Connections } from '../store/connection/connections.ts';
import type { Tables } from '../store/tables.ts';

/** A database that the service runs on. */
export interface ServedDatabase {
  readonly pool: Pool;
  readonly connectionString: string;
  readonly connections: Connections;
  readonly tables?: Tables;
  /** Where accounts are changed, changes are announced and ids are given; the pool if absent. */
  readonly centralPool?: Pool;
}

/** What an operator decides, as the parts that run on a database need it. */
interface RunSettings {
  readonly engineSettings: EngineSettings;
  readonly receivers: AddressPolicy;
  readonly callbacks: Pick<CallbackOptions, 'schedule' | 'dispatcher' | 'timeoutMs'>;
  readonly lagSeconds: number;
  readonly retentionDays: number | undefined;
  readonly undeliveredDays: number;
}

export interface RunOptions extends RunSettings {
  readonly log: Log;
  readonly shutdown: Shutdown;
  readonly gateways: Pick<Gateways, 'gatewayOf' | 'laneOf'>;
  readonly metrics: Pick<
    Metrics,
    'onCommit' | 'onApplied' | 'onResultCommitted' | 'onWithdrawal' | 'onOutcome' | 'onFindings'
  >;
}

export function settingsOf(options: ServiceOptions): RunSettings {
  const { gateways = {}, lengthLimits = {}, lagSeconds = 5, undeliveredDays = 30 } = options;
  const { retentionDays, allowLoopback = false, privateReceivers = [], callbacks = {} } = options;
  return {
    lagSeconds,
    undeliveredDays,
    retentionDays,
    engineSettings: {
      lengthLimits,
      withoutGateway: findUnserved(gateways),
      withOptOuts: findWithOptOuts(gateways),
    },
    receivers: { allowLoopback, privateReceivers: createPrivateReceivers(privateReceivers) },
    callbacks,
  };
}
