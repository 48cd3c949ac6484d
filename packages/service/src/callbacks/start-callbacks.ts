import { SpanKind } from '@opentelemetry/api';
import type { Pool } from 'pg';
import type { Job } from 'pg-boss';
import { consumeQueue } from '../jobs/consume-queue.ts';
import { describeError, type Log } from '../jobs/log.ts';
import type { Jobs } from '../jobs/open-jobs.ts';
import { queues } from '../jobs/queues.ts';
import { inSpan } from '../operations/in-span.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import { createDispatcher, type DispatcherSettings, dispatcherSettings } from './dispatcher.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { type LoadedJobs, loadPendingCallbacks } from './load-pending-callbacks.ts';
import { outcomeOf, outcomeOfDeferral } from './outcome-of.ts';
import type { CallbackJob, PendingCallback } from './pending-callback.ts';
import { postCallback } from './post-callback.ts';
import { type Outcome, recordOutcomes } from './record-outcomes.ts';
import { type RetrySchedule, retrySchedule } from './retry-schedule.ts';
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
  /** Hears what became of a callback job after it is recorded. */
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
  let inHand = 0;

  const commits = createGroupCommit<Outcome, true>({
    commit: async (outcomes) => {
      await recordOutcomes(pool, jobs, outcomes);
      return outcomes.map(() => true);
    },
    keyOf: ({ job }) => job.data.eventId,
    batchLimit: 256,
    queueLimit: Number.POSITIVE_INFINITY,
  });

  /** If it cannot be recorded, the job runs again: an event can come twice, but is not lost. */
  async function settle(outcome: Outcome): Promise<void> {
    try {
      await commits.submit(outcome);
      logOutcome(log, outcome);
      onOutcome(outcome);
    } catch (error) {
      log.error({ error: describeError(error) }, 'the outcome of a callback cannot be recorded');
    }
    release([outcome.job]);
  }

  function release(batch: readonly Job<CallbackJob>[]): void {
    inHand -= batch.length;
    consumption.release(batch);
  }

  async function attempt(callback: PendingCallback): Promise<boolean> {
    const { eventId: id, url, body, secrets } = callback;
    const startedAt = now();
    const signature = signatureHeaders({ id, body, at: startedAt }, secrets);
    const headers = { 'content-type': 'application/json', 'user-agent': 'cascade-service', ...signature };
    const span = { name: 'callback attempt', kind: SpanKind.CLIENT, attributes: { 'cascade.event.id': id } };
    const result = await inSpan(span, () => postCallback(agent, { url, headers, body, timeoutMs }));
    void settle(outcomeOf(callback, result, { startedAt, now: now() }, { schedule, random }));
    return result.outcome !== 'failed';
  }

  const dispatcher = createDispatcher({
    settings,
    now: () => now().getTime(),
    random,
    attempt,
    defer: (callback, until) => void settle(outcomeOfDeferral(callback, until, now(), schedule)),
  });

  async function take(batch: readonly Job<CallbackJob>[]): Promise<void> {
    inHand += batch.length;
    try {
      const loaded = await loadPendingCallbacks(pool, batch, now());
      for (const outcome of outcomesWithoutAttempt(loaded)) void settle(outcome);
      for (const callback of loaded.callbacks) dispatcher.dispatch(callback);
    } catch (error) {
      log.error({ error: describeError(error) }, 'status events cannot be read');
      release(batch);
    }
  }

  const consumption = consumeQueue<CallbackJob>(
    jobs,
    queues.callback,
    { batchSize: 100, log, ...(pauseMs === undefined ? {} : { pauseMs }) },
    {
      room: () => (dispatcher.congested ? 0 : settings.capacity - inHand),
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

function outcomesWithoutAttempt({ unaddressed, disabled, done }: LoadedJobs): readonly Outcome[] {
  const none = { attempted: false, result: null, firstDueAt: null };
  return [
    ...unaddressed.map((job): Outcome => ({ ...none, job, state: 'nobody' })),
    ...disabled.map((job): Outcome => ({ ...none, job, state: 'given-up', result: '410 before' })),
    // Nothing is changed about an event that is no longer pending.
    ...done.map((job): Outcome => ({ ...none, job, state: 'pending' })),
  ];
}

function logOutcome(log: Log, { job, state, result, gone }: Outcome): void {
  const { eventId } = job.data;
  if (gone !== undefined)
    log.warn({ eventId, accountId: gone.accountId }, 'a receiver answered 410: disabled');
  else if (state === 'given-up') log.warn({ eventId, result }, 'a callback is given up');
}
