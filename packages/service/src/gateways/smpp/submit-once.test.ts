import fc from 'fast-check';
import { expect, test } from 'vitest';
import { abortableLease, heldTurn } from '../../testing/values.ts';
import { NoAnswerError, NoRoomError } from '../gateway-lane.ts';
import type { Fields, Pdu, SmppConnection } from './smpp-connection.ts';
import { Submitter } from './submit-once.ts';

/** A submitter over a connection that responds as told, and what was written to it. */
function createRig(respond: (fields: Fields) => Promise<Pdu>, most?: number, timeoutSeconds = 60) {
  const written: unknown[] = [];
  const connection: SmppConnection = {
    request(_, fields = {}) {
      written.push(fields.short_message);
      return respond(fields);
    },
    heardAt: 0,
    isEnding: false,
    drained: () => Promise.resolve(),
    closed: Promise.resolve(),
    destroy() {},
  };
  const submitter = new Submitter({
    link: () => connection,
    referenceOf: (id) => `smpp:SMS:${id}`,
    timeoutSeconds,
    onSilence() {},
    ...(most !== undefined && { most }),
  });
  return { written, submitter };
}

const partsOf = (attempt: string) => [1, 2, 3].map((part) => ({ short_message: `${attempt} ${part}` }));
const accepted = (message_id: string): Pdu => ({ command: 'submit_sm_resp', command_status: 0, message_id });

test('whatever calls are under way at once and are aborted, each part is written once', async () => {
  const calls = fc.array(fc.record({ attempt: fc.constantFrom('a', 'b'), isAborted: fc.boolean() }), {
    minLength: 2,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), calls, async (scheduler, begun) => {
      const { written, submitter } = createRig(({ short_message }) =>
        scheduler.schedule(Promise.resolve(accepted(String(short_message)))),
      );
      const all = begun.map(async ({ attempt, isAborted }) => {
        const { lease, abort } = abortableLease();
        if (isAborted) void scheduler.schedule(Promise.resolve()).then(abort);
        return submitter.submit(attempt, partsOf(attempt), { ...lease, next: async () => {} });
      });
      await scheduler.waitFor(Promise.allSettled(all));
      for (const attempt of ['a', 'b']) {
        const last = scheduler.waitFor(submitter.submit(attempt, partsOf(attempt), heldTurn));
        expect(await last).toEqual({ status: 'SENT', receiptReference: `smpp:SMS:${attempt} 3` });
      }
      expect(written.toSorted()).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3']);
    }),
  );
});

test('forgets the oldest attempts and their references, but none that is under way', async () => {
  const held = Promise.withResolvers<Pdu>();
  const { written, submitter } = createRig(
    ({ short_message: id }) => (id === 'held' ? held.promise : Promise.resolve(accepted(String(id)))),
    2,
  );
  const submit = (id: string) => submitter.submit(id, [{ short_message: id }], heldTurn);
  const first = submit('held');
  for (const id of ['1', '2', '3']) await submit(id);
  expect(['1', '2', '3'].map((id) => submitter.attemptOf(`smpp:SMS:${id}`))).toEqual([
    undefined,
    undefined,
    '3',
  ]);
  const again = submit('held');
  held.resolve(accepted('late'));
  expect([await first, await again]).toMatchObject([{ status: 'SENT' }, { status: 'SENT' }]);
  expect(submitter.attemptOf('smpp:SMS:late')).toBe('held');
  expect(written).toEqual(['held', '1', '2', '3']);
});

test('a response counts that comes after the submit was given up, before it is written again', async () => {
  const late = Promise.withResolvers<Pdu>();
  const { written, submitter } = createRig(() => late.promise, undefined, 0.01);
  const submit = () => submitter.submit('one', [{ short_message: 'one' }], heldTurn);
  for (let n = 0; n < 2; n += 1) await expect(submit()).rejects.toThrow('no response to submit_sm');
  late.resolve(accepted('late'));
  await late.promise;
  expect(await submit()).toEqual({ status: 'SENT', receiptReference: 'smpp:SMS:late' });
  expect(written).toEqual(['one']);
});

test('a late response counts although the submit was written again, and that one was refused', async () => {
  const late = Promise.withResolvers<Pdu>();
  const responses = [late.promise, Promise.resolve({ command: 'submit_sm_resp', command_status: 0x08 })];
  const { written, submitter } = createRig(() => responses.shift() ?? Promise.reject(), undefined, 0.01);
  const submit = () => submitter.submit('one', [{ short_message: 'one' }], heldTurn);
  for (let n = 0; n < 2; n += 1) await expect(submit()).rejects.toThrow('no response to submit_sm');
  await expect(submit()).rejects.toThrow('ESME_RSYSERR');
  late.resolve(accepted('late'));
  await late.promise;
  expect(await submit()).toEqual({ status: 'SENT', receiptReference: 'smpp:SMS:late' });
  expect(written).toEqual(['one', 'one']);
});

test('each submit has two time-outs, whatever became of the one before', async () => {
  const first = Promise.withResolvers<Pdu>();
  const responses = [first.promise];
  const never = new Promise<Pdu>(() => {});
  const { written, submitter } = createRig(
    ({ short_message: id }) => (id === 'one' ? (responses.shift() ?? never) : Promise.resolve(accepted('2'))),
    undefined,
    0.1,
  );
  const submit = (id: string) => submitter.submit(id, [{ short_message: id }], heldTurn);
  async function silence(n: number): Promise<void> {
    const sent = expect(submit('one')).rejects.toThrow(NoAnswerError);
    await submit(`other ${n}`);
    await sent;
  }
  await silence(1);
  first.reject(new Error('the connection was lost'));
  await first.promise.catch(() => {});
  for (const n of [2, 3]) await silence(n);
  expect(written.filter((id) => id === 'one')).toHaveLength(2);
  await silence(4);
  expect(written.filter((id) => id === 'one')).toHaveLength(3);
});

test('a lost connection counts once, though two copies of a submit were under way', async () => {
  const copies = [1, 2, 3].map(() => Promise.withResolvers<Pdu>());
  const [first, second, third] = copies;
  const lost = new Error('the connection was lost');
  const { written, submitter } = createRig(
    () => copies[written.length - 1]?.promise ?? Promise.resolve(accepted('1')),
    undefined,
    0.05,
  );
  const submit = () => submitter.submit('one', [{ short_message: 'one' }], heldTurn);
  for (let n = 0; n < 2; n += 1) await expect(submit()).rejects.toThrow('no response to submit_sm');
  const again = expect(submit()).rejects.toThrow('was lost');
  first?.reject(lost);
  second?.reject(lost);
  await again;
  const once = expect(submit()).rejects.toThrow('was lost');
  third?.reject(lost);
  await once;
  expect(await submit()).toMatchObject({ status: 'SENT' });
});

test('a late response to a copy that was written again stands for no further part', async () => {
  const late = Promise.withResolvers<Pdu>();
  const { written, submitter } = createRig(
    ({ short_message: text }) => {
      if (written.length === 1) return late.promise;
      if (text === 'one 2') late.resolve(accepted('late'));
      const response = accepted(String(text));
      return text === 'one 2' ? late.promise.then(() => response) : Promise.resolve(response);
    },
    undefined,
    0.05,
  );
  const submit = () => submitter.submit('one', partsOf('one'), heldTurn);
  for (let n = 0; n < 2; n += 1) await expect(submit()).rejects.toThrow('no response to submit_sm');
  expect(await submit()).toEqual({ status: 'SENT', receiptReference: 'smpp:SMS:one 3' });
  expect(written).toEqual(['one 1', 'one 1', 'one 2', 'one 3']);
});

/** Loses the connection behind the submits of these turns, from 1, and accepts all others. */
function losingAt(...turns: readonly number[]) {
  let turn = 0;
  return createRig(({ short_message }) => {
    turn += 1;
    return turns.includes(turn)
      ? Promise.reject(new Error('the connection was lost'))
      : Promise.resolve(accepted(String(short_message)));
  });
}

test('a response to one part ends the suspicion that lost connections have raised', async () => {
  const { submitter } = losingAt(1, 2, 4);
  const submit = () => submitter.submit('one', partsOf('one'), heldTurn);
  for (let n = 0; n < 3; n += 1) await expect(submit()).rejects.toThrow('was lost');
  expect(await submit()).toMatchObject({ status: 'SENT' });
  expect(submitter.isSuspect('one')).toBe(false);
});

test('suspects that were answered since do not speak for a text that the SMSC does not survive', async () => {
  const { submitter } = losingAt(1, 2, 3, 4, 7, 8, 9);
  const submit = (id: string) => submitter.submit(id, [{ short_message: id }], heldTurn);
  for (const id of ['a', 'b', 'a', 'b']) await expect(submit(id)).rejects.toThrow('was lost');
  for (const id of ['a', 'b']) expect(await submit(id)).toMatchObject({ status: 'SENT' });
  for (let n = 0; n < 3; n += 1) await expect(submit('c')).rejects.toThrow('was lost');
  expect(await submit('c')).toEqual({ status: 'UNDELIVERED', reason: 'message-undeliverable' });
});

test('of many submits that no response comes to, one is written again, and finds out', async () => {
  const { written, submitter } = createRig(() => new Promise(() => {}), undefined, 0.2);
  const submit = (id: string) =>
    expect(submitter.submit(id, [{ short_message: id }], heldTurn)).rejects.toThrow('no response');
  for (let n = 0; n < 3; n += 1) await Promise.all(['a', 'b', 'c'].map(submit));
  expect(written).toEqual(['a', 'b', 'c', 'a']);
});

test('an attempt is not a suspect if nothing of it was written', async () => {
  const { submitter } = createRig(() => Promise.reject(new NoRoomError('the connection was closed')));
  const sent = submitter.submit('one', [{ short_message: 'one' }], heldTurn);
  await expect(sent).rejects.toThrow(NoRoomError);
  expect(submitter.isSuspect('one')).toBe(false);
});

test('an id that the SMSC gives again is of the latest attempt', async () => {
  const { submitter } = createRig(async () => accepted('1'));
  for (const id of ['one', 'other']) await submitter.submit(id, [{ short_message: id }], heldTurn);
  expect(submitter.attemptOf('smpp:SMS:1')).toBe('other');
});
