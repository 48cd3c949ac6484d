import { describe, expect, test, vi } from 'vitest';
import { attempt, patience, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { abortableLease, heldLease } from '../../testing/values.ts';

const rig = useSmsc();

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
