import { type AttemptStatus, isDelivered, isUnderWay } from '@cascade/transition';
import {
  canonicalReason,
  isKnownProblemCode,
  isKnownUndeliveredReason,
  undeliveredReasons,
} from '@cascade/types';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type AuditDailyOptions, findingKinds } from '../audit/audit-daily.ts';
import type { EventOutcome } from '../callbacks/outcome.ts';
import { channels } from '../channels.ts';
import type { CascadeRun } from '../engine/cascade-run.ts';
import type { WithdrawalOutcome } from '../engine/withdrawals.ts';
import type { UnmatchedOutcome } from '../gateways/match-receipts.ts';
import type { BindOutcome } from '../gateways/smpp/keep-bound.ts';
import type { DeliveryKind } from '../gateways/smpp/take-deliveries.ts';
import type { Served } from '../http/create-server.ts';
import { StoreAwayError } from '../store/connection/errors.ts';
import { withTimeout } from '../with-timeout.ts';
import {
  type GatewayState,
  type ObservedStore,
  type QueueState,
  type ReceiverCounts,
  readAllQueues,
  readGateways,
  readOldestSnapshot,
  readReceiverCounts,
  sumOf,
} from './observed-store.ts';

type MeasuredStore = Pick<ObservedStore, 'pool' | 'waiting' | 'admission' | 'clock' | 'gatewayLanes'>;

export type Metrics = ReturnType<typeof createMetrics>;

interface MetricsOptions {
  /** The paths that serve as labels. */
  readonly operations: readonly string[];
  /** The time-out for the store in a scrape; 2 seconds if absent, below that of Prometheus, 10 seconds. */
  readonly patienceSeconds?: number;
}

/**
 * The metrics of the service. Names, units and labels follow the recommendations of Prometheus. The number of
 * labels does not depend on traffic. Counters are per replica: sum over them. A scrape costs the store four
 * statements for each database.
 */
export function createMetrics({ operations, patienceSeconds = 2 }: MetricsOptions) {
  let stores: readonly MeasuredStore[] = [];
  let isAway = () => true;
  const pools = () => {
    if (isAway()) throw new StoreAwayError('a store has not started yet');
    return stores.map(({ pool }) => pool);
  };
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const kit = createKit(registry);
  const showReceivers = receiverGauges(kit);
  const oldestSnapshot = kit.read(
    'cascade_oldest_snapshot_seconds',
    'How long the oldest transaction has kept the database from the clean-up of dead rows.',
  );
  const { onUnmatched } = unmatchedCounter(kit);
  const up = kit.gauge('cascade_store_up', 'Whether the database answered this scrape.');
  const showQueues = queueGauges(kit);
  const showGateways = gatewayGauges(kit);
  replicaGauges(kit, () => stores);

  /** Resolves to whether the store answered in time; without an answer, what would be shown has no value. */
  async function scrape<State>(read: () => Promise<State>, show: (state: State) => void): Promise<boolean> {
    const state = await withTimeout(patienceSeconds, read()).catch(() => undefined);
    // A fault of ours in showing it must not look like a store that is away.
    if (state !== undefined) show(state);
    return state !== undefined;
  }

  return {
    contentType: registry.contentType,
    /**
     * Says what is measured; until then there are counters alone.
     *
     * @param measured Those that start later may be added later.
     * @param lacksSome Whether one of them has not started yet: what is read of all of them is then missing,
     *   as while one does not answer. None lacks if absent.
     */
    observe(measured: readonly MeasuredStore[], lacksSome = () => false): void {
      stores = measured;
      isAway = lacksSome;
    },
    /** The page for Prometheus. */
    async text(): Promise<string> {
      kit.clearRead();
      const [isUp] = await Promise.all([
        scrape(async () => readAllQueues(pools()), showQueues),
        scrape(async () => Promise.all(pools().map(readReceiverCounts)), showReceivers),
        scrape(async () => readGateways(stores, pools()), showGateways),
        scrape(
          async () => Promise.all(pools().map(readOldestSnapshot)),
          (seconds) => oldestSnapshot.set(Math.max(0, ...seconds)),
        ),
      ]);
      up.set(isUp ? 1 : 0);
      return registry.metrics();
    },
    onServed: httpMetrics(kit, operations),
    onCommit: intakeMetrics(kit),
    ...engineMetrics(kit),
    onWithdrawal: withdrawalCounter(kit),
    onFindings: findingCounter(kit),
    onOutcome: callbackMetrics(kit),
    onUnmatched,
    onDelivery: deliveryCounter(kit),
    onBind: bindCounter(kit),
  };
}

/**
 * Gauges of prom-client with the suffix of counters. The metrics without the suffix have the same numbers by
 * type.
 */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

type Kit = ReturnType<typeof createKit>;

/** Makes the metrics of a registry. */
function createKit(registry: Registry) {
  const registers = [registry];
  const read: (() => void)[] = [];
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      ...labelNames: Label[]
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
    /** Of this replica, asked for at each scrape. */
    live(name: string, help: string, ask: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(ask());
        },
      });
    },
    /** Read from the store at each scrape. It describes the whole service, not one replica. */
    read<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
      const gauge = new Gauge({ name, help, labelNames, registers });
      // Without labels, a reset gauge is 0.
      read.push(labelNames.length === 0 ? () => gauge.remove() : () => gauge.reset());
      return gauge;
    },
    clearRead(): void {
      for (const clear of read) clear();
    },
  };
}

/** Registrations in trouble, and what waits for an operator or a message. */
function receiverGauges({ read }: Kit): (counts: readonly ReceiverCounts[]) => void {
  const registrations = read(
    'cascade_callback_registrations',
    'Callback registrations whose last attempt failed, and those that are disabled.',
    'state',
  );
  const undelivered = read(
    'cascade_callback_undelivered_events',
    'Status events that no attempt is planned for, up to 100,001.',
  );
  const parked = read(
    'cascade_callback_parked_events',
    'Status events that wait for a retry, for room, or for a receiver that does not answer, up to 100,001.',
  );
  const unmatched = read(
    'cascade_unmatched_receipts',
    'Receipts of SMPP that wait until their message is known, up to 100,001.',
  );
  return (counts) => {
    for (const state of ['failing', 'disabled'] as const) registrations.set({ state }, sumOf(counts, state));
    undelivered.set(sumOf(counts, 'undelivered'));
    parked.set(sumOf(counts, 'parked'));
    unmatched.set(sumOf(counts, 'unmatched'));
  };
}

function unmatchedCounter({ counter }: Kit) {
  const ended = counter(
    'cascade_unmatched_receipts_ended_total',
    'Receipts of SMPP that no longer wait: their message was found, or they were dropped.',
    'outcome',
  );
  for (const outcome of ['matched', 'dropped']) ended.inc({ outcome }, 0);
  return { onUnmatched: (outcome: UnmatchedOutcome, count: number) => ended.inc({ outcome }, count) };
}

const deliveryKinds: Readonly<Record<DeliveryKind, true>> = {
  receipt: true,
  'unlisted-state': true,
  'without-id': true,
  acknowledgement: true,
  text: true,
  'opt-out': true,
  'opt-in': true,
  'text-not-taken': true,
};

/** Counts what SMSCs deliver. */
function deliveryCounter({ counter }: Kit): (kind: DeliveryKind) => void {
  const deliveries = counter(
    'cascade_smpp_deliveries_total',
    'What came in deliver_sm and data_sm: receipts, texts of subscribers, and what was not understood or taken.',
    'kind',
  );
  for (const kind of Object.keys(deliveryKinds)) deliveries.inc({ kind }, 0);
  return (kind) => deliveries.inc({ kind });
}

const bindOutcomes: Readonly<Record<BindOutcome, true>> = { bound: true, refused: true, failed: true };

/** Counts the tries to bind to SMSCs. */
function bindCounter({ counter }: Kit): (channel: string, outcome: BindOutcome) => void {
  const binds = counter(
    'cascade_smpp_binds_total',
    'Tries to bind to the SMSC of a channel; refused: it does not accept our system_id or password.',
    'channel',
    'outcome',
  );
  for (const channel of channels)
    for (const outcome of Object.keys(bindOutcomes)) binds.inc({ channel, outcome }, 0);
  return (channel, outcome) => binds.inc({ channel, outcome });
}

/** Counts what came of the withdrawal of attempts whose stage was over. */
function withdrawalCounter({ counter }: Kit): (channel: string, status: WithdrawalOutcome) => void {
  const withdrawals = counter(
    'cascade_withdrawals_total',
    'Attempts that their gateway was asked to withdraw at the end of their stage, by its answer.',
    'channel',
    'status',
  );
  for (const channel of channels)
    for (const status of ['WITHDRAWN', 'DELIVERED', 'unknown']) withdrawals.inc({ channel, status }, 0);
  return (channel, status) => withdrawals.inc({ channel, status });
}

/** Counts what the daily audit of messages finds. */
function findingCounter({ counter }: Kit): AuditDailyOptions['onFindings'] {
  const findings = counter(
    'cascade_audit_findings_total',
    'What the daily audit found: stages and timers that are forgotten, and ended messages that still reserve money.',
    'kind',
  );
  for (const kind of findingKinds) findings.inc({ kind }, 0);
  return (kind, count) => findings.inc({ kind }, count);
}

function queueGauges({ read }: Kit): (states: readonly QueueState[]) => void {
  const jobs = read(
    'cascade_queue_jobs',
    'Due work by kind and state, in parcels of up to 32 messages or events; up to 100,001.',
    'queue',
    'state',
  );
  const oldest = read(
    'cascade_queue_oldest_seconds',
    'How long the next parcel that no replica has in memory has been due.',
    'queue',
  );
  return (states) => {
    for (const { name: queue, oldestSeconds, ...counts } of states) {
      oldest.set({ queue }, oldestSeconds);
      for (const state of ['ready', 'deferred', 'active'] as const) jobs.set({ queue, state }, counts[state]);
    }
  };
}

/** What waits for gateways. */
function gatewayGauges({ read }: Kit): (gateways: readonly GatewayState[]) => void {
  const waiting = read(
    'cascade_gateway_waiting_messages',
    'Messages whose gateway failed, has no room, or is paused.',
    'channel',
  );
  const oldest = read(
    'cascade_gateway_oldest_seconds',
    'How long ago the stage of the oldest message began that waits for its gateway.',
    'channel',
  );
  const paused = read(
    'cascade_gateway_paused',
    'Whether a gateway is paused: by an operator, or by this replica after failures.',
    'channel',
    'by',
  );
  const lag = read(
    'cascade_gateway_lag_seconds',
    'How long the first attempt of this replica has waited for its turn at the gateway.',
    'channel',
  );
  return (gateways) => {
    for (const { channel, state, ...gateway } of gateways) {
      lag.set({ channel }, gateway.inTurnSeconds);
      waiting.set({ channel }, gateway.waiting);
      oldest.set({ channel }, gateway.oldestSeconds);
      paused.set({ channel, by: 'operator' }, gateway.paused === null ? 0 : 1);
      paused.set({ channel, by: 'failures' }, state === 'open' || state === 'slowed' ? 0 : 1);
    }
  };
}

/** Of several stores, the lag of the furthest behind counts, and the clock that differs most. */
function replicaGauges({ live }: Kit, stores: () => readonly MeasuredStore[]): void {
  live(
    'cascade_work_lag_seconds',
    'How long the oldest work that waits for the service has been due; retries do not count.',
    () => Math.max(0, ...stores().map(({ admission }) => admission.lag)),
  );
  live(
    'cascade_admission_limit',
    'Messages a second that this replica admits; +Inf while it refuses none.',
    () => Math.min(...stores().map(({ admission }) => admission.perSecond)),
  );
  live(
    'cascade_clock_difference_seconds',
    "How far the clock of the replica's machine is ahead of the database's; negative if it is behind.",
    () =>
      stores().reduce((most, { clock: { ahead } }) => (Math.abs(ahead) > Math.abs(most) ? ahead : most), 0),
  );
  live('cascade_intake_waiting', 'Requests that wait for a commit.', () =>
    stores().reduce((sum, { waiting }) => sum + waiting(), 0),
  );
}

/**
 * Counts requests. A label is a path of the API, a code of the catalogue, or `other`, so clients cannot add
 * labels.
 */
function httpMetrics({ counter, histogram }: Kit, operations: readonly string[]): (served: Served) => void {
  const requests = counter(
    'cascade_http_requests_total',
    'Answered requests by operation, status and problem code.',
    'operation',
    'status',
    'code',
  );
  const latency = histogram(
    'cascade_http_request_seconds',
    'Time from the first byte of a request to the end of its answer.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    'operation',
  );
  const known = new Set(operations);
  return (served) => {
    const { status, code = '', seconds } = served;
    const operation = known.has(served.operation) ? served.operation : 'other';
    requests.inc({ operation, status, code: code === '' || isKnownProblemCode(code) ? code : 'other' });
    latency.observe({ operation }, seconds);
  };
}

/** Measures the group commit of the intake. */
function intakeMetrics({ histogram }: Kit): (size: number, seconds: number) => void {
  const batches = histogram(
    'cascade_intake_batch_size',
    'Requests that shared one commit.',
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
  const commits = histogram(
    'cascade_intake_commit_seconds',
    'Duration of one commit of the intake.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  );
  return (size, seconds) => {
    batches.observe(size);
    commits.observe(seconds);
  };
}

/** The members of a run that are counted. */
type CountedRun = Pick<CascadeRun, 'cascade' | 'state' | 'changes'>;

/**
 * Counts committed runs of this process. Unknown channels and reasons are labelled `other`, to bound the
 * labels.
 */
function engineMetrics({ counter, histogram }: Kit) {
  const results = histogram(
    'cascade_result_commit_seconds',
    'Time from the answer of a gateway to the commit of its result: a kill meanwhile repeats the send.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  );
  const changed = counter(
    'cascade_stage_status_changes_total',
    'Changes of the status of stage attempts, by channel and new status.',
    'channel',
    'status',
  );
  const undelivered = counter(
    'cascade_stages_undelivered_total',
    'Stage attempts that ended UNDELIVERED, by reason.',
    'reason',
  );
  for (const reason of [...undeliveredReasons(), 'other']) undelivered.inc({ reason }, 0);
  const countLate = lateCounter({ counter });
  const ended = counter(
    'cascade_cascades_ended_total',
    'Scheduled messages whose cascade has ended.',
    'outcome',
  );
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
    onApplied(runs: readonly CountedRun[]): void {
      runs.forEach(count);
      runs.forEach(countLate);
    },
    onResultCommitted: (seconds: number) => results.observe(seconds),
  };
}

/** Counts attempts that are delivered after their stage has ended. */
function lateCounter({ counter }: Pick<Kit, 'counter'>): (run: CountedRun) => void {
  const late = counter(
    'cascade_late_deliveries_total',
    'Stage attempts that were delivered though they had ended EXPIRED or UNDELIVERED: a later stage may have been, too.',
    'channel',
  );
  for (const channel of channels) late.inc({ channel }, 0);
  return ({ cascade, state }) => {
    const before = new Map(cascade.state.attempts.map(({ id, status }) => [id, status]));
    for (const { id, position, status } of state.attempts)
      if (isDelivered(status) && hasFailed(before.get(id)))
        late.inc({ channel: channelLabel(state.plan[position - 1]?.channel) });
  };
}

/** EXPIRED or UNDELIVERED. */
function hasFailed(status: AttemptStatus | undefined): boolean {
  return status !== undefined && !isUnderWay(status) && !isDelivered(status);
}

function channelLabel(channel = ''): string {
  return channels.includes(channel) ? channel : 'other';
}

/** Both spellings of a reason share a label (§7.4). */
function reasonLabel(reason: string | null): string {
  const canonical = canonicalReason(reason ?? '');
  return canonical !== undefined && isKnownUndeliveredReason(canonical) ? canonical : 'other';
}

/** Counts callback attempts, and the final states of status events. */
function callbackMetrics({ counter }: Kit) {
  const attempts = counter(
    'cascade_callback_attempts_total',
    'Callback attempts by result: the class of the status, time-out, or error without an answer.',
    'result',
  );
  const finished = counter(
    'cascade_callbacks_settled_total',
    'Status events that were delivered, given up, or have no receiver.',
    'state',
  );
  const disabled = counter(
    'cascade_callback_disabled_total',
    'Answers of 410, which disable a registration until it is registered again or enabled by an operator.',
  );
  for (const state of ['delivered', 'given-up', 'nobody']) finished.inc({ state }, 0);
  return ({
    state,
    attempted,
    result,
    gone,
  }: Pick<EventOutcome, 'state' | 'attempted' | 'result' | 'gone'>) => {
    if (gone !== undefined) disabled.inc();
    if (attempted) attempts.inc({ result: resultLabel(result ?? '') });
    if (state !== 'pending') finished.inc({ state });
  };
}

function resultLabel(result: string): string {
  if (/^[1-5][0-9]{2}$/.test(result)) return `${result.charAt(0)}xx`;
  return result === 'time-out' ? result : 'error';
}
