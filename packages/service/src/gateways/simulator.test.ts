import { readContract } from '@cascade/contract';
import { expect, test, vi } from 'vitest';
import { defined } from '../defined.ts';
import { heldLease } from '../testing/values.ts';
import type { GatewayAttempt, Receipt } from './gateway.ts';
import { createSimulator } from './simulator.ts';

const { demoNumbers } = readContract();

const attempt = (address: string, attemptId = 'a'): GatewayAttempt => ({
  attemptId,
  channel: 'SMS',
  address,
  addressType: 'PHONE',
  subject: null,
  content: {},
});

/** A simulator whose receipts the test releases, and whose receiver may fail. */
function simulate() {
  const reported: Receipt[] = [];
  const planned: { readonly afterSeconds: number; readonly work: () => Promise<void> }[] = [];
  const trouble = { failures: 0 };
  const simulator = createSimulator({
    schedule: (afterSeconds, work) => void planned.push({ afterSeconds, work }),
    async onReceipt(receipt) {
      if (trouble.failures > 0) {
        trouble.failures -= 1;
        throw new Error('the store is away');
      }
      reported.push(receipt);
    },
  });
  return { simulator, reported, planned, trouble };
}

test('recognises a number with and without +', async () => {
  const { simulator } = simulate();
  const refused = { status: 'UNDELIVERED', reason: 'no-template-match' };
  expect(await simulator.send(attempt('+12025550102'), heldLease)).toMatchObject(refused);
  expect(await simulator.send(attempt('12025550102'), heldLease)).toMatchObject(refused);
});

test('delivers to all other numbers at once', async () => {
  const { simulator, planned } = simulate();
  expect(await simulator.send(attempt('+4915112345678'), heldLease)).toEqual({
    status: 'DELIVERED',
    reference: 'simulated-a',
  });
  expect(planned).toEqual([]);
});

test('reports receipts when due, and retries those that fail', async () => {
  const { simulator, reported, planned, trouble } = simulate();
  await simulator.send(attempt('+12025550121'), heldLease);
  expect(planned.map(({ afterSeconds }) => afterSeconds)).toEqual([1, 2]);
  trouble.failures = 1;
  await planned[0]?.work();
  expect(reported).toEqual([]);
  await planned[2]?.work();
  expect(reported).toEqual([{ attemptId: 'a', status: 'DELIVERED' }]);
});

test('fails twice for each attempt at 0125', async () => {
  const { simulator } = simulate();
  for (const id of ['a', 'b']) {
    await expect(simulator.send(attempt('+12025550125', id), heldLease)).rejects.toThrow('does not answer');
    await expect(simulator.send(attempt('+12025550125', id), heldLease)).rejects.toThrow('does not answer');
    expect(await simulator.send(attempt('+12025550125', id), heldLease)).toMatchObject({
      status: 'DELIVERED',
    });
  }
});

test('uses real timers by default, and drops them when stopped', async () => {
  let tell: (receipt: Receipt) => void = () => {};
  const receipt = new Promise<Receipt>((resolve) => {
    tell = resolve;
  });
  const simulator = createSimulator({ onReceipt: async (one) => tell(one) });
  await simulator.send(attempt('+12025550128'), heldLease);
  expect(await receipt).toEqual({ attemptId: 'a', status: 'DELIVERED' });
  simulator.stop();
});

test('once stopped, keeps the process alive for no receipt, not even of an attempt that was under way', async () => {
  vi.useFakeTimers();
  try {
    const simulator = createSimulator({ onReceipt: async () => {} });
    await simulator.send(attempt('+12025550128', 'before'), heldLease);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    simulator.stop();
    await simulator.send(attempt('+12025550128', 'after'), heldLease);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('has a number that is reachable by SMS only', async () => {
  const { simulator } = simulate();
  const send = (channel: string) =>
    simulator.send({ ...attempt('+12025550130', channel), channel }, heldLease);
  expect(await send('CHATTWO')).toMatchObject({ status: 'UNDELIVERED', reason: 'not-chattwo-user' });
  expect(await send('CHATONE')).toMatchObject({ status: 'UNDELIVERED', reason: 'message-undeliverable' });
  expect(await send('SMS')).toMatchObject({ status: 'DELIVERED' });
});

const rows = demoNumbers.flatMap((demo) =>
  Object.keys(demo.outcomes).map((channel) => ({ ...demo, channel })),
);

test.each(rows)('$number on $channel leads to the outcome of the catalogue', async (row) => {
  const { number, channel, outcomes, failures } = row;
  const { simulator, reported, planned } = simulate();
  const send = () => simulator.send({ ...attempt(number), channel }, heldLease);
  for (let n = 0; n < (failures === 'always' ? 20 : failures); n += 1) await expect(send()).rejects.toThrow();
  if (failures === 'always') return;
  const response = await send();
  for (const { work } of planned) await work();
  expect([response, ...reported]).toContainEqual(
    expect.objectContaining(
      defined({ ...outcomes[channel], reason: outcomes[channel]?.reason ?? undefined }),
    ),
  );
});
