import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Served } from '../http/create-server.ts';

/** What the service counts; `text()` is the page for Prometheus. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  onServed(served: Served): void;
  onCommit(size: number, seconds: number): void;
}

export interface MetricsOptions {
  readonly pool: Pool;
  /** How many requests wait for a commit. */
  readonly waiting: () => number;
}

/** Names, units and labels are those of Prometheus' own recommendations; no label grows with the traffic. */
export function createMetrics({ pool, waiting }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'cascade_http_requests_total',
    help: 'Answered requests by operation, status and problem code.',
    labelNames: ['operation', 'status', 'code'],
    registers,
  });
  const latency = new Histogram({
    name: 'cascade_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const batches = new Histogram({
    name: 'cascade_intake_batch_size',
    help: 'Requests that shared one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const commits = new Histogram({
    name: 'cascade_intake_commit_seconds',
    help: 'Duration of one commit of the intake.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    registers,
  });
  new Gauge({
    name: 'cascade_intake_waiting',
    help: 'Requests that wait for a commit.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  registerStoreGauges(pool, registers);
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    onServed({ operation, status, code = '', seconds }) {
      requests.inc({ operation, status, code });
      latency.observe({ operation }, seconds);
    },
    onCommit(size, seconds) {
      batches.observe(size);
      commits.observe(seconds);
    },
  };
}

/** Read from the store at each scrape: they are about the whole service, not about this replica. */
function registerStoreGauges(pool: Pool, registers: Registry[]): void {
  new Gauge({
    name: 'cascade_callbacks_pending',
    help: 'Status events that no receiver has taken yet.',
    registers,
    async collect() {
      this.set(await scalar(pool, `select count(*) from cascade.status_events where state = 'pending'`));
    },
  });
  new Gauge({
    name: 'cascade_callback_lag_seconds',
    help: 'Age of the oldest status event that no receiver has taken yet.',
    registers,
    async collect() {
      const age = `select coalesce(extract(epoch from now() - min(at)), 0) from cascade.status_events where state = 'pending'`;
      this.set(await scalar(pool, age));
    },
  });
  new Gauge({
    name: 'cascade_undelivered_total',
    help: 'Status events UNDELIVERED by reason.',
    labelNames: ['reason'],
    registers,
    async collect() {
      const { rows } = await pool.query<{ reason: string | null; n: number }>(
        `select reason, count(*)::int as n from cascade.status_events where status = 'UNDELIVERED' group by reason`,
      );
      for (const { reason, n } of rows) this.set({ reason: reason ?? '' }, n);
    },
  });
}

async function scalar(pool: Pool, sql: string): Promise<number> {
  const { rows } = await pool.query({ text: sql, rowMode: 'array' });
  return Number(rows[0]?.[0] ?? 0);
}
