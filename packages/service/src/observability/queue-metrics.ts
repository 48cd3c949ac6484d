import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';
import type { QueueState } from './read-queues.ts';

/** What is read from the store at a scrape: it is about the whole service, not about this process. */
export interface QueueMetrics {
  /** Reads it anew. A store that does not answer in time leaves the gauges without a value. */
  refresh(): Promise<void>;
}

export interface QueueMetricsOptions {
  readonly read: () => Promise<readonly QueueState[]>;
  /** Less than the 10 seconds that Prometheus waits. */
  readonly patienceSeconds: number;
}

export function createQueueMetrics(
  registers: Registry[],
  { read, patienceSeconds }: QueueMetricsOptions,
): QueueMetrics {
  const up = new Gauge({
    name: 'cascade_store_up',
    help: 'Whether the database answered this scrape.',
    registers,
  });
  const jobs = new Gauge({
    name: 'cascade_queue_jobs',
    help: 'Jobs by queue and state, as counted within the last 15 seconds or so. A stage job is about up to 32 messages.',
    labelNames: ['queue', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'cascade_queue_oldest_seconds',
    help: 'For how long the job that comes next has been due.',
    labelNames: ['queue'],
    registers,
  });

  function show({ name: queue, oldestSeconds, ...counts }: QueueState): void {
    oldest.set({ queue }, oldestSeconds);
    for (const state of ['ready', 'deferred', 'active'] as const) jobs.set({ queue, state }, counts[state]);
  }

  return {
    async refresh() {
      jobs.reset();
      oldest.reset();
      const states = await withTimeout(patienceSeconds, read()).catch(() => undefined);
      up.set(states === undefined ? 0 : 1);
      states?.forEach(show);
    },
  };
}
