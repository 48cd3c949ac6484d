import { collectDefaultMetrics, Registry } from 'prom-client';
import { createAdmissionMetrics } from './admission-metrics.ts';
import { createCallbackMetrics } from './callback-metrics.ts';
import { createClockMetrics } from './clock-metrics.ts';
import { createEngineMetrics, type EngineMetrics } from './engine-metrics.ts';
import { createHttpMetrics } from './http-metrics.ts';
import { createIntakeMetrics } from './intake-metrics.ts';
import {
  joinAdmissions,
  joinClocks,
  type ObservedShard,
  readAllQueues,
  readAllReceiverCounts,
  sumWaiting,
} from './observed-shard.ts';
import { createQueueMetrics } from './queue-metrics.ts';
import { createReceiverMetrics, type ReceiverMetrics } from './receiver-metrics.ts';

type MeasuredShard = Pick<ObservedShard, 'pool' | 'waiting' | 'admission' | 'clock'>;

/** The metrics of the service. `text()` returns the page for Prometheus. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  readonly onServed: ReturnType<typeof createHttpMetrics>;
  readonly onCommit: ReturnType<typeof createIntakeMetrics>;
  readonly onApplied: EngineMetrics['onApplied'];
  readonly onResultCommitted: EngineMetrics['onResultCommitted'];
  readonly onOutcome: ReturnType<typeof createCallbackMetrics>;
  readonly onUnmatched: ReceiverMetrics['onUnmatched'];
}

export interface MetricsOptions {
  /** Shards that start later may be added later. */
  readonly shards: readonly MeasuredShard[];
  /** The paths that serve as labels. */
  readonly operations: readonly string[];
  /** The time-out for the store in a scrape; 2 seconds if absent. */
  readonly patienceSeconds?: number;
}

/**
 * Names, units and labels follow the recommendations of Prometheus. The number of labels does not depend on traffic.
 * Counters are per replica: sum over them. A scrape costs the store two statements
 * for each shard.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { shards, operations, patienceSeconds = 2 } = options;
  const pools = () => shards.map(({ pool }) => pool);
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const receivers = createReceiverMetrics(registers, {
    read: () => readAllReceiverCounts(pools()),
    patienceSeconds,
  });
  const queues = createQueueMetrics(registers, { read: () => readAllQueues(pools()), patienceSeconds });
  createAdmissionMetrics(registers, joinAdmissions(shards));
  createClockMetrics(registers, joinClocks(shards));
  return {
    contentType: registry.contentType,
    async text() {
      await Promise.all([queues.refresh(), receivers.refresh()]);
      return registry.metrics();
    },
    onServed: createHttpMetrics(registers, operations),
    onCommit: createIntakeMetrics(registers, () => sumWaiting(shards)),
    ...createEngineMetrics(registers),
    onOutcome: createCallbackMetrics(registers),
    onUnmatched: receivers.onUnmatched,
  };
}

/** Gauges of prom-client with the suffix of counters. The metrics without the suffix have the same numbers by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);
