import { setTimeout as pause } from 'node:timers/promises';
import { answerWith, startReceiver } from '@cascade/test-kit';
import { closedAfterTest } from '@cascade/test-kit/vitest';
import { describe, expect, test, vi } from 'vitest';
import { attempt, patience, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { abortableLease, heldLease } from '../../testing/values.ts';
import type { GatewayAttempt, SendLease, Withdrawal } from '../gateway.ts';
import type { SmppGateway } from './create-smpp-gateway.ts';

const rig = useSmsc();
const octets = (hex = '') => Buffer.from(hex, 'hex');

test('binds as a transceiver of SMPP 3.4 before anything else', async () => {
  await expect(rig.open().send(attempt('01'), heldLease)).rejects.toThrow('no connection yet');
  await rig.smsc.got('bind');
  expect(rig.smsc.events).toContainEqual({
    kind: 'bind',
    as: 'transceiver',
    systemId: 'cascade',
    version: 0x34,
  });
  expect(rig.smsc.submitted).toEqual([]);
});

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

describe('a receipt', () => {
  test.each([
    ['02', 'spam-rate-limit-hit'],
    ['03', 'message-undeliverable'],
    ['04', 'message-undeliverable'],
  ])('of …%s is UNDELIVERED with %s', async (digits, reason) => {
    const gateway = await rig.bound({ settings: { reasons: { '0B1': 'spam-rate-limit-hit' } } });
    const sent = attempt(digits);
    await gateway.send(sent, heldLease);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'UNDELIVERED', reason }]);
  });

  test('may arrive before the response', async () => {
    const gateway = await rig.bound();
    const sent = attempt('07');
    expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
    // It waited for the response, and was not refused.
    await rig.smsc.got('answer');
    expect(rig.smsc.events.filter(({ kind }) => kind === 'answer')).toEqual([{ kind: 'answer', status: 0 }]);
  });

  test('right behind the response is of that attempt, though an older one has its id', async () => {
    const sent = attempt('21');
    const gateway = rig.open({ attemptOf: () => 'an older attempt' });
    await vi.waitFor(() => gateway.send(sent, heldLease), patience);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test('may have optional parameters instead of a text', async () => {
    const gateway = await rig.bound();
    const sent = attempt('12');
    await gateway.send(sent, heldLease);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test('may come as a data_sm', async () => {
    const gateway = await rig.bound();
    const sent = attempt('19');
    await gateway.send(sent, heldLease);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
    await rig.smsc.got('response');
    // A data_sm_resp with an empty message_id.
    expect(rig.smsc.events).toContainEqual({ kind: 'response', id: 0x80000103, sequence: 78, body: '00' });
  });

  test('may write a number otherwise than the response', async () => {
    const gateway = await rig.bound({ settings: { messageIds: { response: 'hex', receipt: 'decimal' } } });
    const sent = attempt('15');
    const result = await gateway.send(sent, heldLease);
    expect(result).toMatchObject({ receiptReference: expect.stringMatching(/^smpp:SMS:[0-9]+$/) });
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test('finds its attempt in the store after a restart of the service', async () => {
    const before = await rig.bound();
    const result = await before.send(attempt('11'), heldLease);
    await before.stop();
    const { receiptReference = '' } = result as { receiptReference?: string };
    await rig.bound({
      attemptOf: (reference) => (reference === receiptReference ? 'an attempt of before' : undefined),
    });
    rig.smsc.tell('release');
    expect(await rig.receipts()).toEqual([{ attemptId: 'an attempt of before', status: 'DELIVERED' }]);
  });

  test('that was lost with the connection comes again over the next one', async () => {
    const gateway = await rig.bound();
    const sent = attempt('16');
    expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
    await rig.smsc.got('bind', 2);
  });

  test('that cannot be committed is retried by the SMSC', async () => {
    let failures = 1;
    const gateway = await rig.bound({
      async onReceipt(receipt) {
        failures -= 1;
        if (failures >= 0) throw new Error('the store is away');
        rig.told.push(receipt);
      },
    });
    await gateway.send(attempt('01'), heldLease);
    await rig.receipts();
    await rig.smsc.got('answer', 2);
    expect(rig.smsc.events.filter(({ kind }) => kind === 'answer')).toEqual([
      { kind: 'answer', status: 0x64 },
      { kind: 'answer', status: 0 },
    ]);
  });

  test('of an attempt that is not known is kept, and acknowledged', async () => {
    const before = await rig.bound();
    await before.send(attempt('11'), heldLease);
    await before.stop();
    await rig.bound();
    rig.smsc.tell('release');
    await rig.smsc.got('answer');
    expect(rig.smsc.events).toContainEqual({ kind: 'answer', status: 0 });
    const reference = expect.stringMatching(/^smpp:SMS:[0-9a-f]+_\$2$/);
    expect(rig.kept).toEqual([{ reference, status: 'DELIVERED' }]);
    expect(rig.told).toEqual([]);
  });

  test('of an attempt that is not known is not kept if the message is still under way', async () => {
    const before = await rig.bound();
    await before.send(attempt('20'), heldLease);
    await before.stop();
    await rig.bound();
    rig.smsc.tell('release');
    await rig.smsc.got('answer');
    expect(rig.smsc.events).toContainEqual({ kind: 'answer', status: 0 });
    expect(rig.kept).toEqual([]);
  });

  test('without its message type counts if its id is ours, and only then', async () => {
    const gateway = await rig.bound();
    const sent = attempt('61');
    await gateway.send(sent, heldLease);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
    rig.smsc.tell('mobile-originated');
    await rig.smsc.got('answer', 2);
    expect(rig.smsc.events.at(-1)).toEqual({ kind: 'answer', status: 0 });
    expect(rig.told).toHaveLength(1);
    expect(rig.kept).toEqual([]);
    expect(rig.delivered).toEqual(['receipt', 'text']);
  });

  test('that is an intermediate notification is never final', async () => {
    const gateway = await rig.bound();
    const sent = attempt('62');
    await gateway.send(sent, heldLease);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'SENT' }]);
  });

  test('with an unlisted state changes nothing, is counted, and is logged once', async () => {
    const gateway = await rig.bound();
    await gateway.send(attempt('63'), heldLease);
    await gateway.send(attempt('63'), heldLease);
    expect((await rig.receipts(2)).map(({ status }) => status)).toEqual(['SENT', 'SENT']);
    expect(rig.delivered.filter((kind) => kind === 'unlisted-state')).toHaveLength(2);
    expect(rig.log.warn.mock.calls).toEqual([
      [{ gateway: 'SMS', state: 'PARKED' }, expect.stringContaining('states')],
    ]);
  });

  test('has the state that the settings give its word', async () => {
    const gateway = await rig.bound({ settings: { states: { PARKED: 'undelivered' } } });
    const sent = attempt('63');
    await gateway.send(sent, heldLease);
    expect(await rig.receipts()).toMatchObject([{ status: 'UNDELIVERED' }]);
    expect(rig.log.warn).not.toHaveBeenCalled();
  });

  test('that is an acknowledgement of the phone has no status', async () => {
    const gateway = await rig.bound();
    await gateway.send(attempt('64'), heldLease);
    await rig.smsc.got('answer');
    expect(rig.smsc.events.at(-1)).toEqual({ kind: 'answer', status: 0 });
    expect([rig.delivered, rig.told, rig.kept]).toEqual([['acknowledgement'], [], []]);
  });

  test('that matches nothing ten times is logged with the setting for ids', async () => {
    const before = await rig.bound();
    for (let n = 0; n < 10; n += 1) await before.send(attempt('11'), heldLease);
    await before.stop();
    await rig.bound();
    rig.log.warn.mockClear();
    rig.smsc.tell('release');
    await rig.smsc.got('answer', 10);
    expect(rig.kept).toHaveLength(10);
    expect(rig.log.warn.mock.calls).toEqual([
      [{ gateway: 'SMS', receipts: 10 }, expect.stringContaining('messageIds')],
    ]);
  });
});

describe('a text of a subscriber', () => {
  test('is acknowledged and dropped without a URL, and logged without its text and number', async () => {
    await rig.bound();
    rig.smsc.tell('mobile-originated');
    await rig.smsc.got('answer');
    expect(rig.smsc.events.at(-1)).toEqual({ kind: 'answer', status: 0 });
    expect(rig.delivered).toEqual(['text']);
    expect(rig.log.info.mock.lastCall).toEqual([
      { gateway: 'SMS', isForwarded: false },
      'a subscriber has sent a text',
    ]);
  });

  test('is posted to the URL, and acknowledged once that has taken it', async () => {
    const receiver = await closedAfterTest(
      startReceiver((response, _, index) => answerWith(index === 0 ? 500 : 204)(response)),
    );
    await rig.bound({ settings: { inbound: { url: receiver.url } } });
    rig.smsc.tell('mobile-originated');
    await rig.smsc.got('answer');
    expect(rig.smsc.events.at(-1)).toEqual({ kind: 'answer', status: 0 });
    expect(receiver.received.map(({ event }) => event)).toEqual(
      Array(2).fill({
        channel: 'SMS',
        from: '+12025550100',
        to: 'codes',
        text: 'STOP id:1 stat:DELIVRD',
        octets: Buffer.from('STOP id:1 stat:DELIVRD').toString('base64'),
        dataCoding: 0,
      }),
    );
    expect(rig.log.warn).not.toHaveBeenCalled();
  });

  test('is repeated by the SMSC if the URL does not take it in time', async () => {
    let status = 503;
    const receiver = await closedAfterTest(startReceiver((response) => answerWith(status)(response)));
    await rig.bound({ settings: { inbound: { url: receiver.url } } });
    rig.smsc.tell('mobile-originated');
    await rig.smsc.got('answer');
    status = 200;
    await rig.smsc.got('answer', 2);
    const answers = rig.smsc.events.filter(({ kind }) => kind === 'answer');
    expect(answers).toEqual([0x64, 0].map((one) => ({ kind: 'answer', status: one })));
    expect(rig.delivered).toEqual(['text', 'text-not-taken', 'text']);
    const [fields, message] = rig.log.warn.mock.lastCall ?? [];
    expect(fields).toEqual({ gateway: 'SMS', why: 'the URL answered 503' });
    expect(message).toContain('repeat');
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

describe('when the connection is lost', () => {
  test('between submit and response, the attempt is submitted again under the same id', async () => {
    const gateway = await rig.bound();
    const sent = attempt('06');
    await expect(gateway.send(sent, heldLease)).rejects.toThrow('the connection was closed');
    await vi.waitFor(
      async () => expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' }),
      patience,
    );
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
    await rig.smsc.got('submit', 3);
    const [, first, second] = rig.smsc.submitted;
    expect(rig.smsc.submitted).toHaveLength(3);
    expect(second).toEqual(first);
  });

  test('behind a text that is alone at the SMSC, it is tried again until others are answered', async () => {
    const gateway = await rig.bound();
    const poison = attempt('23');
    const lost = () =>
      vi.waitFor(() => expect(gateway.send(poison, heldLease)).rejects.toThrow('was closed'), patience);
    for (let n = 0; n < 5; n += 1) await lost();
    for (let n = 0; n < 2; n += 1) {
      await vi.waitFor(() => gateway.send(attempt('13'), heldLease), patience);
      await lost();
    }
    expect(await vi.waitFor(() => gateway.send(poison, heldLease), patience)).toEqual({
      status: 'UNDELIVERED',
      reason: 'message-undeliverable',
    });
  });

  test('three times behind the same submit, that one is ended, and nothing else is under way beside it', async () => {
    const gateway = await rig.bound();
    const poison = attempt('23');
    const others = Array.from({ length: 9 }, () => attempt('24'));
    const send = (one: GatewayAttempt) => vi.waitFor(() => gateway.send(one, heldLease), patience);
    // Else the SMSC may be away for all.
    const traffic = setInterval(() => void gateway.send(attempt('13'), heldLease).catch(() => {}), 20);
    const [result, ...sent] = await Promise.all([poison, ...others].map(send));
    clearInterval(traffic);
    expect(result).toEqual({ status: 'UNDELIVERED', reason: 'message-undeliverable' });
    expect(sent.map(({ status }) => status)).toEqual(Array(9).fill('SENT'));
    const ends = rig.smsc.submitted.map(({ destination }) => destination[2].slice(-2));
    expect(ends.filter((one) => one === '23').length).toBeGreaterThanOrEqual(3);
    // A window is submitted again, once.
    expect(ends.filter((one) => one === '24').length).toBeLessThanOrEqual(9 + 9);
  });

  test('by an unbind of the SMSC, what is outstanding is waited for, and not submitted again', async () => {
    const gateway = await rig.bound();
    const sent = Array.from({ length: 5 }, () => attempt('10'));
    const results = Promise.all(sent.map((one) => gateway.send(one, heldLease)));
    await rig.smsc.got('submit', 1 + 5);
    rig.smsc.tell('unbind');
    await vi.waitFor(() => expect(gateway.lane.view().state).toBe('away'), patience);
    await expect(gateway.send(attempt('13'), heldLease)).rejects.toThrow('the SMSC has unbound us');
    rig.smsc.tell('release');
    expect((await results).map(({ status }) => status)).toEqual(Array(5).fill('SENT'));
    await rig.smsc.got('bind', 2);
    expect(rig.smsc.submitted).toHaveLength(1 + 5);
  });

  test('by an unbind in the segment of the bind response, the gateway binds again', async () => {
    rig.smsc.tell('unbind-next');
    rig.open();
    await rig.smsc.got('bind', 2);
  });

  test('within a response, that is none: its id would be cut short', async () => {
    const gateway = await rig.bound();
    const sent = attempt('69');
    await expect(gateway.send(sent, heldLease)).rejects.toThrow('ended within a PDU');
    await vi.waitFor(() => gateway.send(sent, heldLease), patience);
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test('by a restart of the SMSC, the gateway binds again', async () => {
    const gateway = await rig.bound();
    await rig.smsc.kill();
    await vi.waitFor(
      () => expect(gateway.send(attempt('01'), heldLease)).rejects.toThrow('ECONNREFUSED'),
      patience,
    );
    await rig.replace();
    const sent = attempt('01');
    await vi.waitFor(
      async () => expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' }),
      patience,
    );
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test('by a silent SMSC, enquire_link detects it', async () => {
    const gateway = await rig.bound({ settings: { enquireSeconds: 0.05, timeoutSeconds: 3 } });
    await rig.smsc.got('enquire');
    rig.smsc.tell('mute');
    await vi.waitFor(
      () =>
        expect(gateway.send(attempt('01'), heldLease)).rejects.toThrow('the connection to the SMSC was lost'),
      patience,
    );
  });
});

test('a PDU that is shorter than its header ends the connection at once', async () => {
  await rig.bound();
  rig.smsc.tell('short-pdu');
  await rig.smsc.got('bind', 2);
  expect(rig.log.warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('is away'));
});

describe('a response', () => {
  test('of another command answers nothing: the right one may follow', async () => {
    const gateway = await rig.bound();
    expect(await gateway.send(attempt('76'), heldLease)).toMatchObject({ status: 'SENT' });
    await rig.smsc.got('submit', 2);
    expect(rig.smsc.submitted).toHaveLength(2);
  });

  test('that is too late for its call still counts: the attempt is not submitted again', async () => {
    const gateway = await rig.bound();
    const sent = [attempt('10'), attempt('18')];
    const { lease, abort } = abortableLease();
    const calls = sent.map((one) => expect(gateway.send(one, lease)).rejects.toThrow('aborted'));
    await rig.smsc.got('submit', 1 + 2);
    abort();
    await Promise.all(calls);
    const again = sent.map((one) => gateway.send(one, heldLease));
    rig.smsc.tell('release');
    expect(await Promise.all(again)).toEqual([
      { status: 'SENT', receiptReference: expect.stringContaining('smpp:SMS:') },
      { status: 'UNDELIVERED', reason: 'error-address-format' },
    ]);
    expect(await rig.receipts()).toEqual([{ attemptId: sent[0]?.attemptId, status: 'DELIVERED' }]);
    await rig.smsc.got('submit', 3);
    expect(rig.smsc.submitted.map(({ destination }) => destination[2].slice(-2))).toEqual(['13', '10', '18']);
  });

  test('that is late leaves the other places to others, and the gateway stays bound', async () => {
    const gateway = await rig.bound({ settings: { window: 2, timeoutSeconds: 2 } });
    const late = expect(gateway.send(attempt('10'), heldLease)).rejects.toThrow('no response to submit_sm');
    for (let n = 0; n < 5; n += 1)
      expect(await gateway.send(attempt('13'), heldLease)).toMatchObject({ status: 'SENT' });
    await late;
    expect(await gateway.send(attempt('13'), heldLease)).toMatchObject({ status: 'SENT' });
    expect(gateway.lane.view().state).toBe('open');
    expect(rig.smsc.events.filter(({ kind }) => kind === 'bind')).toHaveLength(1);
  });

  test('that comes after the time-out still counts: the attempt is not submitted again', async () => {
    const gateway = await rig.bound({ settings: { timeoutSeconds: 0.3 } });
    const sent = attempt('10');
    await expect(gateway.send(sent, heldLease)).rejects.toThrow('no response to submit_sm');
    rig.smsc.tell('release');
    expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
    await rig.smsc.got('submit', 2);
    expect(rig.smsc.submitted).toHaveLength(2);
  });

  test('that never comes while others do has the attempt submitted three times, and then ended', async () => {
    const gateway = await rig.bound({ settings: { timeoutSeconds: 0.2 } });
    const silent = attempt('22');
    const others = setInterval(() => void gateway.send(attempt('13'), heldLease).catch(() => {}), 20);
    const result = await vi.waitFor(() => gateway.send(silent, heldLease), patience);
    clearInterval(others);
    expect(result).toEqual({ status: 'UNDELIVERED', reason: 'message-undeliverable' });
    expect(rig.smsc.submitted.filter(({ destination }) => destination[2].endsWith('22'))).toHaveLength(3);
    expect(rig.smsc.events.filter(({ kind }) => kind === 'bind')).toHaveLength(1);
  });

  test('that never comes has the attempt submitted again, even if there is no other one', async () => {
    const gateway = await rig.bound({ settings: { timeoutSeconds: 0.1 } });
    const silent = attempt('17');
    const result = await vi.waitFor(() => gateway.send(silent, heldLease), patience);
    expect(result).toMatchObject({ status: 'SENT' });
    expect(rig.smsc.submitted).toHaveLength(1 + 2);
  });

  test('that does not come, to any request, makes the gateway bind again', async () => {
    const gateway = await rig.bound({ settings: { timeoutSeconds: 0.4 } });
    rig.smsc.tell('mute');
    await expect(gateway.send(attempt('13'), heldLease)).rejects.toThrow('no response to submit_sm');
    await rig.smsc.got('connect', 2);
  });

  test('is waited for no longer than the call may last', async () => {
    const gateway = await rig.bound({ settings: { window: 1 } });
    const { lease, abort } = abortableLease();
    const submitted = gateway.send(attempt('10'), lease);
    await rig.smsc.got('submit', 1 + 1);
    const waiting = gateway.send(attempt('13'), lease);
    abort();
    await expect(submitted).rejects.toThrow('aborted');
    await expect(waiting).rejects.toThrow('aborted');
    await expect(gateway.send(attempt('13'), lease)).rejects.toThrow('aborted');
    rig.smsc.tell('release');
    expect(await gateway.send(attempt('13'), heldLease)).toMatchObject({ status: 'SENT' });
    await rig.smsc.got('submit', 3);
    expect(rig.smsc.submitted).toHaveLength(3);
  });

  test('that is missing when its call is aborted keeps its place in the window', async () => {
    const gateway = await rig.bound({ settings: { window: 2 } });
    const { lease, abort } = abortableLease();
    const aborted = [1, 2].map(() => expect(gateway.send(attempt('10'), lease)).rejects.toThrow('aborted'));
    await rig.smsc.got('submit', 1 + 2);
    abort();
    await Promise.all(aborted);
    const next = gateway.send(attempt('13'), heldLease);
    // The SMSC responds to it after all earlier submits.
    rig.smsc.tell('enquire');
    await rig.smsc.got('answer');
    expect(rig.smsc.submitted).toHaveLength(1 + 2);
    rig.smsc.tell('release');
    expect(await next).toMatchObject({ status: 'SENT' });
  });

  test('that is missing when its call is aborted does not hold up a stop', async () => {
    const gateway = await rig.bound({ settings: { window: 1, timeoutSeconds: 600 } });
    const { lease, abort } = abortableLease();
    const calls = ['10', '13'].map((digits) =>
      expect(gateway.send(attempt(digits), lease)).rejects.toThrow('aborted'),
    );
    await rig.smsc.got('submit', 1 + 1);
    abort();
    await Promise.all(calls);
    await gateway.stop();
    expect(rig.smsc.submitted).toHaveLength(2);
  });

  test('that is missing keeps its place in the window: further submits wait', async () => {
    const gateway = await rig.bound({ settings: { window: 3 } });
    const sends = Promise.all(Array.from({ length: 8 }, () => gateway.send(attempt('10'), heldLease)));
    await rig.smsc.got('submit', 1 + 3);
    // The SMSC responds to it after all earlier submits.
    rig.smsc.tell('enquire');
    await rig.smsc.got('answer');
    expect(rig.smsc.submitted).toHaveLength(1 + 3);
    for (const count of [6, 8]) {
      rig.smsc.tell('release');
      await rig.smsc.got('submit', 1 + count);
    }
    rig.smsc.tell('release');
    expect((await sends).map(({ status }) => status)).toEqual(Array(8).fill('SENT'));
    await rig.receipts(8);
  });
});

describe('the end of a stage', () => {
  const lastsFor = (leftMs: () => number | null): SendLease => ({ ...heldLease, leftMs });
  const periods = () => rig.smsc.submitted.slice(1).map(({ validityPeriod }) => validityPeriod);

  test('is the validity_period: what is left when the text is written, not when its wait began', async () => {
    const gateway = await rig.bound({ settings: { window: 1 } });
    const first = gateway.send(attempt('10'), heldLease);
    await rig.smsc.got('submit', 2);
    let left = 93_784_999;
    const waiting = gateway.send(
      attempt('13'),
      lastsFor(() => left),
    );
    left = 5_999;
    rig.smsc.tell('release');
    await Promise.all([first, waiting]);
    expect(periods()).toEqual(['', '000000000005000R']);
  });

  test('is nearer for each further part of a long text', async () => {
    const gateway = await rig.bound({ settings: { longTexts: 'parts' } });
    let left = 93_785_000;
    const lease = lastsFor(() => {
      left -= 1_000;
      return left;
    });
    await gateway.send(attempt('13', { content: { text: 'x'.repeat(400) } }), lease);
    expect(periods()).toEqual(['000001020304000R', '000001020303000R', '000001020302000R']);
  });

  test('may be a time in UTC', async () => {
    const gateway = await rig.bound({ settings: { validity: 'absolute' } });
    const begin = Date.now();
    await gateway.send(
      attempt('13'),
      lastsFor(() => 60_000),
    );
    const [period = ''] = periods();
    expect(period).toMatch(/^[0-9]{13}00\+$/);
    const end = Date.parse(period.replace(/^(..)(..)(..)(..)(..)(..)(.).*$/, '20$1-$2-$3T$4:$5:$6.$7Z'));
    expect(end).toBeGreaterThanOrEqual(begin + 59_900);
    expect(end).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test('is not told to an SMSC that must not know it', async () => {
    const gateway = await rig.bound({ settings: { validity: 'none' } });
    await gateway.send(
      attempt('13'),
      lastsFor(() => 60_000),
    );
    expect(periods()).toEqual(['']);
  });

  test('within a second leaves the text unsent, which says nothing against the gateway', async () => {
    const gateway = await rig.bound();
    const late = Array.from({ length: 10 }, () =>
      gateway.send(
        attempt('13'),
        lastsFor(() => 999),
      ),
    );
    for (const one of late) await expect(one).rejects.toThrow('ends in less than a second');
    expect(gateway.lane.view().state).toBe('open');
    expect(rig.smsc.submitted).toHaveLength(1);
  });

  test('that the SMSC refuses is logged once, with the setting', async () => {
    const gateway = await rig.bound();
    const lease = lastsFor(() => 60_000);
    for (let n = 0; n < 2; n += 1)
      await expect(gateway.send(attempt('68'), lease)).rejects.toThrow('(see the setting validity)');
    const message = 'the SMSC refuses the validity_period: set validity to absolute or none';
    const said = rig.log.warn.mock.calls.filter(([, text]) => text === message);
    expect(said).toEqual([[{ gateway: 'SMS', validity: 'relative' }, message]]);
  });
});

describe('a withdrawal', () => {
  const second = () => AbortSignal.timeout(1_000);
  const settings = { withdraw: 'cancel', serviceType: 'CMT' } as const;

  /** Of a text that was sent, with the reference that the store has. */
  async function sentOf(gateway: SmppGateway, one: GatewayAttempt): Promise<Withdrawal> {
    const { receiptReference = null } = Object(await gateway.send(one, heldLease));
    const { attemptId, channel, address, addressType, subject } = one;
    return { attemptId, channel, address, addressType, subject, reference: receiptReference };
  }

  test('is not offered unless the settings say so', async () => {
    expect(rig.open().withdraw).toBeUndefined();
    expect(rig.open({ settings: { withdraw: 'none' } }).withdraw).toBeUndefined();
  });

  test('is a cancel_sm of the id, from and to the addresses that were submitted', async () => {
    const gateway = await rig.bound({ settings: { ...settings, destination: { npi: 8 } } });
    const sent = await sentOf(gateway, attempt('13'));
    expect(await gateway.withdraw?.(sent, second())).toBe('WITHDRAWN');
    const [cancelled] = rig.smsc.cancelled;
    expect(`smpp:SMS:${cancelled?.id}`).toBe(sent.reference);
    expect(cancelled).toMatchObject({
      serviceType: 'CMT',
      source: [5, 0, 'codes'],
      destination: [1, 8, '12025550113'],
    });
  });

  test('is of every part of a long text', async () => {
    const gateway = await rig.bound({ settings: { ...settings, longTexts: 'parts' } });
    const sent = await sentOf(gateway, attempt('13', { content: { text: 'x'.repeat(400) } }));
    expect(await gateway.withdraw?.(sent, second())).toBe('WITHDRAWN');
    const ids = rig.smsc.cancelled.map(({ id }) => Number(id.split('$')[1]));
    expect(ids).toEqual([2, 3, 4]);
  });

  test('names the id as the response wrote it', async () => {
    const messageIds = { response: 'hex', receipt: 'decimal' } as const;
    const gateway = await rig.bound({ settings: { ...settings, messageIds } });
    const sent = await sentOf(gateway, attempt('75'));
    await gateway.withdraw?.(sent, second());
    expect(rig.smsc.cancelled.map(({ id }) => id)).toEqual(['abc02']);
  });

  test('after a restart has the id of the store, if that is as the response wrote it', async () => {
    const before = await rig.bound();
    const sent = await sentOf(before, attempt('13'));
    await before.stop();
    const gateway = await rig.bound({ settings });
    expect(await gateway.withdraw?.(sent, second())).toBe('WITHDRAWN');
    const messageIds = { response: 'hex', receipt: 'decimal' } as const;
    const other = await rig.bound({ settings: { ...settings, messageIds } });
    await expect(other.withdraw?.(sent, second())).rejects.toThrow(
      'the id of the text at the SMSC is not known',
    );
    const unsent = { ...sent, reference: null };
    await expect(gateway.withdraw?.(unsent, second())).rejects.toThrow('is not known');
    expect(rig.smsc.cancelled).toHaveLength(1);
  });

  test('that the SMSC refuses says nothing of further ones', async () => {
    const gateway = await rig.bound({ settings });
    const sent = await sentOf(gateway, attempt('70'));
    for (let n = 0; n < 2; n += 1)
      await expect(gateway.withdraw?.(sent, second())).rejects.toThrow('ESME_RCANCELFAIL to cancel_sm');
    expect(rig.smsc.cancelled).toHaveLength(2);
    expect(rig.log.warn).not.toHaveBeenCalled();
  });

  test('that is refused because of a receipt ends once that is committed', async () => {
    const gateway = await rig.bound({
      settings,
      async onReceipt(receipt) {
        await pause(200);
        rig.told.push(receipt);
      },
    });
    const sent = await sentOf(gateway, attempt('74'));
    await expect(gateway.withdraw?.(sent, second())).rejects.toThrow('ESME_RCANCELFAIL');
    expect(rig.told).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  const message = 'the SMSC does not take cancel_sm: set withdraw to none';

  test.each(['71', '72'])('is asked for once of a session that does not know it, by …%s', async (digits) => {
    const gateway = await rig.bound({ settings });
    const sent = await sentOf(gateway, attempt(digits));
    await expect(gateway.withdraw?.(sent, second())).rejects.toThrow('ESME_RINVCMDID');
    await expect(gateway.withdraw?.(sent, second())).rejects.toThrow('does not take cancel_sm');
    expect(rig.smsc.cancelled).toHaveLength(1);
    rig.smsc.tell('unbind');
    await rig.smsc.got('bind', 2);
    await vi.waitFor(
      () => expect(gateway.withdraw?.(sent, second())).rejects.toThrow('ESME_RINVCMDID'),
      patience,
    );
    expect(rig.log.warn.mock.calls.filter(([, text]) => text === message)).toEqual([
      [{ gateway: 'SMS', why: 'ESME_RINVCMDID' }, message],
    ]);
  });

  test('is asked for ten times of a session that does not answer it, and that stays bound', async () => {
    const gateway = await rig.bound({ settings });
    const sent = await sentOf(gateway, attempt('73'));
    for (let n = 0; n < 12; n += 1)
      await expect(gateway.withdraw?.(sent, AbortSignal.timeout(20))).rejects.toThrow();
    expect(rig.smsc.cancelled).toHaveLength(10);
    expect(rig.log.warn.mock.calls).toEqual([[{ gateway: 'SMS', why: 'no response' }, message]]);
    expect(await gateway.send(attempt('13'), heldLease)).toMatchObject({ status: 'SENT' });
  });

  test('is asked for again of a session that has answered one in between', async () => {
    const gateway = await rig.bound({ settings });
    const silent = await sentOf(gateway, attempt('73'));
    const answered = await sentOf(gateway, attempt('13'));
    const askNineTimes = async () => {
      for (let n = 0; n < 9; n += 1)
        await expect(gateway.withdraw?.(silent, AbortSignal.timeout(20))).rejects.toThrow();
    };
    await askNineTimes();
    await gateway.withdraw?.(answered, second());
    await askNineTimes();
    await gateway.withdraw?.(answered, second());
    expect(rig.log.warn).not.toHaveBeenCalled();
  });
});

test('binds as transmitter and as receiver, for an SMSC without transceivers', async () => {
  const gateway = await rig.bound({ settings: { bind: 'transmitter and receiver' } });
  const sent = attempt('01');
  await gateway.send(sent, heldLease);
  expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  const kinds = rig.smsc.events.flatMap((event) => (event.kind === 'bind' ? [event.as] : []));
  expect(kinds.toSorted()).toEqual(['receiver', 'transmitter']);
});

test('binds as often as it is told, and submits over all sessions', async () => {
  const gateway = await rig.bound({ settings: { binds: 3, window: 1 } });
  await rig.smsc.got('bind', 3);
  const held = Promise.all(Array.from({ length: 3 }, () => gateway.send(attempt('10'), heldLease)));
  await rig.smsc.got('submit', 1 + 3);
  rig.smsc.tell('release');
  expect(await held).toHaveLength(3);
});

test('keeps to the limit of submits per second', async () => {
  const gateway = await rig.bound({ settings: { messagesPerSecond: 20 } });
  const begin = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => gateway.send(attempt('13'), heldLease)));
  // Eleven submits including the first: ten intervals. A timer may fire a millisecond early.
  expect(performance.now() - begin).toBeGreaterThan(9 * 50 - 10);
});

test('answers requests of the SMSC, and unknown commands with a generic_nack', async () => {
  await rig.bound();
  rig.smsc.tell('enquire');
  rig.smsc.tell('unknown-command');
  await rig.smsc.got('answer', 2);
  expect(rig.smsc.events.filter(({ kind }) => kind === 'answer')).toEqual([
    { kind: 'answer', status: 0 },
    { kind: 'answer', status: 0x03 },
  ]);
});

test('answers requests that an SMSC has no reason to send, but for those that have no response', async () => {
  await rig.bound();
  rig.smsc.tell('strange-requests');
  rig.smsc.tell('enquire');
  await rig.smsc.got('response', 2);
  expect(rig.smsc.events.filter(({ kind }) => kind === 'response')).toEqual([
    { kind: 'response', id: 0x80000000, sequence: 80, body: '' },
    { kind: 'response', id: 0x80000015, sequence: 77, body: '' },
  ]);
});

test('is stopped at once while the SMSC does not answer the bind', async () => {
  rig.smsc.tell('mute');
  const gateway = rig.open({ settings: { timeoutSeconds: 600 } });
  await rig.smsc.got('connect');
  const begin = performance.now();
  await gateway.stop();
  // The bind would time out after ten minutes.
  expect(performance.now() - begin).toBeLessThan(60_000);
});

test('unbinds when it is stopped, and does not reconnect', async () => {
  const gateway = await rig.bound();
  await gateway.stop();
  await rig.smsc.got('unbind');
  await expect(gateway.send(attempt('01'), heldLease)).rejects.toThrow('was lost');
  expect(rig.smsc.events.filter(({ kind }) => kind === 'bind')).toHaveLength(1);
});
