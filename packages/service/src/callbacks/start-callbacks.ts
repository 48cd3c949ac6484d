import type { Pool } from 'pg';
import { type Clock, systemClock } from '../clock.ts';
import { defined } from '../defined.ts';
import { createHoldings } from '../due/holdings.ts';
import type { Parcel } from '../due/parcels.ts';
import type { Log } from '../log.ts';
import type { PrivateReceivers } from '../permitted-address.ts';
import type { Pauses } from '../poll.ts';
import { createFairShare } from '../sharing/fair-share.ts';
import type { Replica } from '../store/replica.ts';
import { attemptCallback, loadParcels, type WorkerContext } from './callback-worker.ts';
import { createClaims } from './claims.ts';
import { createOwnLoad } from './dispatch/adaptive-limit.ts';
import { createDispatcher, type DispatcherSettings, dispatcherSettings } from './dispatch/dispatcher.ts';
import { type ChangedMessage, createFirstAttempts, createFreshEvents } from './fresh-events.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import type { RegisteredRow } from './load-pending-callbacks.ts';
import { type EventOutcome, outcomeOfDeferral } from './outcome.ts';
import { createOutcomeRecorder } from './record-outcomes.ts';
import { listenForRenewals } from './registrations.ts';
import { type RetrySchedule, retrySchedule } from './retry-schedule.ts';
import { type StatusChange, type WrittenEvents, writeEvents } from './status-change.ts';

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
  const { pool, log, announcements = pool } = options;
  const { agent, holdings, fresh, dispatcher, claims, take } = startSending(options);
  const renewals = listenForRenewals({ pool: announcements, log }, (accountId) => {
    dispatcher.renewed(accountId);
    claims.wakeLane({ accountId, url: null });
  });

  async function end(): Promise<void> {
    await renewals.close();
    await claims.stop(holdings.drained);
    await agent.close();
  }

  let stopped: Promise<void> | undefined;
  return {
    /** How many status events this process holds. */
    get underWay(): number {
      return holdings.events;
    },
    /** The destinations that this process sends to, or backs off from. */
    lanes: dispatcher.inspect,
    /** Status events and what sends them, to be written in the caller's transaction. */
    write(changes: readonly StatusChange[]): WrittenEvents {
      const written = writeEvents(changes, claims.ownerOf);
      holdings.expect(written.parcels);
      return written;
    },
    /**
     * Sends what this process wrote: the parcels, and the messages of their events, which need not be read
     * back; nor need their receivers, if the same statement has read them.
     */
    committed(
      parcels: readonly Parcel[],
      messages: readonly ChangedMessage[],
      receivers?: readonly RegisteredRow[],
    ): void {
      fresh.add(messages);
      take(parcels, receivers);
    },
    /** The transaction failed, or its answer was lost: if the parcels were written, they are claimed. */
    notCommitted: holdings.expectNoMore,
    /** Starts no further attempt, and resolves when the outcomes of those under way are recorded. */
    stop(): Promise<void> {
      dispatcher.close();
      stopped ??= end();
      return stopped;
    },
  };
}

/** What claims the parcels of this process, loads their callbacks, and sends them. */
function startSending(options: CallbackOptions) {
  const { pool, replica, log, pauseMs, onOutcome = () => {} } = options;
  const { clock = systemClock, random = Math.random, dispatcher: settings = dispatcherSettings } = options;
  const { schedule = retrySchedule, timeoutMs = 15_000, allowLoopback = false } = options;
  const { breaks = () => 0, privateReceivers } = options;
  const agent = createGuardedAgent(defined({ allowLoopback, privateReceivers }));
  const firstAttempts = createFirstAttempts();
  const { take: onTaken, letGo: onLetGo } = firstAttempts;
  const share = createFairShare(2 * settings.capacity);
  const holdings = createHoldings({
    breaks,
    share,
    onTaken,
    onLetGo,
    onFreed: (accountId) => claims.roomFreed(accountId),
  });
  const fresh = createFreshEvents();
  const context: WorkerContext = {
    pool,
    agent,
    replica,
    holdings,
    firstAttempts,
    fresh,
    log,
    schedule,
    timeoutMs,
    clock,
    random,
    record: createOutcomeRecorder({ pool, holdings, log, onOutcome }),
  };
  const dispatcher = createDispatcher({
    settings,
    firstAttempts,
    now: clock.monotonic,
    random,
    ownLoad: createOwnLoad(),
    attempt: (callback) => attemptCallback(context, callback),
    defer: (callback, deferral) =>
      void context.record(outcomeOfDeferral(callback, deferral, clock.monotonic(), schedule)),
    // The next replica that claims its parcel sends it.
    drop: (callback) => holdings.letGo(callback, false),
    recovered: (lane) => claims.wakeLane(lane),
  });

  function take(parcels: readonly Parcel[], receivers?: readonly RegisteredRow[]): void {
    if (parcels.length === 0) return;
    holdings.take(parcels);
    void loadParcels(context, { parcels, receivers }, dispatcher.dispatch);
  }

  const claims = createClaims({
    pool,
    replica,
    holdings,
    log,
    now: clock.monotonic,
    pauseMs,
    take,
    visits: dispatcher.visits,
    isCongested: dispatcher.isCongested,
  });
  return { agent, holdings, fresh, dispatcher, claims, take };
}
