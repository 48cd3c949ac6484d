import { describe, expect, test, vi } from 'vitest';
import { attempt, patience, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { heldLease } from '../../testing/values.ts';

const rig = useSmsc();

describe('a refusal', () => {
  test.each([
    ['05', 'ESME_RTHROTTLED'],
    ['09', 'ESME_RMSGQFUL'],
  ])('of …%s passes: %s', async (digits) => {
    const gateway = await rig.bound();
    const sent = attempt(digits);
    expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test('of the vendor passes, or is what the settings say', async () => {
    const gateway = await rig.bound();
    await expect(gateway.send(attempt('66'), heldLease)).rejects.toThrow('0x0000044b');
    const told = await rig.bound({ settings: { statuses: { '0x44b': 'error-address-format' } } });
    expect(await told.send(attempt('66'), heldLease)).toEqual({
      status: 'UNDELIVERED',
      reason: 'error-address-format',
    });
  });

  test('without a status, as a generic_nack, leaves the outcome unknown', async () => {
    const gateway = await rig.bound();
    const sent = attempt('67');
    await expect(gateway.send(sent, heldLease)).rejects.toThrow('found generic_nack');
    expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
  });

  test('of the number is final', async () => {
    const gateway = await rig.bound();
    expect(await gateway.send(attempt('08'), heldLease)).toEqual({
      status: 'UNDELIVERED',
      reason: 'error-address-format',
    });
  });

  test('to bind is retried', async () => {
    const gateway = rig.open({ settings: { password: 'wrong' } });
    await vi.waitFor(
      () => expect(gateway.send(attempt('01'), heldLease)).rejects.toThrow('ESME_RINVPASWD'),
      patience,
    );
  });
});

test('a response without an id is SENT, and logged once: no receipt can match', async () => {
  const gateway = await rig.bound();
  for (let n = 0; n < 2; n += 1)
    expect(await gateway.send(attempt('65'), heldLease)).toEqual({ status: 'SENT' });
  expect(rig.log.warn.mock.calls).toEqual([
    [{ gateway: 'SMS' }, expect.stringContaining('no receipt can match')],
  ]);
});

test('keeps to the limit of submits per second', async () => {
  const gateway = await rig.bound({ settings: { messagesPerSecond: 20 } });
  const begin = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => gateway.send(attempt('13'), heldLease)));
  // Eleven submits including the first: ten intervals. A timer may fire a millisecond early.
  expect(performance.now() - begin).toBeGreaterThan(9 * 50 - 10);
});
