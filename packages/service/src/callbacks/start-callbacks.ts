import { SpanKind } from '@opentelemetry/api';
import type { Pool } from 'pg';
import type { Job } from 'pg-boss';
import { consumeQueue } from '../jobs/consume-queue.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { describeError, type Log } from '../log.ts';
import { inSpan } from '../observability/in-span.ts';
import { contextOf } from '../observability/traceparent.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import { createDispatcher, type DispatcherSettings, dispatcherSettings } from './dispatcher.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { createJobsInHand } from './jobs-in-hand.ts';
import { type LoadedEvents, loadPendingCallbacks } from './load-pending-callbacks.ts';
import { outcomeOf, outcomeOfDeferral } from './outcome-of.ts';
import type { CallbackJob, PendingCallback } from './pending-callback.ts';
import { type AttemptResult, postCallback } from './post-callback.ts';
import { type Outcome, recordOutcomes } from './record-outcomes.ts';
import { type RetrySchedule, retrySchedule } from './retry-schedule.ts';
import { eventsPerJob } from './send-status-changes.ts';
import { signatureHeaders } from './sign.ts';

export interface CallbackOptions {
  readonly pool: Pool;
  readonly jobs: Jobs;
  readonly log: Log;
  /** Plain HTTP to loopback; in development only. */
  readonly allowLoopback?: boolean;
  readonly now?: () => Date;
  /** From 0 to 1, for jitter. */
  readonly random?: () => number;
  readonly schedule?: RetrySchedule;
  readonly dispatcher?: DispatcherSettings;
  readonly timeoutMs?: number;
  readonly pauseMs?: { readonly shortest: number; readonly longest: number };
  /** Hears what became of an event after it is recorded. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

export interface Callbacks {
  /** Begins no attempt any more, and comes back when those under way are recorded. */
  stop(): Promise<void>;
}

/** Sends status events to their receivers, at least once each (ADR-0018), until it is stopped. */
export function startCallbacks(options: CallbackOptions): Callbacks {
  const { pool, jobs, log, allowLoopback = false, now = () => new Date(), random = Math.random } = options;
  const { schedule = retrySchedule, dispatcher: settings = dispatcherSettings, timeoutMs = 15_000 } = options;
  const { pauseMs, onOutcome = () => {} } = options;
  const agent = createGuardedAgent({ allowLoopback });

  const inHand = createJobsInHand((job) => consumption.release([job]));

  const commits = createGroupCommit<Outcome, true>({
    commit: async (outcomes) => {
      await recordOutcomes(pool, jobs, { outcomes, completed: inHand.completedBy(outcomes) });
      return outcomes.map(() => true);
    },
    keyOf: ({ eventId }) => eventId,
    batchLimit: 256,
    queueLimit: Number.POSITIVE_INFINITY,
  });

  /** If it cannot be recorded, the job runs again: an event can come twice, but is not lost. */
  async function settle(outcome: Outcome): Promise<void> {
    let recorded = false;
    try {
      await commits.submit(outcome);
      recorded = true;
      logOutcome(log, outcome);
      onOutcome(outcome);
    } catch (error) {
      log.error({ error: describeError(error) }, 'the outcome of a callback cannot be recorded');
    }
    inHand.letGo(outcome, recorded);
  }

  async function attempt(callback: PendingCallback): Promise<AttemptResult['outcome']> {
    const { eventId: id, url, body, secrets } = callback;
    const startedAt = now();
    const signature = signatureHeaders({ id, body, at: startedAt }, secrets);
    const headers = { 'content-type': 'application/json', 'user-agent': 'cascade-service', ...signature };
    const parent = contextOf(callback.traceparent);
    const attributes = { 'cascade.event.id': id };
    const span = { name: 'callback attempt', kind: SpanKind.CLIENT, attributes, parent };
    const result = await inSpan(span, () => postCallback(agent, { url, headers, body, timeoutMs }));
    void settle(outcomeOf(callback, result, { startedAt, now: now() }, { schedule, random }));
    return result.outcome;
  }

  const dispatcher = createDispatcher({
    settings,
    now: () => now().getTime(),
    random,
    attempt,
    defer: (callback, until) => void settle(outcomeOfDeferral(callback, until, now(), schedule)),
  });

  async function take(batch: readonly Job<CallbackJob>[]): Promise<void> {
    inHand.take(batch);
    try {
      const loaded = await loadPendingCallbacks(pool, batch, now());
      for (const outcome of outcomesWithoutAttempt(loaded)) void settle(outcome);
      for (const callback of loaded.callbacks) dispatcher.dispatch(callback);
    } catch (error) {
      log.error({ error: describeError(error) }, 'status events cannot be read');
      for (const job of batch) for (const _ of job.data.eventIds) inHand.letGo({ job }, false);
    }
  }

  const consumption = consumeQueue<CallbackJob>(
    jobs,
    queues.callback,
    { batchSize: 4, log, ...(pauseMs === undefined ? {} : { pauseMs }) },
    {
      room: () => (dispatcher.congested ? 0 : Math.ceil((settings.capacity - inHand.events) / eventsPerJob)),
      take: (batch) => void take(batch),
    },
  );
  let stopped: Promise<void> | undefined;
  return {
    stop() {
      dispatcher.close();
      stopped ??= consumption.stop().then(() => agent.close());
      return stopped;
    },
  };
}

function outcomesWithoutAttempt({ unaddressed, disabled, done }: LoadedEvents): readonly Outcome[] {
  const none = { attempted: false, result: null, firstDueAt: null };
  return [
    ...unaddressed.map((event): Outcome => ({ ...event, ...none, state: 'nobody' })),
    ...disabled.map((event): Outcome => ({ ...event, ...none, state: 'given-up', result: '410 before' })),
    // Nothing is changed about an event that is no longer pending.
    ...done.map((event): Outcome => ({ ...event, ...none, state: 'pending' })),
  ];
}

function logOutcome(log: Log, { eventId, state, result, gone }: Outcome): void {
  if (gone !== undefined)
    log.warn({ eventId, accountId: gone.accountId }, 'a receiver answered 410: disabled');
  else if (state === 'given-up') log.warn({ eventId, result }, 'a callback is given up');
}
