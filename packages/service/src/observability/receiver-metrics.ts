import type { Pool } from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { UnmatchedOutcome } from '../gateways/match-receipts.ts';
import { withTimeout } from '../with-timeout.ts';

/** Registrations in trouble, and what waits for an operator or a message. */
export interface ReceiverCounts {
  readonly failing: number;
  readonly disabled: number;
  /** 100,001 stands for any larger number. */
  readonly undelivered: number;
  /** Events that wait in lanes; 100,001 stands for any larger number. */
  readonly parked: number;
  /** Receipts whose message is not known; 100,001 stands for any larger number. */
  readonly unmatched: number;
}

export interface ReceiverMetricsOptions {
  readonly read: () => Promise<ReceiverCounts>;
  readonly patienceSeconds: number;
}

export interface ReceiverMetrics {
  refresh(): Promise<void>;
  onUnmatched(outcome: UnmatchedOutcome, count: number): void;
}

/** Gauges that each scrape reads from the store, like those of the queues; and what became of unmatched receipts. */
export function createReceiverMetrics(
  registers: Registry[],
  { read, patienceSeconds }: ReceiverMetricsOptions,
): ReceiverMetrics {
  const registrations = new Gauge({
    name: 'cascade_callback_registrations',
    help: 'Callback registrations whose last attempt failed, and those that are disabled.',
    labelNames: ['state'],
    registers,
  });
  const undelivered = new Gauge({
    name: 'cascade_callback_undelivered_events',
    help: 'Status events that no attempt is planned for, up to 100,001.',
    registers,
  });
  const parked = new Gauge({
    name: 'cascade_callback_parked_events',
    help: 'Status events that wait for a retry, for room, or for a receiver that does not answer, up to 100,001.',
    registers,
  });
  const unmatched = new Gauge({
    name: 'cascade_unmatched_receipts',
    help: 'Receipts of SMPP that wait until their message is known, up to 100,001.',
    registers,
  });
  const ended = new Counter({
    name: 'cascade_unmatched_receipts_ended_total',
    help: 'Receipts of SMPP that no longer wait: their message was found, or they were dropped.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['matched', 'dropped']) ended.inc({ outcome }, 0);

  async function refresh(): Promise<void> {
    registrations.reset();
    for (const gauge of [undelivered, parked, unmatched]) gauge.remove();
    const counts = await withTimeout(patienceSeconds, read()).catch(() => undefined);
    if (counts === undefined) return;
    registrations.set({ state: 'failing' }, counts.failing);
    registrations.set({ state: 'disabled' }, counts.disabled);
    undelivered.set(counts.undelivered);
    parked.set(counts.parked);
    unmatched.set(counts.unmatched);
  }

  return { refresh, onUnmatched: (outcome, count) => ended.inc({ outcome }, count) };
}

/** Reads indexes that have entries for trouble only. */
export async function readReceiverCounts(pool: Pool): Promise<ReceiverCounts> {
  const { rows } = await pool.query<ReceiverCounts>(countsSql);
  return rows[0] ?? { failing: 0, disabled: 0, undelivered: 0, parked: 0, unmatched: 0 };
}

const countsSql = `
select
  (count(*) filter (where disabled_at is null))::integer as failing,
  (count(*) filter (where disabled_at is not null))::integer as disabled,
  (select count(*)::integer from (select from cascade.undelivered limit 100001) as listed) as undelivered,
  (select count(*)::integer from (select from cascade.waiting limit 100001) as listed) as parked,
  (select count(*)::integer from (select from cascade.unmatched_receipts limit 100001) as listed) as unmatched
from cascade.callbacks
where disabled_at is not null or failing_since is not null`;
