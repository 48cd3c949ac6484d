import { describe, expect, test } from 'vitest';
import { attempt, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { abortableLease, heldLease } from '../../testing/values.ts';

const rig = useSmsc();
const octets = (hex = '') => Buffer.from(hex, 'hex');

describe('a text', () => {
  test('is sent from the signature to the number, with a receipt requested, and is delivered', async () => {
    const gateway = await rig.bound();
    const sent = attempt('01', { attemptId: '00000000-1000-8000-8001-2341898506f4' });
    const result = await gateway.send(sent, heldLease);
    expect(result).toEqual({
      status: 'SENT',
      receiptReference: expect.stringMatching(/^smpp:SMS:[0-9a-f]+_\$2$/),
    });
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
    await rig.smsc.got('submit', 2);
    expect(rig.smsc.submitted[1]).toEqual({
      source: [5, 0, 'codes'],
      destination: [1, 1, '12025550101'],
      esmClass: 0,
      priority: 0,
      validityPeriod: '',
      registeredDelivery: 1,
      dataCoding: 0,
      shortMessage: Buffer.from('Code 4821').toString('hex'),
      optional: { '0204': '06f4' },
    });
    await rig.smsc.got('answer');
    expect(rig.smsc.events).toContainEqual({ kind: 'answer', status: 0 });
  });

  test('of 400 characters is one message_payload with one receipt', async () => {
    const gateway = await rig.bound();
    const text = 'cascade '.repeat(50);
    const sent = attempt('01', { content: { text } });
    await gateway.send(sent, heldLease);
    await rig.smsc.got('submit', 2);
    const { shortMessage, dataCoding, optional } = rig.smsc.submitted[1] ?? {};
    expect([shortMessage, dataCoding]).toEqual(['', 0]);
    expect(octets(optional?.['0424']).toString('latin1')).toBe(text);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test('of 400 characters is sent in parts without message_payload, and the last part has the receipt', async () => {
    const gateway = await rig.bound({ settings: { longTexts: 'parts' } });
    const text = 'cascade '.repeat(50);
    const sent = attempt('01', { attemptId: '00000000-1000-8000-8001-2341898506f4', content: { text } });
    await gateway.send(sent, heldLease);
    await rig.smsc.got('submit', 1 + 3);
    const parts = rig.smsc.submitted.slice(1);
    expect(parts.map(({ registeredDelivery }) => registeredDelivery)).toEqual([0, 0, 1]);
    expect(parts.map(({ esmClass, optional }) => [esmClass, optional])).toEqual(
      Array(3).fill([0x40, { '0204': '06f4' }]),
    );
    expect(parts.map(({ shortMessage }) => shortMessage.slice(0, 12))).toEqual([
      '050003f40301',
      '050003f40302',
      '050003f40303',
    ]);
    expect(parts.map(({ shortMessage }) => octets(shortMessage.slice(12)).toString('latin1')).join('')).toBe(
      text,
    );
    // The SMSC sends a receipt for every part; only that of the last part counts.
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test('has the reason of a refused part, and later parts are not sent', async () => {
    const gateway = await rig.bound({ settings: { longTexts: 'parts' } });
    const result = await gateway.send(attempt('08', { content: { text: 'x'.repeat(400) } }), heldLease);
    expect(result).toEqual({ status: 'UNDELIVERED', reason: 'error-address-format' });
    await gateway.send(attempt('13'), heldLease);
    await rig.smsc.got('submit', 1 + 2);
    expect(rig.smsc.submitted.map(({ destination }) => destination[2].slice(-2))).toEqual(['13', '08', '13']);
  });

  test('repeats no part that the SMSC accepted before it refused another for a while', async () => {
    const gateway = await rig.bound({ settings: { longTexts: 'parts' } });
    const sent = attempt('14', { content: { text: 'x'.repeat(400) } });
    expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
    await rig.smsc.got('submit', 1 + 4);
    const numbers = rig.smsc.submitted.slice(1).map(({ shortMessage }) => shortMessage.slice(10, 12));
    expect(numbers).toEqual(['01', '02', '02', '03']);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  describe('in parts over a throttled link', () => {
    const long = { content: { text: 'x'.repeat(153 * 6) } };
    const throttled = { settings: { longTexts: 'parts', messagesPerSecond: 40 } } as const;
    const parts = () => rig.smsc.submitted.slice(1).map(({ shortMessage }) => shortMessage.slice(10, 12));
    const eachOnce = ['01', '02', '03', '04', '05', '06'];

    test('is submitted no further after the call was aborted, and the repeated call continues there', async () => {
      const gateway = await rig.bound(throttled);
      const sent = attempt('13', long);
      const { lease, abort } = abortableLease();
      const first = gateway.send(sent, lease);
      await rig.smsc.got('submit', 1 + 2);
      abort();
      await expect(first).rejects.toThrow('aborted');
      expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
      await rig.smsc.got('submit', 1 + 6);
      expect(parts()).toEqual(eachOnce);
    });

    test.each([40, 10_000])(
      'is submitted whole before the next one begins, at %i a second',
      async (messagesPerSecond) => {
        const gateway = await rig.bound({
          settings: { ...throttled.settings, messagesPerSecond, window: 1 },
        });
        const texts = ['08', '13'].map((digits) =>
          gateway.send(attempt('13', { ...long, subject: digits }), heldLease),
        );
        await Promise.all(texts);
        await rig.smsc.got('submit', 1 + 12);
        const sources = rig.smsc.submitted.slice(1).map(({ source }) => source[2]);
        expect(sources).toHaveLength(12);
        expect(sources.filter((source, at) => at > 0 && source !== sources[at - 1])).toHaveLength(1);
      },
    );

    test('is submitted once by two calls at the same time', async () => {
      const gateway = await rig.bound(throttled);
      const sent = attempt('13', long);
      const [one, other] = await Promise.all([gateway.send(sent, heldLease), gateway.send(sent, heldLease)]);
      expect(one).toEqual(other);
      await rig.smsc.got('submit', 1 + 6);
      expect(parts()).toEqual(eachOnce);
    });

    test('is submitted by the second of two calls when the first is aborted', async () => {
      const gateway = await rig.bound(throttled);
      const sent = attempt('13', long);
      const { lease, abort } = abortableLease();
      const first = gateway.send(sent, lease);
      const second = gateway.send(sent, heldLease);
      await rig.smsc.got('submit', 1 + 3);
      abort();
      await expect(first).rejects.toThrow('aborted');
      expect(await second).toMatchObject({ status: 'SENT' });
      await rig.smsc.got('submit', 1 + 6);
      expect(parts()).toEqual(eachOnce);
    });

    test('is submitted no further once the sender may not send any longer', async () => {
      const gateway = await rig.bound(throttled);
      // Its turn asks, too.
      let left = 1 + 3;
      const check = () => {
        left -= 1;
        if (left < 0) throw new Error('another replica sends');
      };
      await expect(gateway.send(attempt('13', long), { ...heldLease, check })).rejects.toThrow('another');
      await gateway.send(attempt('13'), heldLease);
      await rig.smsc.got('submit', 1 + 3 + 1);
      expect(parts().slice(0, 3)).toEqual(['01', '02', '03']);
      expect(parts()).toHaveLength(3 + 1);
    });
  });

  test('with an emoji is UCS-2', async () => {
    const gateway = await rig.bound();
    await gateway.send(attempt('01', { content: { text: 'Hi 👋' } }), heldLease);
    await rig.smsc.got('submit', 2);
    expect(rig.smsc.submitted[1]).toMatchObject({ dataCoding: 8, shortMessage: '004800690020d83ddc4b' });
  });

  test('that SMPP cannot carry is not sent to the SMSC', async () => {
    const gateway = await rig.bound();
    const result = await gateway.send(attempt('01', { address: '1'.repeat(21) }), heldLease);
    expect(result).toEqual({ status: 'UNDELIVERED', reason: 'error-address-format' });
    await gateway.send(attempt('13'), heldLease);
    await rig.smsc.got('submit', 2);
    expect(rig.smsc.submitted.map(({ destination }) => destination[2])).toEqual([
      '12025550113',
      '12025550113',
    ]);
  });
});
