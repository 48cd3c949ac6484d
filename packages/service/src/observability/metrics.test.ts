import { spawnSync } from 'node:child_process';
import { type AttemptStatus, accepted } from '@cascade/transition';
import { stageOf } from '@cascade/transition/testing';
import { problemCodes, undeliveredReasons } from '@cascade/types';
import { expect, onTestFinished, test } from 'vitest';
import { stageParcels, stageRows } from '../due/stage-parcels.ts';
import type { CascadeRun } from '../engine/cascade-run.ts';
import { writeTogether } from '../store/prepared.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { createMetrics } from './metrics.ts';

const database = withTestDatabase();
const path = '/api/cascade/schedule';

function metricsOf(patienceSeconds = 10, isAway = () => false) {
  const admission = { lag: 0.5, perSecond: Number.POSITIVE_INFINITY };
  const store = {
    pool: database.pool,
    waiting: () => 7,
    admission,
    clock: { ahead: -2.5 },
    gatewayLanes: () => [],
  };
  const metrics = createMetrics({ operations: [path], patienceSeconds });
  metrics.observe([store], isAway);
  return metrics;
}

const promtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!promtool)(
  `promtool finds no fault in the names and types of the metrics${promtool ? '' : ' (skipped: no promtool)'}`,
  async () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await metricsOf().text(),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);

test('no gauge has the suffix of a counter', async () => {
  const types = [...(await metricsOf().text()).matchAll(/^# TYPE (\S+) (\w+)$/gm)];
  expect(types.length).toBeGreaterThan(20);
  expect(types.filter(([, name = '', type]) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
});

/** The lines of a page that begin with that name, without what Node says of itself. */
async function scrape({ text }: ReturnType<typeof createMetrics>, name = 'cascade_'): Promise<string[]> {
  return (await text()).split('\n').filter((line) => line.startsWith(name));
}

const served = { operation: path, status: 200, code: undefined, accountId: 1, seconds: 0.01 };

test('the names are those that dashboards are built on, and only counters end in _total', async () => {
  const page = await metricsOf().text();
  const types = [...page.matchAll(/^# TYPE (cascade_\w+) (\w+)$/gm)].map(
    ([, name, type]) => `${type} ${name}`,
  );
  expect(types.sort()).toEqual([
    'counter cascade_audit_findings_total',
    'counter cascade_callback_attempts_total',
    'counter cascade_callback_disabled_total',
    'counter cascade_callbacks_settled_total',
    'counter cascade_cascades_ended_total',
    'counter cascade_http_requests_total',
    'counter cascade_late_deliveries_total',
    'counter cascade_smpp_binds_total',
    'counter cascade_smpp_deliveries_total',
    'counter cascade_stage_status_changes_total',
    'counter cascade_stages_undelivered_total',
    'counter cascade_unmatched_receipts_ended_total',
    'counter cascade_withdrawals_total',
    'gauge cascade_admission_limit',
    'gauge cascade_callback_parked_events',
    'gauge cascade_callback_registrations',
    'gauge cascade_callback_undelivered_events',
    'gauge cascade_clock_difference_seconds',
    'gauge cascade_gateway_lag_seconds',
    'gauge cascade_gateway_oldest_seconds',
    'gauge cascade_gateway_paused',
    'gauge cascade_gateway_waiting_messages',
    'gauge cascade_intake_waiting',
    'gauge cascade_oldest_snapshot_seconds',
    'gauge cascade_queue_jobs',
    'gauge cascade_queue_oldest_seconds',
    'gauge cascade_store_up',
    'gauge cascade_unmatched_receipts',
    'gauge cascade_work_lag_seconds',
    'histogram cascade_http_request_seconds',
    'histogram cascade_intake_batch_size',
    'histogram cascade_intake_commit_seconds',
    'histogram cascade_result_commit_seconds',
  ]);
  expect(page).toContain('cascade_intake_waiting 7\n');
  expect(page).toContain('cascade_work_lag_seconds 0.5\n');
  expect(page).toContain('cascade_admission_limit +Inf\n');
});

test('requests are counted by operation, status and code; unknown ones make no labels', async () => {
  const metrics = metricsOf();
  metrics.onServed(served);
  metrics.onServed({ ...served, status: 400, code: 'out-of-balance' });
  for (let n = 0; n < 100; n += 1) {
    metrics.onServed({ ...served, operation: `/nowhere/${n}`, status: 404, code: 'not-found' });
    metrics.onServed({ ...served, status: 418, code: `code-${n}` });
  }
  expect(await scrape(metrics, 'cascade_http_requests_total')).toEqual([
    `cascade_http_requests_total{operation="${path}",status="200",code=""} 1`,
    `cascade_http_requests_total{operation="${path}",status="400",code="out-of-balance"} 1`,
    'cascade_http_requests_total{operation="other",status="404",code="not-found"} 100',
    `cascade_http_requests_total{operation="${path}",status="418",code="other"} 100`,
  ]);
  expect(problemCodes()).toContain('out-of-balance');
});

test('the engine is counted by channel, status and reason, of which unknown ones are other', async () => {
  const metrics = metricsOf();
  metrics.onApplied([
    runOf('SMS', 'UNDELIVERED', 'not-template-match'),
    runOf('SMS', 'UNDELIVERED', 'no-template-match'),
    runOf('PIGEON', 'UNDELIVERED', 'eaten by a cat'),
    runOf('FAX', 'UNDELIVERED', 'no paper'),
    runOf('CHATTWO', 'DELIVERED', null),
  ]);
  expect(await scrape(metrics, 'cascade_stage_status_changes_total')).toEqual([
    'cascade_stage_status_changes_total{channel="SMS",status="UNDELIVERED"} 2',
    'cascade_stage_status_changes_total{channel="other",status="UNDELIVERED"} 2',
    'cascade_stage_status_changes_total{channel="CHATTWO",status="DELIVERED"} 1',
  ]);
  const reasons = await scrape(metrics, 'cascade_stages_undelivered_total');
  expect(reasons).toHaveLength(undeliveredReasons().length + 1);
  expect(reasons.filter((line) => !line.endsWith(' 0'))).toEqual([
    'cascade_stages_undelivered_total{reason="no-template-match"} 2',
    'cascade_stages_undelivered_total{reason="other"} 2',
  ]);
  expect(await scrape(metrics, 'cascade_cascades_ended_total')).toEqual([
    'cascade_cascades_ended_total{outcome="delivered"} 1',
    'cascade_cascades_ended_total{outcome="not-delivered"} 4',
  ]);
});

test('a message that had ended before does not end again', async () => {
  const metrics = metricsOf();
  const { state, cascade, ...run } = runOf('SMS', 'READ', null);
  metrics.onApplied([{ ...run, state, cascade: { ...cascade, state } }]);
  expect(await scrape(metrics, 'cascade_cascades_ended_total')).toContain(
    'cascade_cascades_ended_total{outcome="delivered"} 0',
  );
});

test('a delivery after the end of its stage is counted, once', async () => {
  const metrics = metricsOf();
  const { state, cascade, ...run } = runOf('SMS', 'DELIVERED', null);
  const changed = (before: AttemptStatus, after: AttemptStatus) => {
    const withStatus = (status: AttemptStatus) => ({
      ...state,
      attempts: state.attempts.map((attempt) => ({ ...attempt, status })),
    });
    return { ...run, state: withStatus(after), cascade: { ...cascade, state: withStatus(before) } };
  };
  const counted = ['ENQUEUED', 'SENT', 'DELAYED', 'DELIVERED'].map((before) =>
    changed(before as AttemptStatus, 'DELIVERED'),
  );
  const late = [changed('EXPIRED', 'DELIVERED'), changed('UNDELIVERED', 'READ')];
  metrics.onApplied([...counted, ...late, changed('EXPIRED', 'UNDELIVERED'), changed('DELIVERED', 'READ')]);
  expect(await scrape(metrics, 'cascade_late_deliveries_total')).toEqual([
    'cascade_late_deliveries_total{channel="SMS"} 2',
    'cascade_late_deliveries_total{channel="CHATONE"} 0',
    'cascade_late_deliveries_total{channel="CHATTWO"} 0',
  ]);
});

test('callback attempts are counted by class of result, events by how they ended', async () => {
  const metrics = metricsOf();
  for (const result of ['200', '204', '301', '410', '599', '999', 'time-out', 'ECONNREFUSED', 'broken', null])
    metrics.onOutcome({ state: 'pending', attempted: true, result });
  metrics.onOutcome({ state: 'delivered', attempted: true, result: '200' });
  metrics.onOutcome({ state: 'nobody', attempted: false, result: null });
  metrics.onOutcome({ state: 'pending', attempted: false, result: null });
  const gone = { accountId: 1, url: 'https://receiver.example.test/', version: 1 };
  metrics.onOutcome({ state: 'given-up', attempted: true, result: '410', gone });
  expect(await scrape(metrics, 'cascade_callback')).toEqual([
    'cascade_callback_registrations{state="failing"} 0',
    'cascade_callback_registrations{state="disabled"} 0',
    'cascade_callback_undelivered_events 0',
    'cascade_callback_parked_events 0',
    'cascade_callback_attempts_total{result="2xx"} 3',
    'cascade_callback_attempts_total{result="3xx"} 1',
    'cascade_callback_attempts_total{result="4xx"} 2',
    'cascade_callback_attempts_total{result="5xx"} 1',
    'cascade_callback_attempts_total{result="error"} 4',
    'cascade_callback_attempts_total{result="time-out"} 1',
    'cascade_callbacks_settled_total{state="delivered"} 1',
    'cascade_callbacks_settled_total{state="given-up"} 1',
    'cascade_callbacks_settled_total{state="nobody"} 1',
    'cascade_callback_disabled_total 1',
  ]);
});

/** A stage or timer of no replica, due in that many seconds. */
async function addDue(queue: 'stage' | 'timer', inSeconds: number, gateway: string | null = null) {
  const startAt = new Date(Date.now() + inSeconds * 1_000);
  const one = { queue, accountId: 1, messageId: 1, position: 1, delaySeconds: 0, startAt, isHeavy: false };
  const parcels = stageParcels([one]).map((parcel) => ({ ...parcel, gateway }));
  await writeTogether(
    database.pool,
    stageRows.write(parcels, () => null),
  );
}

test('queues show how much is due, and for how long the next has been', async () => {
  await database.pool.query('delete from cascade.stage_parcels');
  await addDue('stage', -100);
  await addDue('stage', -50);
  await addDue('stage', 3_600);
  await addDue('stage', -5_000, 'SMS');
  await addDue('timer', 3_600);
  const lines = new Map(
    (await scrape(metricsOf(), 'cascade_queue')).map((line): [string, number] => {
      const [name = '', value] = line.split(' ');
      return [name, Number(value)];
    }),
  );
  const count = (queue: string, state: string) =>
    lines.get(`cascade_queue_jobs{queue="cascade-${queue}",state="${state}"}`);
  expect([count('stage', 'ready'), count('stage', 'deferred'), count('stage', 'active')]).toEqual([2, 2, 0]);
  expect([count('timer', 'ready'), count('timer', 'deferred')]).toEqual([0, 1]);
  const oldest = (queue: string) => lines.get(`cascade_queue_oldest_seconds{queue="cascade-${queue}"}`);
  expect(oldest('stage')).toBeGreaterThanOrEqual(100);
  expect(oldest('stage')).toBeLessThan(160);
  expect([oldest('timer'), oldest('callback')]).toEqual([0, 0]);
});

test('a store that does not answer costs a scrape the gauges of the store, and nothing else', async () => {
  const client = await database.pool.connect();
  onTestFinished(() => client.release());
  await client.query('begin; lock table cascade.stage_parcels in access exclusive mode');
  const metrics = metricsOf(0.05);
  metrics.onServed(served);
  const lines = await scrape(metrics);
  expect(lines).toContain('cascade_store_up 0');
  expect(lines.some((line) => line.startsWith('cascade_queue'))).toBe(false);
  expect(lines.some((line) => line.startsWith('cascade_http_requests_total'))).toBe(true);
  await client.query('rollback');
  expect(await scrape(metricsOf(), 'cascade_store_up')).toEqual(['cascade_store_up 1']);
});

test('a store that has not started counts like a silent store', async () => {
  let isAway = true;
  const metrics = metricsOf(10, () => isAway);
  expect(await scrape(metrics, 'cascade_store_up')).toEqual(['cascade_store_up 0']);
  isAway = false;
  expect(await scrape(metrics, 'cascade_store_up')).toEqual(['cascade_store_up 1']);
});

/** A message of one stage that ended with that status. */
function runOf(
  channel: string,
  status: 'UNDELIVERED' | 'DELIVERED' | 'READ',
  reason: string | null,
): Pick<CascadeRun, 'cascade' | 'state' | 'changes'> {
  const at = new Date();
  const before = accepted(1, [stageOf({ channel })]);
  const attempt = {
    id: 'a',
    position: 1,
    status,
    reason,
    reference: null,
    holder: null,
    template: null,
    startedAt: at,
    changedAt: at,
    endedAt: at,
  };
  return {
    cascade: {
      accountId: 1,
      address: '',
      addressType: '',
      duplicate: false,
      reportedStatuses: null,
      content: null,
      isHeavy: false,
      traceparent: null,
      mayBeHeld: true,
      acceptedAt: at,
      state: before,
    },
    state: { ...before, phase: 'ended', attempts: [attempt] },
    changes: [
      { eventId: 'evt_1', accountId: 1, messageId: 1, position: 1, status, reason, at, reported: true },
    ],
  };
}
