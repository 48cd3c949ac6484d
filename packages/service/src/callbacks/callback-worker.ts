import { setImmediate } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import type { Pool } from 'pg';
import type { Agent } from 'undici';
import { chunksOf } from '../chunks-of.ts';
import type { Clock } from '../clock.ts';
import type { Holdings } from '../due/holdings.ts';
import type { Parcel } from '../due/parcels.ts';
import { describeError, type Log } from '../log.ts';
import { insist } from '../store/connection/insist.ts';
import type { Replica } from '../store/replica.ts';
import { contextOf, inSpan } from '../tracing.ts';
import type { NotMade } from './dispatch/dispatcher.ts';
import type { FirstAttempts, FreshEvents } from './fresh-events.ts';
import { loadPendingCallbacks, type RegisteredRow } from './load-pending-callbacks.ts';
import { attemptOutcome } from './outcome.ts';
import type { PendingCallback } from './pending-callback.ts';
import { type AttemptResult, postCallback, signatureHeaders } from './post-callback.ts';
import type { RecordEvent } from './record-outcomes.ts';
import type { RetrySchedule } from './retry-schedule.ts';

/** What loading, attempting and deferring callbacks need. */
export interface WorkerContext {
  readonly pool: Pool;
  readonly agent: Agent;
  readonly replica: Pick<Replica, 'holds'>;
  readonly holdings: Holdings;
  readonly firstAttempts: FirstAttempts;
  readonly fresh: FreshEvents;
  readonly record: RecordEvent;
  readonly log: Log;
  readonly schedule: RetrySchedule;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Milliseconds in which events whose connection was lost are read again. Afterwards their parcels are given
 * up.
 */
const insistForMs = 15_000;

/** Each begins an attempt, for which others wait. */
const dispatchedAtOnce = 32;

/** Parcels, and their receivers if the commit that wrote them has read these. */
interface TakenParcels {
  readonly parcels: readonly Parcel[];
  readonly receivers?: readonly RegisteredRow[] | undefined;
}

/**
 * Loads the events of parcels that are held: dispatches those to send, and resolves the others. Never
 * rejects.
 */
export async function loadParcels(
  { pool, holdings, firstAttempts, fresh, record, log, clock }: WorkerContext,
  { parcels, receivers }: TakenParcels,
  dispatch: (callback: PendingCallback) => void,
): Promise<void> {
  // Where another process holds an earlier event, only the database knows when that has ended.
  const takeFresh = ({ isFirst }: Parcel, eventId: string) => {
    const event = isFirst ? fresh.take(eventId) : undefined;
    return event !== undefined && firstAttempts.knows(event.earlier) ? event : undefined;
  };
  try {
    const load = () => loadPendingCallbacks(pool, parcels, { now: clock.monotonic(), takeFresh, receivers });
    const loaded = await insist({ forMs: insistForMs }, load);
    for (const event of loaded.ended) firstAttempts.ended(event);
    for (const event of [...loaded.ended, ...loaded.passed]) void record(event);
    for (const some of chunksOf(loaded.callbacks, dispatchedAtOnce)) {
      for (const callback of some) dispatch(callback);
      await setImmediate();
    }
  } catch (error) {
    log.error({ error: describeError(error) }, 'status events cannot be read');
    for (const parcel of parcels)
      for (const { eventId } of parcel.entries) holdings.letGo({ parcel, eventId }, false);
  }
}

/**
 * Makes one attempt, unless another replica may own its parcel by now, and has its outcome recorded; resolves
 * without waiting for the record. Never rejects.
 */
export async function attemptCallback(
  context: WorkerContext,
  callback: PendingCallback,
): Promise<AttemptResult['outcome'] | NotMade> {
  const { record, replica, holdings, schedule, clock, random } = context;
  if (!replica.holds(callback.parcel.owner)) {
    holdings.letGo(callback, false);
    return 'not-made';
  }
  const startedAt = clock.monotonic();
  const at = clock.wall();
  const result = await post(context, callback, at);
  void record(
    attemptOutcome(callback, result, { startedAt, now: clock.monotonic(), at }, { schedule, random }),
  );
  return result.outcome;
}

function post(
  { agent, timeoutMs }: WorkerContext,
  { eventId: id, url, headers: declared, body, secrets, traceparent }: PendingCallback,
  at: Date,
): Promise<AttemptResult> {
  const signature = signatureHeaders({ id, body, at }, secrets);
  const fixed = { 'content-type': 'application/json', 'user-agent': 'cascade-service', ...signature };
  const headers = { ...lowerCased(declared), ...fixed };
  const attributes = { 'cascade.event.id': id };
  const parent = contextOf(traceparent);
  return inSpan({ name: 'callback attempt', kind: SpanKind.CLIENT, attributes, parent }, () =>
    postCallback(agent, { url, headers, body, timeoutMs }),
  );
}

/** So that a fixed header replaces a declared one of the same name, in whatever case that was declared. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
