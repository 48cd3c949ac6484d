import type { AccountsFile } from './accounts/file/read-accounts-file.ts';
import type { CallbackOptions } from './callbacks/start-callbacks.ts';
import type { GatewaySettings } from './gateways/create-gateways.ts';
import type { Log } from './log.ts';
import type { StoreOptions } from './store/open-store.ts';

export interface ServiceOptions extends Pick<StoreOptions, 'databaseUrl' | 'dataFolder'> {
  readonly log: Log;
  /** Applied before the first request. */
  readonly accounts?: AccountsFile;
  /** 4012 if absent; 0 for any free port. */
  readonly port?: number;
  /** 4013 if absent; 0 for any free port. */
  readonly operationsPort?: number;
  /** The address of the documentation portal, which the pages for operators link; no link if absent. */
  readonly portal?: string;
  /** `127.0.0.1` if absent. */
  readonly host?: string;
  /** Development: allows callbacks to plain HTTP on loopback. */
  readonly allowLoopback?: boolean;
  /** Networks (CIDR) and hosts on private addresses that callbacks may be sent to; none if absent. */
  readonly privateReceivers?: readonly string[];
  /**
   * A channel that it does not name is simulated; `cascade-service start` refuses that outside development.
   */
  readonly gateways?: GatewaySettings;
  /** The maximum length in code points, by channel; no limit if absent (ADR-0030). */
  readonly lengthLimits?: Readonly<Record<string, number>>;
  /** Seconds that due work may be late before new messages are refused; 5 if absent. */
  readonly lagSeconds?: number;
  /** `whsec_…` of HTTP gateways; without any, receipts are not accepted. */
  readonly receiptSecrets?: readonly string[];
  /** Days that a scheduled message is kept after it ended; no limit if absent. */
  readonly retentionDays?: number;
  /** Days that an undelivered event can be sent again, and its message is kept; 30 if absent. */
  readonly undeliveredDays?: number;
  /** Time-out and retry schedule of callbacks; those of ADR-0018 if absent. */
  readonly callbacks?: Pick<CallbackOptions, 'schedule' | 'dispatcher' | 'timeoutMs'>;
}

/** A running service. */
export interface RunningService {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  /** Base URL of health, readiness and metrics. */
  readonly operationsUrl: string;
  /** Finishes the work in progress and stops. Work that is due later stays in the database. */
  close(): Promise<void>;
}
