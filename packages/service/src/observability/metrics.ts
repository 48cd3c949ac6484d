import { canonicalReason, isKnownUndeliveredReason, undeliveredReasons } from '@cascade/types';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Outcome } from '../callbacks/outcome.ts';
import { channels } from '../channels.ts';
import type { CascadeRun } from '../engine/cascade-run.ts';
import { isDelivered } from '../engine/status-rank.ts';
import { StoreAwayError } from '../store/connection/errors.ts';
import { withTimeout } from '../with-timeout.ts';
import { createHttpMetrics } from './http-metrics.ts';
import {
  createAdmissionMetrics,
  createClockMetrics,
  createGatewayMetrics,
  createReceiverMetrics,
  joinAdmissions,
  joinClocks,
  type ObservedStore,
  type QueueState,
  type ReceiverMetrics,
  readAllQueues,
  readAllReceiverCounts,
  readGateways,
  sumWaiting,
} from './observed-store.ts';

type MeasuredStore = Pick<ObservedStore, 'pool' | 'waiting' | 'admission' | 'clock' | 'gatewayLanes'>;

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

interface MetricsOptions {
  /** Those that start later may be added later. */
  readonly stores: readonly MeasuredStore[];
  /** Whether one of them has not started yet: what is read of all of them is then missing, as while one does not answer. */
  readonly isAway?: () => boolean;
  /** The paths that serve as labels. */
  readonly operations: readonly string[];
  /** The time-out for the store in a scrape; 2 seconds if absent. */
  readonly patienceSeconds?: number;
}

/**
 * Names, units and labels follow the recommendations of Prometheus. The number of labels does not depend on traffic.
 * Counters are per replica: sum over them. A scrape costs the store four statements
 * for each database.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { stores, isAway = () => false, operations, patienceSeconds = 2 } = options;
  const pools = () => {
    if (isAway()) throw new StoreAwayError('a store has not started yet');
    return stores.map(({ pool }) => pool);
  };
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const receivers = createReceiverMetrics(registers, {
    read: async () => readAllReceiverCounts(pools()),
    patienceSeconds,
  });
  const queues = createQueueMetrics(registers, { read: async () => readAllQueues(pools()), patienceSeconds });
  const gateways = createGatewayMetrics(registers, {
    read: async () => readGateways(stores, pools()),
    patienceSeconds,
  });
  createAdmissionMetrics(registers, joinAdmissions(stores));
  createClockMetrics(registers, joinClocks(stores));
  return {
    contentType: registry.contentType,
    async text() {
      await Promise.all([queues.refresh(), receivers.refresh(), gateways.refresh()]);
      return registry.metrics();
    },
    onServed: createHttpMetrics(registers, operations),
    onCommit: createIntakeMetrics(registers, () => sumWaiting(stores)),
    ...createEngineMetrics(registers),
    onOutcome: createCallbackMetrics(registers),
    onUnmatched: receivers.onUnmatched,
  };
}

/** Gauges of prom-client with the suffix of counters. The metrics without the suffix have the same numbers by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Counts callback attempts, and the final states of status events. */
function createCallbackMetrics(
  registers: Registry[],
): (outcome: Pick<Outcome, 'state' | 'attempted' | 'result' | 'gone'>) => void {
  const attempts = new Counter({
    name: 'cascade_callback_attempts_total',
    help: 'Callback attempts by result: the class of the status, time-out, or error without an answer.',
    labelNames: ['result'],
    registers,
  });
  const finished = new Counter({
    name: 'cascade_callbacks_settled_total',
    help: 'Status events that were delivered, given up, or have no receiver.',
    labelNames: ['state'],
    registers,
  });
  const disabled = new Counter({
    name: 'cascade_callback_disabled_total',
    help: 'Answers of 410, which disable a registration until it is registered again or enabled by an operator.',
    registers,
  });
  for (const state of ['delivered', 'given-up', 'nobody']) finished.inc({ state }, 0);
  return ({ state, attempted, result, gone }) => {
    if (gone !== undefined) disabled.inc();
    if (attempted) attempts.inc({ result: resultLabel(result ?? '') });
    if (state !== 'pending') finished.inc({ state });
  };
}

function resultLabel(result: string): string {
  if (/^[1-5][0-9]{2}$/.test(result)) return `${result.charAt(0)}xx`;
  return result === 'time-out' ? result : 'error';
}

/** The members of a run that are counted. */
export type CountedRun = Pick<CascadeRun, 'cascade' | 'state' | 'changes'>;

interface EngineMetrics {
  onApplied(runs: readonly CountedRun[]): void;
  onResultCommitted(seconds: number): void;
}

/** Counts committed runs of this process. Unknown channels and reasons are labelled `other`, to bound the labels. */
function createEngineMetrics(registers: Registry[]): EngineMetrics {
  const results = new Histogram({
    name: 'cascade_result_commit_seconds',
    help: 'Time from the answer of a gateway to the commit of its result: a kill meanwhile repeats the send.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const changed = new Counter({
    name: 'cascade_stage_status_changes_total',
    help: 'Changes of the status of stage attempts, by channel and new status.',
    labelNames: ['channel', 'status'],
    registers,
  });
  const undelivered = new Counter({
    name: 'cascade_stages_undelivered_total',
    help: 'Stage attempts that ended UNDELIVERED, by reason.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of [...undeliveredReasons(), 'other']) undelivered.inc({ reason }, 0);
  const ended = new Counter({
    name: 'cascade_cascades_ended_total',
    help: 'Scheduled messages whose cascade has ended.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['delivered', 'not-delivered']) ended.inc({ outcome }, 0);

  function count({ cascade, state, changes }: CountedRun): void {
    for (const { position, status, reason } of changes) {
      changed.inc({ channel: channelLabel(state.plan[(position ?? 0) - 1]?.channel), status });
      if (status === 'UNDELIVERED') undelivered.inc({ reason: reasonLabel(reason) });
    }
    if (cascade.state.phase === 'ended' || state.phase !== 'ended') return;
    const reached = state.attempts.some((attempt) => isDelivered(attempt.status));
    ended.inc({ outcome: reached ? 'delivered' : 'not-delivered' });
  }
  return {
    onApplied: (runs) => runs.forEach(count),
    onResultCommitted: (seconds) => results.observe(seconds),
  };
}

function channelLabel(channel = ''): string {
  return channels.includes(channel) ? channel : 'other';
}

/** Both spellings of a reason share a label (§7.4). */
function reasonLabel(reason: string | null): string {
  const canonical = canonicalReason(reason ?? '');
  return canonical !== undefined && isKnownUndeliveredReason(canonical) ? canonical : 'other';
}

/** Measures the group commit of the intake; `waiting` returns the number of waiting requests. */
function createIntakeMetrics(
  registers: Registry[],
  waiting: () => number,
): (size: number, seconds: number) => void {
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
  return (size, seconds) => {
    batches.observe(size);
    commits.observe(seconds);
  };
}

/** Gauges that each scrape reads from the store. They describe the whole service, not one replica. */
interface QueueMetrics {
  /** Reads the store. If it does not answer in time, the gauges have no value. */
  refresh(): Promise<void>;
}

interface QueueMetricsOptions {
  readonly read: () => Promise<readonly QueueState[]>;
  /** Below the scrape time-out of Prometheus, 10 seconds. */
  readonly patienceSeconds: number;
}

function createQueueMetrics(
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
    help: 'Due work by kind and state, in parcels of up to 32 messages or events; up to 100,001.',
    labelNames: ['queue', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'cascade_queue_oldest_seconds',
    help: 'How long the next parcel that no replica has in memory has been due.',
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
