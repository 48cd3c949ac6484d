import { describe, expect, test } from 'vitest';
import { callback, receiverOf, secret, secretOf, undelivered, verdict } from './testing/callbacks.ts';
import { unsignedRequest } from './testing.ts';

const incoming = { messageId: 7, subject: 'shop', messageContent: { type: 'TEXT', text: 'Yes' } };
const signed = (part = {}) => receiverOf({ secrets: [secret] }, part);

describe('another event on the same URL', () => {
  test.each([
    ['an incoming message', incoming],
    ['status null', { ...incoming, status: null }],
    ['a change of a template', { messageMatcherId: 13063, status: 'APPROVED' }],
    ['an empty object', {}],
  ])('%s is handed to onOther, and answered 200', async (_, body) => {
    const { handler, events, others } = signed();
    const request = await callback(body);
    expect(await verdict(handler(request))).toEqual([200]);
    expect(events).toEqual([]);
    expect(others).toEqual([[body, request.headers]]);
  });

  test.each([
    ['a status event', undelivered, [200]],
    ['no object', [], [400, 'callback-not-valid']],
    ['no JSON', '{"messageId":', [400, 'callback-not-valid']],
    ['a status that is not a string', { requestId: 'a', status: 7 }, [400, 'callback-not-valid']],
    ['an empty requestId', { requestId: '', status: 'SENT' }, [400, 'callback-not-valid']],
  ])('%s is not', async (_, body, expected) => {
    const { handler, others } = signed();
    expect(await verdict(handler(await callback(body)))).toEqual(expected);
    expect(others).toEqual([]);
  });

  test('without the hook is answered 400', async () => {
    const { handler } = signed({ onOther: undefined });
    expect(await verdict(handler(await callback(incoming)))).toEqual([400, 'callback-not-valid']);
  });

  test('is handed out only if its sender is known', async () => {
    const { handler, others } = signed();
    const forged = await callback(incoming, { secrets: [secretOf('a secret of another sender')] });
    expect(await verdict(handler(forged))).toEqual([401, 'callback-signature-not-valid']);
    const withToken = receiverOf({ token: 'right' });
    const wrong = unsignedRequest(incoming, { token: 'wrong' });
    expect(await verdict(withToken.handler(wrong))).toEqual([401, 'callback-token-not-valid']);
    const right = unsignedRequest(incoming, { token: 'right' });
    expect(await verdict(withToken.handler(right))).toEqual([200]);
    expect([others.length, withToken.others.length]).toEqual([0, 1]);
  });

  test('is handed out once for each webhook-id, and each time without one', async () => {
    const { handler, others } = signed();
    for (const id of ['msg_1', 'msg_1', 'msg_2']) await handler(await callback(incoming, { id }));
    expect(others).toHaveLength(2);
    const unsigned = receiverOf({ allowUnsigned: true });
    for (let time = 0; time < 2; time += 1) await unsigned.handler(unsignedRequest(incoming));
    expect(unsigned.others).toHaveLength(2);
  });

  test('that onOther rejects is answered 500, and onError gets the reason without an event', async () => {
    const fault = new Error('not now');
    const errors: unknown[] = [];
    const onOther = () => Promise.reject(fault);
    const { handler } = signed({ onOther, onError: (...each: unknown[]) => errors.push(each) });
    expect(await verdict(handler(await callback(incoming)))).toEqual([500, 'system-error']);
    expect(errors).toEqual([[fault, null]]);
  });
});
