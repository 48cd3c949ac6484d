import type { Pool } from 'pg';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type AdmissionState, createAdmissionMetrics } from './admission-metrics.ts';
import { createCallbackMetrics } from './callback-metrics.ts';
import { type ClockState, createClockMetrics } from './clock-metrics.ts';
import { createEngineMetrics } from './engine-metrics.ts';
import { createHttpMetrics } from './http-metrics.ts';
import { createIntakeMetrics } from './intake-metrics.ts';
import { createQueueMetrics } from './queue-metrics.ts';
import { readQueues } from './read-queues.ts';
import { createReceiverMetrics, readReceiverCounts } from './receiver-metrics.ts';

/** The metrics of the service. `text()` returns the page for Prometheus. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  readonly onServed: ReturnType<typeof createHttpMetrics>;
  readonly onCommit: ReturnType<typeof createIntakeMetrics>;
  readonly onApplied: ReturnType<typeof createEngineMetrics>;
  readonly onOutcome: ReturnType<typeof createCallbackMetrics>;
}

export interface MetricsOptions {
  readonly pool: Pool;
  /** The number of requests that wait for a commit. */
  readonly waiting: () => number;
  readonly admission: AdmissionState;
  readonly clock: ClockState;
  /** The paths that serve as labels. */
  readonly operations: readonly string[];
  /** The time-out for the store in a scrape; 2 seconds if absent. */
  readonly patienceSeconds?: number;
}

/**
 * Names, units and labels follow the recommendations of Prometheus. The number of labels does not depend on traffic.
 * Counters are per replica: sum over them. A scrape costs the store two statements.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { pool, waiting, admission, clock, operations, patienceSeconds = 2 } = options;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const refreshReceivers = createReceiverMetrics(registers, {
    read: () => readReceiverCounts(pool),
    patienceSeconds,
  });
  const queues = createQueueMetrics(registers, { read: () => readQueues(pool), patienceSeconds });
  createAdmissionMetrics(registers, admission);
  createClockMetrics(registers, clock);
  return {
    contentType: registry.contentType,
    async text() {
      await Promise.all([queues.refresh(), refreshReceivers()]);
      return registry.metrics();
    },
    onServed: createHttpMetrics(registers, operations),
    onCommit: createIntakeMetrics(registers, waiting),
    onApplied: createEngineMetrics(registers),
    onOutcome: createCallbackMetrics(registers),
  };
}

/** Gauges of prom-client with the suffix of counters. The metrics without the suffix have the same numbers by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);
