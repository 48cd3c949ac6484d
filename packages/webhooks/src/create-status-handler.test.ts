import { describe, expect, test } from 'vitest';
import { createStatusHandler, type StatusHandlerOptions } from './create-status-handler.ts';
import {
  callback,
  receiver,
  secret,
  undelivered,
  verdict,
  watchConsole,
  withHeaders,
} from './testing/callbacks.ts';

const url = 'http://localhost/';
const bytes = (...values: number[]) => new Uint8Array(values);
const unsigned = () => receiver({ secrets: [], allowUnsigned: true });
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  new Request(url, { method: 'POST', body, headers });

describe('methods', () => {
  test.each(['GET', 'HEAD'])('%s is answered 200, which registration asks for (ADR-0014)', async (method) => {
    expect(await verdict(receiver().handler(new Request(url, { method })))).toEqual([200]);
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is answered 405 with Allow', async (method) => {
    const answer = await receiver().handler(new Request(url, { method }));
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(await verdict(answer)).toEqual([405, 'method-not-allowed']);
  });
});

describe('a signed callback', () => {
  test('is handed out, and answered 200 without a body', async () => {
    const { handler, events } = receiver();
    expect(await verdict(handler(await callback(undelivered, { id: 'msg_1' })))).toEqual([200]);
    expect(events).toMatchObject([
      { id: 'msg_1', requestId: undelivered.requestId, status: 'UNDELIVERED', reason: 'not-chattwo-user' },
    ]);
  });

  test('is rejected without its signature, with the reason', async () => {
    const { handler, events } = receiver();
    const answer = await handler(await withHeaders(await callback(), { 'webhook-signature': null }));
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await verdict(answer)).toEqual([401, 'callback-not-signed']);
    expect(events).toEqual([]);
  });
});

describe('an invalid callback', () => {
  test.each([
    ['no body', ''],
    ['no JSON', '{"requestId":'],
    ['no object', '[]'],
    ['null', 'null'],
    ['no requestId', '{"status":"SENT"}'],
    ['an empty requestId', '{"requestId":"","status":"SENT"}'],
    ['no status', '{"requestId":"a"}'],
    ['a status that is not a string', '{"requestId":"a","status":7}'],
  ])('%s: 400, without onStatus and onError', async (_, body) => {
    const { handler, events, errors } = receiver();
    expect(await verdict(handler(await callback(body)))).toEqual([400, 'callback-not-valid']);
    expect([events, errors]).toEqual([[], []]);
  });

  test('bytes that are not UTF-8: 400', async () => {
    const body = bytes(...Buffer.from('{"requestId":"'), 0xff, ...Buffer.from('","status":"SENT"}'));
    expect(await verdict(unsigned().handler(post(body)))).toEqual([400, 'callback-not-valid']);
  });

  test('another media type: 415', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await verdict(unsigned().handler(post('--x--', headers)))).toEqual([
      415,
      'unsupported-media-type',
    ]);
  });

  test('a webhook-id too long to keep: 400', async () => {
    expect(await verdict(receiver().handler(await callback(undelivered, { id: 'i'.repeat(255) })))).toEqual([
      200,
    ]);
    const long = await callback(undelivered, { id: 'i'.repeat(256) });
    expect(await verdict(receiver().handler(long))).toEqual([400, 'callback-not-valid']);
  });

  test('a body that breaks off: 400', async () => {
    const { handler, errors } = receiver();
    const body = new ReadableStream({
      start: (controller) => controller.error(new Error('reset')),
    });
    const request = new Request(url, { method: 'POST', body, duplex: 'half' });
    expect(await verdict(handler(request))).toEqual([400, 'callback-not-valid']);
    expect(errors).toEqual([]);
  });
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/cloudevents+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  null,
])('an event with the media type %s is accepted', async (type) => {
  const { handler, events } = receiver();
  expect(await verdict(handler(await withHeaders(await callback(), { 'content-type': type })))).toEqual([
    200,
  ]);
  expect(events).toHaveLength(1);
});

describe('the size of the body', () => {
  const event = (length: number) => {
    const head = '{"requestId":"a","status":"SENT","comment":"';
    return `${head}${'x'.repeat(length - head.length - 2)}"}`;
  };

  test('is 65,536 bytes at most', async () => {
    expect(await verdict(receiver().handler(await callback(event(65_536))))).toEqual([200]);
    expect(await verdict(receiver().handler(await callback(event(65_537))))).toEqual([
      413,
      'payload-too-large',
    ]);
  });

  test('can be set', async () => {
    const maxBodyBytes = 200;
    expect(await verdict(receiver({ maxBodyBytes }).handler(await callback(event(200))))).toEqual([200]);
    expect(await verdict(receiver({ maxBodyBytes }).handler(await callback(event(201))))).toEqual([
      413,
      'payload-too-large',
    ]);
  });

  test('is taken from Content-Length: a body that is too large is not read', async () => {
    const request = await withHeaders(await callback(), { 'content-length': '65537' });
    expect(await verdict(receiver().handler(request))).toEqual([413, 'payload-too-large']);
    expect(request.bodyUsed).toBe(false);
  });

  test('is counted without Content-Length; the rest is not awaited', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const request = new Request(url, { method: 'POST', body, duplex: 'half' });
    expect(await verdict(receiver().handler(request))).toEqual([413, 'payload-too-large']);
    expect(pulled).toBeLessThan(8);
  });
});

describe('options', () => {
  const onStatus = () => {};

  test('secrets are required, unless unsigned callbacks are allowed', () => {
    expect(() => createStatusHandler({ secrets: [], onStatus })).toThrow(/allowUnsigned: true/);
    expect(() => createStatusHandler({ secrets: [''], onStatus })).toThrow(TypeError);
    expect(() => createStatusHandler({ secrets: [secret, 'whsec_*'], onStatus })).toThrow(TypeError);
    expect(() => createStatusHandler({ allowUnsigned: true, onStatus })).not.toThrow();
  });

  test('secrets and unsigned callbacks exclude each other, and the message keeps the secret', () => {
    const both = { secrets: [secret], allowUnsigned: true, onStatus };
    // @ts-expect-error the types exclude it, too
    const options: StatusHandlerOptions = both;
    expect(() => createStatusHandler(options)).toThrow(/Give secrets or allowUnsigned/);
    expect(() => createStatusHandler({ secrets: ['whsec_not*base64'], onStatus })).not.toThrow(/not\*base64/);
  });

  test('unsigned callbacks, once allowed, need no header at all', async () => {
    const { handler, events } = unsigned();
    expect(await verdict(handler(post(JSON.stringify(undelivered))))).toEqual([200]);
    expect(events).toMatchObject([{ id: null, reason: 'not-chattwo-user' }]);
  });
});

describe('faults of the receiver', () => {
  test('a body that was read before: 503, and onError gets the reason', async () => {
    const { handler, errors } = receiver();
    const request = await callback();
    await request.text();
    expect(await verdict(handler(request))).toEqual([503, 'service-unavailable']);
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('unread') })]);
  });

  test('are logged to the console without onError', async () => {
    const error = watchConsole();
    const fault = new Error('the database is away');
    const onStatus = () => Promise.reject(fault);
    const handler = createStatusHandler({ secrets: [secret], onStatus });
    expect(await verdict(handler(await callback()))).toEqual([500, 'system-error']);
    expect(error.mock.calls).toEqual([[fault]]);
  });
});
