import type { Pool } from 'pg';
import { type Clock, systemClock } from '../clock.ts';
import { defined } from '../defined.ts';
import { consumeQueue } from '../jobs/consume-queue.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import type { Log } from '../log.ts';
import { type CallbackJob, eventsPerJob } from './callback-jobs.ts';
import { attemptCallback, deferCallback, loadJobs, type WorkerContext } from './callback-worker.ts';
import { createDispatcher, type DispatcherSettings, dispatcherSettings } from './dispatch/dispatcher.ts';
import type { LaneState } from './dispatch/inspect-lanes.ts';
import { createOwnLoad } from './dispatch/own-load.ts';
import { createFirstAttempts } from './first-attempts.ts';
import { type ChangedMessage, createFreshEvents } from './fresh-events.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { createJobsInHand } from './jobs-in-hand.ts';
import type { Outcome } from './outcome.ts';
import { createOutcomeRecorder } from './outcome-recorder.ts';
import { createReleaser, type ReleaserOptions } from './parking/releaser.ts';
import { listenForRenewals } from './parking/renewals.ts';
import type { PrivateReceivers } from './private-receivers.ts';
import { type RetrySchedule, retrySchedule } from './retry-schedule.ts';

export interface CallbackOptions {
  readonly pool: Pool;
  readonly jobs: Jobs;
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
  readonly pauseMs?: { readonly shortest: number; readonly longest: number };
  readonly releasePauseMs?: ReleaserOptions['pauseMs'];
  /** Called after the outcome of an event is committed. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

export interface Callbacks {
  /** How many status events this process holds. */
  readonly underWay: number;
  /** The destinations that this process sends to, or backs off from. */
  lanes(): readonly LaneState[];
  /** Status changes that this process has committed: their callbacks need not be read back. */
  changed(messages: readonly ChangedMessage[]): void;
  /** Starts no further attempt, and resolves when the outcomes of those under way are recorded. */
  stop(): Promise<void>;
}

/** Parked events return while less than this share of the capacity is in use. */
const releasesUntil = 0.75;

/** Sends status events to their receivers, at least once each (ADR-0018), until it is stopped. */
export function startCallbacks(options: CallbackOptions): Callbacks {
  const { pool, jobs, log, allowLoopback = false, pauseMs, onOutcome = () => {} } = options;
  const { announcements = pool } = options;
  const { clock = systemClock, random = Math.random, dispatcher: settings = dispatcherSettings } = options;
  const { schedule = retrySchedule, timeoutMs = 15_000 } = options;

  const agent = createGuardedAgent(defined({ allowLoopback, privateReceivers: options.privateReceivers }));
  const firstAttempts = createFirstAttempts();
  const inHand = createJobsInHand(
    firstAttempts,
    (job) => consumption.release([job]),
    () => jobs.breaks,
  );
  const record = createOutcomeRecorder({ pool, jobs, inHand, log, onOutcome });
  const settled = { schedule, timeoutMs, clock, random };
  const fresh = createFreshEvents();
  const context: WorkerContext = { pool, agent, inHand, firstAttempts, fresh, record, log, ...settled };

  const dispatcher = createDispatcher({
    settings,
    firstAttempts,
    now: clock.monotonic,
    random,
    ownLoad: createOwnLoad(),
    attempt: (callback) => attemptCallback(context, callback),
    defer: (callback, deferral) => deferCallback(context, callback, deferral),
    recovered: (destination, room, inMs) => releaser.recovered({ ...destination, room, inMs }),
  });
  const releaser = createReleaser({
    ...{ pool, jobs, log, now: clock.monotonic },
    hasRoom: () => inHand.events < settings.capacity * releasesUntil,
    ...defined({ pauseMs: options.releasePauseMs }),
  });
  const renewals = listenForRenewals({ pool: announcements, log }, (accountId) => {
    dispatcher.renewed(accountId);
    releaser.renewed(accountId);
  });
  const room = () =>
    dispatcher.congested ? 0 : Math.ceil((settings.capacity - inHand.events) / eventsPerJob);
  const consumption = consumeQueue<CallbackJob>(
    jobs,
    queues.callback,
    { batchSize: 16, log, ...defined({ pauseMs }) },
    { room, take: (batch) => void loadJobs(context, batch, dispatcher.dispatch) },
  );

  async function end(): Promise<void> {
    await Promise.all([renewals.close(), releaser.stop()]);
    await consumption.stop();
    await agent.close();
  }

  let stopped: Promise<void> | undefined;
  return {
    get underWay() {
      return inHand.events;
    },
    lanes: dispatcher.inspect,
    changed: fresh.add,
    stop() {
      dispatcher.close();
      stopped ??= end();
      return stopped;
    },
  };
}
