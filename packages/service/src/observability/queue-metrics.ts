import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';
import type { QueueState } from './read-queues.ts';

/** Gauges that each scrape reads from the store. They describe the whole service, not one replica. */
export interface QueueMetrics {
  /** Reads the store. If it does not answer in time, the gauges have no value. */
  refresh(): Promise<void>;
}

export interface QueueMetricsOptions {
  readonly read: () => Promise<readonly QueueState[]>;
  /** Below the scrape time-out of Prometheus, 10 seconds. */
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
    help: 'Jobs by queue and state, counted every 15 seconds or so. A stage job holds up to 32 messages.',
    labelNames: ['queue', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'cascade_queue_oldest_seconds',
    help: 'How long the next job has been due.',
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
