import { expect, test } from 'vitest';
import type { GatewayAttempt, Receipt } from './gateway.ts';
import { createSimulator } from './simulator.ts';

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
  const refused = { status: 'UNDELIVERED', reason: 'not-chattwo-user' };
  expect(await simulator.send(attempt('+12025550101'))).toMatchObject(refused);
  expect(await simulator.send(attempt('12025550101'))).toMatchObject(refused);
});

test('delivers to all other numbers at once', async () => {
  const { simulator, planned } = simulate();
  expect(await simulator.send(attempt('+4915112345678'))).toEqual({
    status: 'DELIVERED',
    reference: 'simulated-a',
  });
  expect(planned).toEqual([]);
});

test('reports receipts when due, and retries those that fail', async () => {
  const { simulator, reported, planned, trouble } = simulate();
  await simulator.send(attempt('+12025550121'));
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
    await expect(simulator.send(attempt('+12025550125', id))).rejects.toThrow('does not answer');
    await expect(simulator.send(attempt('+12025550125', id))).rejects.toThrow('does not answer');
    expect(await simulator.send(attempt('+12025550125', id))).toMatchObject({ status: 'DELIVERED' });
  }
});

test('uses real timers by default, and drops them when stopped', async () => {
  let tell: (receipt: Receipt) => void = () => {};
  const receipt = new Promise<Receipt>((resolve) => {
    tell = resolve;
  });
  const simulator = createSimulator({ onReceipt: async (one) => tell(one) });
  await simulator.send(attempt('+12025550128'));
  expect(await receipt).toEqual({ attemptId: 'a', status: 'DELIVERED' });
  simulator.stop();
});

test('has a number that is reachable by SMS only', async () => {
  const { simulator } = simulate();
  const send = (channel: string) => simulator.send({ ...attempt('+12025550130', channel), channel });
  expect(await send('CHATTWO')).toMatchObject({ status: 'UNDELIVERED', reason: 'not-chattwo-user' });
  expect(await send('CHATONE')).toMatchObject({ status: 'UNDELIVERED', reason: 'message-undeliverable' });
  expect(await send('SMS')).toMatchObject({ status: 'DELIVERED' });
});

test('applies the daily limit of chattwo to chattwo only', async () => {
  const { simulator } = simulate();
  const send = (channel: string) => simulator.send({ ...attempt('+12025550104'), channel });
  expect(await send('CHATTWO')).toMatchObject({ reason: 'daily-rate-limit' });
  for (const channel of ['SMS', 'CHATONE'])
    expect(await send(channel)).toMatchObject({ status: 'DELIVERED' });
});
