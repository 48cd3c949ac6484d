import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';

/** Registrations in trouble, and what waits for an operator. */
export interface ReceiverCounts {
  readonly failing: number;
  readonly disabled: number;
  /** 100,001 stands for any larger number. */
  readonly undelivered: number;
  /** Events that wait for a receiver that does not answer; 100,001 stands for any larger number. */
  readonly parked: number;
}

export interface ReceiverMetricsOptions {
  readonly read: () => Promise<ReceiverCounts>;
  readonly patienceSeconds: number;
}

/** Gauges that each scrape reads from the store, like those of the queues; returns what reads them. */
export function createReceiverMetrics(
  registers: Registry[],
  { read, patienceSeconds }: ReceiverMetricsOptions,
): () => Promise<void> {
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
    help: 'Status events that wait outside the queue for a receiver that does not answer, up to 100,001.',
    registers,
  });
  return async () => {
    registrations.reset();
    undelivered.remove();
    parked.remove();
    const counts = await withTimeout(patienceSeconds, read()).catch(() => undefined);
    if (counts === undefined) return;
    registrations.set({ state: 'failing' }, counts.failing);
    registrations.set({ state: 'disabled' }, counts.disabled);
    undelivered.set(counts.undelivered);
    parked.set(counts.parked);
  };
}

/** Reads indexes that have entries for trouble only. */
export async function readReceiverCounts(pool: Pool): Promise<ReceiverCounts> {
  const { rows } = await pool.query<ReceiverCounts>(countsSql);
  return rows[0] ?? { failing: 0, disabled: 0, undelivered: 0, parked: 0 };
}

const countsSql = `
select
  (count(*) filter (where disabled_at is null))::integer as failing,
  (count(*) filter (where disabled_at is not null))::integer as disabled,
  (select count(*)::integer from (select from cascade.undelivered limit 100001) as listed) as undelivered,
  (select count(*)::integer from (select from cascade.parked_callbacks limit 100001) as listed) as parked
from cascade.callbacks
where disabled_at is not null or failing_since is not null`;
