import { describe, expect, test, vi } from 'vitest';
import { attempt, patience, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { heldLease } from '../../testing/values.ts';
import type { GatewayAttempt } from '../gateway.ts';

const rig = useSmsc();

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
