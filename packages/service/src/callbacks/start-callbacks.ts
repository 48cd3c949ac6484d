import { type RetrySchedule, retrySchedule } from '@cascade/transition';
import type { Pool } from 'pg';
import { type Clock, systemClock } from '../clock.ts';
import { defined } from '../defined.ts';
import { type CallbackParcel, callbackRows } from '../due/callback-parcels.ts';
import { DueWork } from '../due/due-work.ts';
import type { Log } from '../log.ts';
import type { PrivateReceivers } from '../permitted-address.ts';
import type { Pauses } from '../poll.ts';
import { createFairShare } from '../sharing/fair-share.ts';
import { type Enlisted, join } from '../store/enlisted.ts';
import type { Replica } from '../store/replica.ts';
import { Delivery } from './deliver.ts';
import { type DispatcherSettings, dispatcherSettings } from './dispatch/dispatcher.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import type { EventOutcome } from './outcome.ts';
import { createOutcomeRecorder } from './record-outcomes.ts';
import { listenForRenewals } from './registrations.ts';
import { parcelsOfChanges, type StatusChange, writeEvents } from './status-change.ts';

export interface CallbackOptions {
  readonly pool: Pool;
  /** This process among those that share the database. */
  readonly replica: Pick<Replica, 'id' | 'holds'>;
  /** How many connections were lost so far; see `Connections`. None if absent. */
  readonly breaks?: () => number;
  /** Leads to the server on which registrations are announced; the pool if absent. */
  readonly announcements?: Pool;
  readonly log: Log;
  /** Allows plain HTTP to loopback; for development only. */
  readonly allowLoopback?: boolean;
  /** None if absent. */
  readonly privateReceivers?: PrivateReceivers;
  readonly clock?: Clock;
  /** From 0 to 1, for jitter. */
  readonly random?: () => number;
  readonly schedule?: RetrySchedule;
  readonly dispatcher?: DispatcherSettings;
  readonly timeoutMs?: number;
  readonly pauseMs?: Pauses;
  /** Called after the outcome of an event is committed. */
  readonly onOutcome?: (outcome: EventOutcome) => void;
}

export type Callbacks = ReturnType<typeof startCallbacks>;

/** Sends status events to their receivers, at least once each (ADR-0018), until it is stopped. */
export function startCallbacks(options: CallbackOptions) {
  const { pool, log, announcements = pool, onOutcome = () => {}, allowLoopback = false } = options;
  const { replica, breaks = () => 0, privateReceivers, pauseMs } = options;
  const { clock = systemClock, random = Math.random, dispatcher: settings = dispatcherSettings } = options;
  const { schedule = retrySchedule, timeoutMs = 15_000 } = options;
  const agent = createGuardedAgent(defined({ allowLoopback, privateReceivers }));
  const share = createFairShare(2 * settings.capacity);
  const due = new DueWork<CallbackParcel>(
    defined({ pool, replica, breaks, log, rows: callbackRows, share, pauseMs, now: clock.monotonic }),
  );
  const record = createOutcomeRecorder({ pool, log, onOutcome });
  const around = { pool, agent, replica, record, log, schedule, settings, timeoutMs, clock, random };
  const delivery = new Delivery({ ...around, wake: () => due.wake() });
  due.start(delivery);
  const renewals = listenForRenewals({ pool: announcements, log }, (accountId) =>
    delivery.renewed(accountId),
  );

  async function end(): Promise<void> {
    await renewals.close();
    await due.stop();
    await agent.close();
  }

  let stopped: Promise<void> | undefined;
  return {
    /** How many status events this process holds. */
    get underWay(): number {
      return share.used;
    },
    /** The destinations that this process sends to, or backs off from. */
    lanes: () => delivery.inspect(),
    /** Status events, and what sends them, to be written in the caller's statement. */
    report: (changes: readonly StatusChange[]) => reportOf(changes, due),
    /** Starts no further attempt, and resolves when the outcomes of those under way are recorded. */
    stop(): Promise<void> {
      delivery.close();
      stopped ??= end();
      return stopped;
    },
  };
}

function reportOf(changes: readonly StatusChange[], due: DueWork<CallbackParcel>): Enlisted {
  const events: Enlisted = { parts: writeEvents(changes), committed() {}, notCommitted() {} };
  return join(events, due.enlist(parcelsOfChanges(changes)));
}
