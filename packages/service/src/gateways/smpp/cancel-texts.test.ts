import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { attempt, patience, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { heldLease } from '../../testing/values.ts';
import type { GatewayAttempt, Withdrawal } from '../gateway.ts';
import type { SmppGateway } from './create-smpp-gateway.ts';

const rig = useSmsc();

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
