import { readContract, readYamlFile, repositoryRoot, valueAt } from '@cascade/contract';
import { isStatusEvent, undeliveredReasons } from '@cascade/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvent } from './received-event.ts';
import { callback, receiver, verdict } from './testing/callbacks.ts';

const encoder = new TextEncoder();
const read = (value: unknown) => readEvent('msg_1', encoder.encode(JSON.stringify(value)));
const minimal = { requestId: 'a', status: 'UNDELIVERED' };

describe('every example of the description', () => {
  const openapi = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;
  const reasons = readContract().reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]);
  const names = ['delivered', 'unlisted', ...reasons.map((reason) => `undelivered-${reason}`)];

  test.each(names)('%s is accepted, typed, and kept as it was sent', async (name) => {
    const sent = valueAt(openapi, `/components/examples/${name}/value`);
    if (!isStatusEvent(sent)) throw new Error(`${name} is not a status event`);
    const { handler, events } = receiver();
    expect(await verdict(handler(await callback(sent)))).toEqual([200]);
    expect(events).toMatchObject([{ requestId: sent.requestId, status: sent.status, raw: sent }]);
    const folded = sent.error === 'not-template-match' ? 'no-template-match' : (sent.error ?? null);
    expect(events[0]?.reason).toBe(folded);
  });

  test('covers the thirteen reasons of §7.4', () => {
    expect(new Set(reasons)).toEqual(new Set([...undeliveredReasons(), 'not-template-match']));
    expect(undeliveredReasons()).toHaveLength(13);
  });
});

describe('an event', () => {
  test('with all members has them by their names', () => {
    const event = {
      requestId: 'a',
      messageId: 8681749,
      cascadeId: 31634,
      cascadeStageUUID: '2ede9313-0539-463a-9ec3-898506f4937a',
      subject: 'codes',
      subjectId: 2,
      channelType: 'CHATTWO',
      status: 'DELIVERED',
      statusAt: '2026-01-30T11:07:55Z',
      comment: 'order 1234',
    };
    expect(read({ ...event, error: null })).toEqual({
      event: { ...event, id: 'msg_1', reason: null, raw: { ...event, error: null } },
    });
  });

  test('with the least has null for all else', () => {
    expect(read(minimal)).toEqual({
      event: {
        ...minimal,
        id: 'msg_1',
        reason: null,
        statusAt: null,
        channelType: null,
        cascadeStageUUID: null,
        cascadeId: null,
        messageId: null,
        subject: null,
        subjectId: null,
        comment: null,
        raw: minimal,
      },
    });
  });

  test('with a member of another type has null for it, and what was sent in raw', () => {
    const odd = { ...minimal, messageId: '8681749', subject: 7, error: ['duplicated'], channelType: '' };
    expect(read(odd)).toMatchObject({
      event: { messageId: null, subject: null, reason: null, channelType: null, raw: odd },
    });
  });

  test.each(['toString', '__proto__', 'constructor', 'a-reason-nobody-listed'])(
    'with the reason «%s» passes it on',
    (error) => expect(read({ ...minimal, error })).toMatchObject({ event: { reason: error } }),
  );

  test('is taken whatever its status, reason and other members: never a 5xx', async () => {
    const { handler, errors } = receiver();
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.jsonValue(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        async (status, requestId, error, more) => {
          const event = { ...more, requestId, status, error };
          expect(await verdict(handler(await callback(JSON.stringify(event))))).toEqual([200]);
        },
      ),
    );
    expect(errors).toEqual([]);
  });

  test('or anything else is answered, and below 500', async () => {
    const { handler, errors } = receiver({ secrets: [], allowUnsigned: true });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (body) => {
        const request = new Request('http://localhost/', { method: 'POST', body: new Uint8Array(body) });
        const [status] = await verdict(handler(request));
        expect([200, 400, 415]).toContain(status);
      }),
    );
    expect(errors).toEqual([]);
  });
});
