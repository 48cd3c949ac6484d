import { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import type { GatewayAttempt, GatewayResponse, SendLease } from '../gateways/gateway.ts';
import { GatewayLane, inLane } from '../gateways/gateway-lane.ts';
import { silent } from '../log.ts';
import { AbandonedDatabaseError } from '../store/connection/errors.ts';
import type { EngineEvent } from './events.ts';
import { createGatewayLanes } from './gateway-lanes.ts';
import { createHolders } from './holders.ts';
import { StageRun } from './run-stage.ts';

const attempt: GatewayAttempt = {
  attemptId: '00000000-1000-8000-8000-000000000001',
  channel: 'SMS',
  address: '+12025550100',
  addressType: 'PHONE',
  subject: null,
  content: {},
  traceparent: null,
};

/** Sends to a gateway that behaves so; `failures` of the first commits reject. */
function sendsTo(
  ask: (lease: SendLease) => Promise<GatewayResponse>,
  { failures = 0, holds = true, failure = new Error('Connection terminated') } = {},
) {
  const applied: EngineEvent[] = [];
  const committed = vi.fn();
  const holders = createHolders({ id: 7 });
  const run = new StageRun({
    // Nothing is claimed.
    pool: new Pool(),
    replica: { holds: () => holds },
    holders,
    gateways: () => inLane(new GatewayLane(), { send: (_, lease) => ask(lease) }, 0.2),
    lanes: createGatewayLanes(),
    async apply(event) {
      applied.push(event);
      if (applied.length <= failures) throw failure;
      return { send: null, isHeld: false };
    },
    onCommitted: committed,
    log: silent,
    now: () => new Date(0),
  });
  /** In a turn of its own. */
  const send = async () => {
    const { holder, end } = holders.hold();
    await run.send(attempt, holder, 1).finally(end);
  };
  return { run, send, applied, committed, kinds: () => applied.map(({ kind }) => kind) };
}

/** A gateway that never answers, and ends its call when it is told to. */
const hangs = ({ signal }: SendLease) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('each send has a turn of its own, which is under way until its work ends', () => {
  const { hold, isUnderWay } = createHolders({ id: 7 });
  const turns = [hold(), hold()];
  const holders = turns.map(({ holder }) => holder);
  expect(holders).toEqual([
    { replica: 7, turn: 1 },
    { replica: 7, turn: 2 },
  ]);
  expect(holders.map(isUnderWay)).toEqual([true, true]);
  turns[0]?.end();
  expect(holders.map(isUnderWay)).toEqual([false, true]);
  expect(isUnderWay({ replica: 8, turn: 1 })).toBe(true);
});

test('what the gateway answered is committed, however often the database is away', async () => {
  vi.useFakeTimers();
  const { send, kinds, committed } = sendsTo(async () => ({ status: 'SENT' }), { failures: 3 });
  const sent = send();
  await vi.advanceTimersByTimeAsync(3_000);
  await sent;
  vi.useRealTimers();
  expect(kinds()).toEqual(['reports', 'reports', 'reports', 'reports']);
  expect(committed).toHaveBeenCalledTimes(1);
});

test('after an unknown outcome the attempt is free, and the job fails', async () => {
  const { send, applied } = sendsTo(() => Promise.reject(new Error('reset')));
  await expect(send()).rejects.toThrow('reset');
  const holder = { replica: 7, turn: 1 };
  expect(applied).toEqual([{ kind: 'send-failed', attemptId: attempt.attemptId, holder }]);
});

test('the call of a gateway is aborted after its time-out', async () => {
  const { send, kinds } = sendsTo(hangs);
  await expect(send()).rejects.toThrow('timeout');
  expect(kinds()).toEqual(['send-failed']);
});

test('a stop aborts the calls under way, and those that follow', async () => {
  const { run, send } = sendsTo(hangs);
  const call = send();
  run.abort();
  await expect(call).rejects.toThrow('the service stops');
  await expect(send()).rejects.toThrow('the service stops');
});

test('a replica that was silent sends nothing', async () => {
  const gateway = vi.fn(hangs);
  const { send } = sendsTo(gateway, { holds: false });
  await expect(send()).rejects.toThrow('another one may send');
  expect(gateway).not.toHaveBeenCalled();
});

test('a stop does not wait for a database that is away', async () => {
  const { run, send } = sendsTo(async () => ({ status: 'SENT' }), { failures: Number.POSITIVE_INFINITY });
  const sent = send();
  await new Promise((resolve) => setImmediate(resolve));
  run.abort();
  await expect(sent).rejects.toThrow('Connection terminated');
});

test('what the service has given the database up for is not tried again', async () => {
  const failure = new AbandonedDatabaseError();
  const { send, kinds } = sendsTo(async () => ({ status: 'SENT' }), { failures: 2, failure });
  await expect(send()).rejects.toBe(failure);
  expect(kinds()).toEqual(['reports', 'send-failed']);
});
