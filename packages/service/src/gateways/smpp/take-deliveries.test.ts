import { answerWith, startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { attempt, patience, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { heldLease } from '../../testing/values.ts';

const rig = useSmsc();

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

describe('receipts of each part', () => {
  const long = { content: { text: 'x'.repeat(400) } };
  const settings = { longTexts: 'parts', receiptOf: 'each' } as const;

  test('are asked for by every part, and are of the parts, not of the attempt', async () => {
    const gateway = await rig.bound({ settings });
    const sent = attempt('11', long);
    const result = await gateway.send(sent, heldLease);
    expect(result).toEqual({ status: 'SENT', reference: expect.stringMatching(/^[0-9a-f]+_\$4$/) });
    expect(rig.smsc.submitted.slice(1).map(({ registeredDelivery }) => registeredDelivery)).toEqual([
      1, 1, 1,
    ]);
    expect(rig.parts).toEqual(
      [1, 2, 3].map((part) => ({
        attemptId: sent.attemptId,
        reference: expect.stringMatching(new RegExp(String.raw`^smpp:SMS:[0-9a-f]+_\$${part + 1}$`)),
        part,
      })),
    );
    rig.smsc.tell('release');
    await rig.smsc.got('answer', 3);
    expect(rig.toldOfParts).toEqual(
      [1, 2, 3].map((part) => ({ attemptId: sent.attemptId, part, status: 'DELIVERED' })),
    );
    expect([rig.told, rig.kept]).toEqual([[], []]);
  });

  test('that come before the last response are kept until the parts are known', async () => {
    const gateway = await rig.bound({ settings });
    await gateway.send(attempt('07', long), heldLease);
    await vi.waitFor(() => expect(rig.kept.length + rig.toldOfParts.length).toBe(3), patience);
    expect(rig.kept.length).toBeGreaterThan(0);
  });

  test('are not those of a text in one part', async () => {
    const gateway = await rig.bound({ settings });
    const sent = attempt('01');
    expect(await gateway.send(sent, heldLease)).toHaveProperty('receiptReference');
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
    expect([rig.parts, rig.toldOfParts]).toEqual([[], []]);
  });

  test('have their parts stored again if they could not be, and nothing is submitted twice', async () => {
    let failures = 1;
    const gateway = await rig.bound({
      settings,
      async onParts() {
        failures -= 1;
        if (failures >= 0) throw new Error('the store is away');
      },
    });
    const sent = attempt('13', long);
    await expect(gateway.send(sent, heldLease)).rejects.toThrow(
      'parts of a text cannot be stored: the store',
    );
    expect(gateway.lane.view().state).toBe('open');
    expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
    expect(failures).toBe(-1);
    expect(rig.smsc.submitted).toHaveLength(1 + 3);
  });

  test('of a text of which a part was refused are of no attempt', async () => {
    const gateway = await rig.bound({ settings });
    expect(await gateway.send(attempt('78', long), heldLease)).toMatchObject({ status: 'UNDELIVERED' });
    expect(rig.smsc.submitted).toHaveLength(1 + 2);
    expect(rig.parts).toEqual([]);
  });
});

describe('a wish of a subscriber', () => {
  const heard: unknown[] = [];
  const optOuts = {
    async apply(...wish: readonly unknown[]) {
      heard.push(wish);
      return 2;
    },
  };
  afterEach(() => void heard.splice(0));

  test('changes the lists of the accounts that have the number it was sent to', async () => {
    await rig.bound({ settings: { optOut: {} }, optOuts });
    for (const wish of ['stop', 'start'] as const) rig.smsc.tell(wish);
    await rig.smsc.got('answer', 2);
    expect(heard).toEqual(
      ['opt-out', 'opt-in'].map((wish) => [wish, '+12025550101', { channel: 'SMS', subject: 'codes' }]),
    );
    expect(rig.delivered.toSorted()).toEqual(['opt-in', 'opt-out', 'text', 'text']);
    expect(JSON.stringify(rig.log.info.mock.calls)).not.toContain('2025550101');
  });

  test('is none without the setting, and is posted to the URL like any text with it', async () => {
    const receiver = await closedAfterTest(startReceiver((response) => answerWith(204)(response)));
    const inbound = { url: receiver.url };
    await rig.bound({ settings: { inbound }, optOuts });
    rig.smsc.tell('stop');
    await rig.smsc.got('answer');
    expect(heard).toEqual([]);
    await rig.bound({ settings: { inbound, optOut: {} }, optOuts });
    rig.smsc.tell('stop');
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(1), patience);
  });

  test('is repeated by the SMSC if it cannot be stored', async () => {
    let failures = 1;
    const failing = {
      ...optOuts,
      async apply() {
        failures -= 1;
        if (failures >= 0) throw new Error('the store is away');
        return 1;
      },
    };
    await rig.bound({ settings: { optOut: {} }, optOuts: failing });
    rig.smsc.tell('stop');
    await rig.smsc.got('answer', 2);
    const answers = rig.smsc.events.filter(({ kind }) => kind === 'answer');
    expect(answers).toEqual([0x64, 0].map((status) => ({ kind: 'answer', status })));
    expect(rig.delivered).toEqual(['text', 'text', 'opt-out']);
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
