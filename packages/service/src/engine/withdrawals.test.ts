import { expect, test, vi } from 'vitest';
import type { Gateway, Withdrawal, WithdrawalStatus } from '../gateways/gateway.ts';
import { silent } from '../log.ts';
import type { Applied, EngineEvent } from './events.ts';
import { createWithdrawals } from './withdrawals.ts';

const message = { accountId: 7, messageId: 1 };
const withdrawal: Withdrawal = {
  attemptId: '00000000-1000-8000-8000-000000000001',
  channel: 'SMS',
  address: '+12025550100',
  addressType: 'PHONE',
  subject: null,
  reference: 'r1',
};

/** With a gateway that withdraws so, and a stage that has something to withdraw. */
function rigOf(withdraw: Gateway['withdraw'], { isPaused = false, ends = withdrawal } = {}) {
  const applied: EngineEvent[] = [];
  const answers: string[] = [];
  const send = () => Promise.reject(new Error('nothing is sent'));
  const withdrawals = createWithdrawals({
    gateways: (channel) => (channel === 'SMS' && withdraw !== undefined ? { send, withdraw } : { send }),
    lanes: { isPaused: () => isPaused },
    async apply(event): Promise<Applied> {
      applied.push(event);
      const nothing = { send: null, isHeld: false };
      return event.kind === 'expiring' ? { ...nothing, withdrawal: ends } : nothing;
    },
    onAnswer: (channel, status) => void answers.push(`${channel} ${status}`),
    log: silent,
    now: () => new Date(0),
  });
  return { answers, applied, withdraw: () => withdrawals.withdraw(message, 1) };
}

const asked: EngineEvent = { kind: 'expiring', ...message, position: 1 };

test.each(['DELIVERED', 'READ'] as const)('%s in answer is committed as a report', async (status) => {
  const { applied, withdraw } = rigOf(async () => status);
  await withdraw();
  const { attemptId } = withdrawal;
  const report = { kind: 'report', attemptId, status, reason: null, reference: null, at: new Date(0) };
  expect(applied).toEqual([asked, { kind: 'reports', attemptId, reports: [report] }]);
});

test.each(['WITHDRAWN', 'SENT', 'DELAYED', 'UNDELIVERED'] as const)(
  '%s in answer changes nothing',
  async (status: WithdrawalStatus) => {
    const { answers, applied, withdraw } = rigOf(async () => status);
    await withdraw();
    expect(applied).toEqual([asked]);
    expect(answers).toEqual([`SMS ${status}`]);
  },
);

test('without an offer nothing is read', async () => {
  const { applied, withdraw } = rigOf(undefined);
  await withdraw();
  expect(applied).toEqual([]);
});

test('a gateway that does not offer it, or that an operator has paused, is not asked', async () => {
  const offer = vi.fn(async () => 'DELIVERED' as const);
  const other = rigOf(offer, { ends: { ...withdrawal, channel: 'CHATONE' } });
  await other.withdraw();
  const paused = rigOf(offer, { isPaused: true });
  await paused.withdraw();
  expect(offer).not.toHaveBeenCalled();
  expect([...other.applied, ...paused.applied]).toEqual([asked, asked]);
});

test('a gateway that fails, at once or later, keeps nothing', async () => {
  for (const fail of [() => Promise.reject(new Error('away')), () => thrown()]) {
    const { answers, applied, withdraw } = rigOf(fail);
    await withdraw();
    expect(applied).toEqual([asked]);
    expect(answers).toEqual(['SMS unknown']);
  }
});

function thrown(): never {
  throw new Error('away');
}

test('a silent gateway holds each stage for a second, also if many end at once', async () => {
  let calls = 0;
  const { applied, withdraw } = rigOf((_, signal) => {
    calls += 1;
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const begin = performance.now();
  await Promise.all(Array.from({ length: 200 }, withdraw));
  expect(performance.now() - begin).toBeGreaterThan(900);
  // The others gave up while they waited for their turn.
  expect(calls).toBe(32);
  expect(applied).toEqual(Array(200).fill(asked));
});

test('a gateway that ignores its signal holds a stage no longer', async () => {
  const { withdraw } = rigOf(() => new Promise<never>(() => {}));
  await withdraw();
});
