import { expect, test } from 'vitest';
import { attempt, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { heldLease } from '../../testing/values.ts';

const rig = useSmsc();

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

test('a PDU that is shorter than its header ends the connection at once', async () => {
  await rig.bound();
  rig.smsc.tell('short-pdu');
  await rig.smsc.got('bind', 2);
  expect(rig.log.warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('is away'));
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
