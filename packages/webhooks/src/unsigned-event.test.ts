import { describe, expect, test } from 'vitest';
import { callback, receiver, receiverOf, secret, verdict, withHeaders } from './testing/callbacks.ts';
import { signedRequest, unsignedRequest } from './testing.ts';

const event = {
  requestId: 'test-00135',
  messageId: 8681750,
  cascadeStageUUID: '2ede9313-0539-463a-9ec3-898506f4937a',
  status: 'SENT',
  statusAt: '2026-09-18T13:54:16Z',
};
const unsigned = () => receiverOf({ allowUnsigned: true });

/** How many events are handled when these bodies are sent one after the other. */
async function handledOf(...bodies: object[]): Promise<number> {
  const { handler, events } = unsigned();
  for (const body of bodies) expect(await verdict(handler(unsignedRequest(body)))).toEqual([200]);
  return events.length;
}

describe('an event without webhook-id', () => {
  test('is handled once, however often it is sent, and has its key as id', async () => {
    const { handler, events } = unsigned();
    for (let time = 0; time < 3; time += 1)
      expect(await verdict(handler(unsignedRequest(event)))).toEqual([200]);
    expect(events.map(({ id }) => id)).toEqual([
      '["test-00135","2ede9313-0539-463a-9ec3-898506f4937a","SENT","2026-09-18T13:54:16Z"]',
    ]);
  });

  test('is still the same with another comment', async () => {
    expect(await handledOf(event, { ...event, comment: 'again' })).toBe(1);
  });

  test.each([
    ['requestId', 'test-00136'],
    ['cascadeStageUUID', 'another-stage'],
    ['status', 'DELIVERED'],
    ['statusAt', '2026-09-18T13:54:17Z'],
  ])('is another one with another %s', async (name, value) => {
    expect(await handledOf(event, { ...event, [name]: value })).toBe(2);
  });

  test.each([
    ['without a stage', { ...event, cascadeStageUUID: null }],
    ['without statusAt', { ...event, statusAt: undefined }],
    ['without requestId, by its messageId', { ...event, requestId: null }],
    ['with a number as statusAt', { ...event, statusAt: 1_789_739_656_000 }],
    ['with a messageId as text', { ...event, requestId: null, messageId: '8681750' }],
  ])('is handled once %s', async (_, body) => {
    expect(await handledOf(body, body)).toBe(1);
  });

  test.each([
    ['without stage and statusAt', { requestId: 'a', status: 'SENT' }],
    ['without requestId and messageId', { ...event, requestId: null, messageId: null }],
    ['with a requestId too long to keep', { ...event, requestId: 'r'.repeat(200) }],
  ])('is handled each time %s: it could be another one', async (_, body) => {
    expect(await handledOf(body, body)).toBe(2);
  });

  test('is not taken for another one whose members are joined differently', async () => {
    const a = { requestId: 'a","b', cascadeStageUUID: 'c', status: 'SENT' };
    const b = { requestId: 'a', cascadeStageUUID: 'b","c', status: 'SENT' };
    expect(await handledOf(a, b)).toBe(2);
    expect(await handledOf({ ...event, requestId: '8681750' }, { ...event, requestId: null })).toBe(2);
  });

  test('that failed is handled when it is sent again', async () => {
    let failures = 1;
    const onStatus = () => {
      failures -= 1;
      if (failures >= 0) throw new Error('not now');
    };
    const { handler } = receiverOf({ allowUnsigned: true }, { onStatus, onError: () => {} });
    expect(await verdict(handler(unsignedRequest(event)))).toEqual([500, 'system-error']);
    expect(await verdict(handler(unsignedRequest(event)))).toEqual([200]);
  });

  test('with webhook-id goes by that alone', async () => {
    const { handler, events } = unsigned();
    for (const id of ['msg_1', 'msg_2', 'msg_2'])
      await handler(await withHeaders(unsignedRequest(event), { 'webhook-id': id }));
    expect(events.map(({ id }) => id)).toEqual(['msg_1', 'msg_2']);
  });
});

describe('requestId null', () => {
  test('is accepted beside a messageId', async () => {
    const { handler, events } = unsigned();
    expect(await verdict(handler(unsignedRequest({ ...event, requestId: null })))).toEqual([200]);
    expect(events).toMatchObject([{ requestId: null, messageId: 8681750, status: 'SENT' }]);
  });

  test.each([undefined, '', 7])('and so is %j', async (requestId) => {
    const { handler, events } = unsigned();
    expect(await verdict(handler(unsignedRequest({ ...event, requestId })))).toEqual([200]);
    expect(events).toMatchObject([{ requestId: null, messageId: 8681750 }]);
  });

  test('alone is accepted as well: the provider would repeat what is refused', async () => {
    const failed = {
      requestId: null,
      cascadeId: 1,
      cascadeStageUUID: '001-test001',
      subject: 'test_subject',
      subjectId: 345,
      status: 'FAILED',
      statusAt: '2021-01-21T08:00:00Z',
      comment: 'Comment',
      error: 'error-subject-unknown',
    };
    for (const request of [
      unsignedRequest(failed, { token: 'a' }),
      await signedRequest(failed, { secrets: [secret] }),
    ]) {
      const { handler, events } = request.headers.has('authorization')
        ? receiverOf({ token: 'a' })
        : receiver();
      const { error: reason, ...members } = failed;
      expect(await verdict(handler(request))).toEqual([200]);
      expect(events).toMatchObject([{ ...members, messageId: null, reason, raw: failed }]);
    }
  });

  test('signed and twice is handled once, by its webhook-id', async () => {
    const { handler, events } = receiver();
    const failed = { requestId: null, status: 'FAILED' };
    for (let time = 0; time < 2; time += 1) await handler(await callback(failed, { id: 'msg_1' }));
    expect(events).toHaveLength(1);
  });
});
