import type { ServerResponse } from 'node:http';
import { neverAnswer, startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { Agent, buildConnector } from 'undici';
import { describe, expect, test } from 'vitest';
import { abortableLease, heldLease } from '../testing/values.ts';
import type { GatewayAttempt, SendLease } from './gateway.ts';
import { createHttpGateway } from './http-gateway.ts';

const attempt: GatewayAttempt = {
  attemptId: '2ede9313-0539-463a-9ec3-898506f4937a',
  channel: 'SMS',
  address: '+12025550199',
  addressType: 'PHONE',
  subject: 'shop',
  content: { contentType: 'TEXT', text: 'Hello' },
};

const start = (answer: (response: ServerResponse) => void) => closedAfterTest(startReceiver(answer));

async function send(status: number, body: string) {
  const receiver = await start((response) => response.writeHead(status).end(body));
  const result = await createHttpGateway({ url: receiver.url, authorization: 'Bearer abc' }).send(
    attempt,
    heldLease,
  );
  return { result, seen: receiver.received[0] };
}

test('posts the attempt under its id', async () => {
  const { seen } = await send(200, '{"status":"SENT"}');
  expect(seen?.event).toEqual(attempt);
  expect(seen?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': attempt.attemptId,
    authorization: 'Bearer abc',
  });
});

test.each([
  [{ status: 'SENT', reference: 'r1' }],
  [{ status: 'DELIVERED' }],
  [{ status: 'UNDELIVERED', reason: 'spam-rate-limit-hit', reference: 'r2' }],
])('believes %j', async (result) => {
  expect((await send(202, JSON.stringify({ ...result, more: 1 }))).result).toEqual(result);
});

test.each([
  [200, '{"status":"UNDELIVERED"}'],
  [200, '{"status":"sent"}'],
  [200, 'null'],
  [200, 'call me'],
  [200, `{"status":"SENT","reference":"${'x'.repeat(20_000)}"}`],
  [400, '{"status":"UNDELIVERED","reason":"duplicated"}'],
  [302, ''],
  [500, '{"status":"SENT"}'],
])('takes %s %j for no answer', async (status, body) => {
  await expect(send(status, body)).rejects.toThrow(/^the gateway answered/);
});

test.each([
  ['<html>+12025550199</html>', 'text/html; charset=utf-8', '25 bytes of text/html'],
  ['', undefined, '0 bytes of no type'],
  ['й', 'Bearer abc', '2 bytes of no type'],
])('of %j of the type %s the error has type and length alone', async (body, type, says) => {
  const receiver = await start((response) =>
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body),
  );
  const sent = createHttpGateway({ url: receiver.url }).send(attempt, heldLease);
  const whole = `the gateway answered 200 with ${says}, which are neither SENT, DELIVERED nor UNDELIVERED and a reason`;
  await expect(sent).rejects.toThrow(new Error(whole));
});

describe('a withdrawal', () => {
  const { attemptId, channel, address, addressType, subject } = attempt;
  const withdrawal = { attemptId, channel, address, addressType, subject, reference: 'r1' };

  /** What the gateway withdraws with, and what it was posted. */
  async function withdrawing(answer: (response: ServerResponse) => void) {
    const receiver = await start(answer);
    const settings = { withdrawUrl: receiver.url, authorization: 'Bearer abc' };
    const { withdraw } = createHttpGateway({ ...settings, url: 'http://127.0.0.1:1/' });
    return { receiver, withdraw: async (signal = heldLease.signal) => withdraw?.(withdrawal, signal) };
  }

  test('is not offered without a URL', () => {
    expect(createHttpGateway({ url: 'http://127.0.0.1:1/' }).withdraw).toBeUndefined();
  });

  test.each(['WITHDRAWN', 'SENT', 'DELAYED', 'UNDELIVERED', 'DELIVERED', 'READ'])(
    'is posted with id and reference, and answered with %s',
    async (status) => {
      const { receiver, withdraw } = await withdrawing((response) =>
        response.writeHead(202).end(JSON.stringify({ status, more: 1 })),
      );
      expect(await withdraw()).toBe(status);
      const [{ event, headers } = {}] = receiver.received;
      expect(event).toEqual({ attemptId, reference: 'r1' });
      expect(headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer abc' });
    },
  );

  test.each([
    [200, '{"status":"delivered"}'],
    [200, '{}'],
    [200, 'null'],
    [200, 'DELIVERED'],
    [404, '{"status":"DELIVERED"}'],
    [500, ''],
  ])('%s %j does not answer it', async (status, body) => {
    const { withdraw } = await withdrawing((response) => response.writeHead(status).end(body));
    await expect(withdraw()).rejects.toThrow(/^the gateway answered/);
  });

  test('ends with its signal', async () => {
    const { withdraw } = await withdrawing(neverAnswer);
    await expect(withdraw(AbortSignal.timeout(50))).rejects.toThrow('timeout');
  });
});

test('is not written if the lease was lost while the connection was made', async () => {
  const receiver = await start((response) => response.writeHead(200).end('{"status":"SENT"}'));
  let isLost = false;
  const connect = buildConnector({});
  const dispatcher = new Agent({
    connect(options, callback) {
      isLost = true;
      connect(options, callback);
    },
  });
  const lease: SendLease = {
    ...heldLease,
    check() {
      if (isLost) throw new Error('another replica may send');
    },
  };
  const gateway = createHttpGateway({ url: receiver.url, dispatcher });
  await expect(gateway.send(attempt, lease)).rejects.toThrow('another replica may send');
  expect(receiver.received).toEqual([]);
  isLost = false;
  expect(await gateway.send(attempt, lease)).toEqual({ status: 'SENT' });
  await dispatcher.close();
});

test.each(['before', 'after'])(
  'posts once if the connection is lost %s the head of a response',
  async (when) => {
    const receiver = await start((response) => {
      if (when === 'after') response.writeHead(200, { 'content-length': 20 }).flushHeaders();
      response.socket?.destroy();
    });
    const gateway = createHttpGateway({ url: receiver.url });
    await expect(gateway.send(attempt, heldLease)).rejects.toThrow();
    expect(receiver.received).toHaveLength(1);
  },
);

test('times out', async () => {
  const { url } = await start(neverAnswer);
  await expect(createHttpGateway({ url, timeoutSeconds: 0.05 }).send(attempt, heldLease)).rejects.toThrow();
});

test('a call is given up when its lease is withdrawn', async () => {
  const { lease, abort } = abortableLease();
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { url } = await start((response) => {
    neverAnswer(response);
    asked();
  });
  const sent = createHttpGateway({ url, timeoutSeconds: 600 }).send(attempt, lease);
  void isAsked.then(abort);
  await expect(sent).rejects.toThrow('aborted');
});
