import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { abortableLease, heldTurn } from '../../testing/values.ts';
import { NoAnswerError, NoRoomError } from '../gateway-lane.ts';
import type { Fields, Pdu, SmppConnection } from './smpp-connection.ts';
import { Submitter, type SubmitterOptions } from './submit-once.ts';

type RigOptions = Partial<Pick<SubmitterOptions, 'most' | 'receiptOf' | 'timeoutSeconds' | 'window'>>;

/** A submitter over a connection that responds as told, and what was written to it. */
function createRig(respond: (fields: Fields) => Promise<Pdu>, options: RigOptions = {}) {
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
    timeoutSeconds: 60,
    onSilence() {},
    ...options,
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
    { most: 2 },
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
  const { written, submitter } = createRig(() => late.promise, { timeoutSeconds: 0.01 });
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
  const { written, submitter } = createRig(() => responses.shift() ?? Promise.reject(), {
    timeoutSeconds: 0.01,
  });
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
    { timeoutSeconds: 0.1 },
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
    { timeoutSeconds: 0.05 },
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
    { timeoutSeconds: 0.05 },
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

test('a text behind which each connection is lost ends once others were answered between three losses', async () => {
  const { submitter } = createRig(({ short_message: id }) =>
    id === 'poison'
      ? Promise.reject(new Error('the connection was lost'))
      : Promise.resolve(accepted(String(id))),
  );
  const submit = (id: string) => submitter.submit(id, [{ short_message: id }], heldTurn);
  // Alone at the SMSC, it may be any text that is lost.
  for (let n = 0; n < 10; n += 1) await expect(submit('poison')).rejects.toThrow('was lost');
  expect(submitter.isSuspect('poison')).toBe(true);
  for (const other of ['a', 'b']) {
    await submit(other);
    await expect(submit('poison')).rejects.toThrow('was lost');
  }
  expect(await submit('poison')).toEqual({ status: 'UNDELIVERED', reason: 'message-undeliverable' });
});

test('a text behind which the connection was lost is alone, though its call was aborted', async () => {
  const copies = [1, 2].map(() => Promise.withResolvers<Pdu>());
  const { written, submitter } = createRig(
    ({ short_message: id }) =>
      id === 'suspect'
        ? (copies[written.length - 1]?.promise ?? Promise.reject())
        : Promise.resolve(accepted('1')),
    { window: 3 },
  );
  const submit = (id: string, turn = heldTurn) => submitter.submit(id, [{ short_message: id }], turn);
  const lost = expect(submit('suspect')).rejects.toThrow('was lost');
  await new Promise(setImmediate);
  copies[0]?.reject(new Error('the connection was lost'));
  await lost;
  const { lease, abort } = abortableLease();
  const aborted = expect(submit('suspect', { ...lease, next: async () => {} })).rejects.toThrow('aborted');
  await new Promise(setImmediate);
  abort();
  await aborted;
  const other = submit('other');
  await new Promise(setImmediate);
  expect(written).toEqual(['suspect', 'suspect']);
  copies[1]?.resolve(accepted('2'));
  expect(await other).toMatchObject({ status: 'SENT' });
});

test('an SMSC that survives no submit ends none', async () => {
  const { submitter } = createRig(() => Promise.reject(new Error('the connection was lost')));
  const submit = (id: string) => submitter.submit(id, [{ short_message: id }], heldTurn);
  for (let n = 0; n < 10; n += 1)
    for (const id of ['a', 'b']) await expect(submit(id)).rejects.toThrow('was lost');
});

describe('the place of an aborted call', () => {
  /** A call that is aborted after its submit was written, and the end of that submit. */
  async function abortedRig(options: RigOptions) {
    const first = Promise.withResolvers<Pdu>();
    const rig = createRig(
      ({ short_message: id }) => (id === 'first' ? first.promise : Promise.resolve(accepted(String(id)))),
      { window: 1, ...options },
    );
    const { lease, abort } = abortableLease();
    const submits = [{ short_message: 'first' }];
    const aborted = rig.submitter.submit('first', submits, { ...lease, next: async () => {} });
    await new Promise(setImmediate);
    abort();
    await expect(aborted).rejects.toThrow('aborted');
    const submit = (id: string, turn = heldTurn) => rig.submitter.submit(id, [{ short_message: id }], turn);
    return { ...rig, first, submit };
  }

  test('is held until the response', async () => {
    const { written, first, submit } = await abortedRig({});
    const others = Promise.all(['a', 'b'].map((id) => submit(id)));
    await new Promise(setImmediate);
    expect(written).toEqual(['first']);
    first.resolve(accepted('first'));
    expect(await others).toMatchObject([{ status: 'SENT' }, { status: 'SENT' }]);
    expect(written).toEqual(['first', 'a', 'b']);
  });

  test('is held until the loss of the connection', async () => {
    const { written, first, submit } = await abortedRig({});
    const other = submit('a');
    await new Promise(setImmediate);
    expect(written).toEqual(['first']);
    first.reject(new Error('the connection was lost'));
    expect(await other).toMatchObject({ status: 'SENT' });
  });

  test('is free after the time-out of its submit', async () => {
    const { written, submit } = await abortedRig({ timeoutSeconds: 0.05 });
    expect(await submit('a')).toMatchObject({ status: 'SENT' });
    expect(written).toEqual(['first', 'a']);
  });

  test('does not hold up the stop of what waits for it', async () => {
    const { written, submit } = await abortedRig({});
    const { lease, abort } = abortableLease();
    const waiting = submit('a', { ...lease, next: async () => {} });
    await new Promise(setImmediate);
    abort();
    await expect(waiting).rejects.toThrow('aborted');
    expect(written).toEqual(['first']);
  });
});

test('of many submits that no response comes to, one is written again, and finds out', async () => {
  const { written, submitter } = createRig(() => new Promise(() => {}), { timeoutSeconds: 0.2 });
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

test('each part has the ids of all its copies that the SMSC has accepted', async () => {
  const late = Promise.withResolvers<Pdu>();
  const { written, submitter } = createRig(
    ({ short_message: text }) => {
      if (written.length === 1) return late.promise;
      if (text === 'one 2') late.resolve(accepted('late'));
      const response = accepted(String(text));
      return text === 'one 2' ? late.promise.then(() => response) : Promise.resolve(response);
    },
    { timeoutSeconds: 0.05, receiptOf: 'each' },
  );
  const submit = () => submitter.submit('one', partsOf('one'), heldTurn);
  for (let n = 0; n < 2; n += 1) await expect(submit()).rejects.toThrow('no response to submit_sm');
  expect(await submit()).toEqual({ status: 'SENT', reference: 'one 3' });
  expect(submitter.partsOf('one')).toEqual([
    { reference: 'smpp:SMS:one 1', part: 1 },
    { reference: 'smpp:SMS:late', part: 1 },
    { reference: 'smpp:SMS:one 2', part: 2 },
    { reference: 'smpp:SMS:one 3', part: 3 },
  ]);
  expect(submitter.attemptOf('smpp:SMS:one 3')).toBeUndefined();
});

test('an id that the SMSC gives again is of the latest attempt', async () => {
  const { submitter } = createRig(async () => accepted('1'));
  for (const id of ['one', 'other']) await submitter.submit(id, [{ short_message: id }], heldTurn);
  expect(submitter.attemptOf('smpp:SMS:1')).toBe('other');
});
