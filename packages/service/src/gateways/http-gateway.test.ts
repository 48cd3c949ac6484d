import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GatewayAttempt } from './gateway.ts';
import { createHttpGateway } from './http-gateway.ts';

const attempt: GatewayAttempt = {
  attemptId: '2ede9313-0539-463a-9ec3-898506f4937a',
  channel: 'SMS',
  address: '+12025550199',
  addressType: 'PHONE',
  subject: 'shop',
  content: { contentType: 'TEXT', text: 'Hello' },
};

let server: Server;
let url: string;
let answer: { status: number; body: string } | 'none';
let seen: { headers: IncomingHttpHeaders; body: string };

beforeEach(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen = { headers: request.headers, body };
      if (answer === 'none') return;
      response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/send`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const send = (status: number, body: string) => {
  answer = { status, body };
  return createHttpGateway({ url, authorization: 'Bearer abc' }).send(attempt);
};

test('posts the attempt under its id', async () => {
  await send(200, '{"status":"SENT"}');
  expect(JSON.parse(seen.body)).toEqual(attempt);
  expect(seen.headers).toMatchObject({
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
  expect(await send(202, JSON.stringify({ ...result, more: 1 }))).toEqual(result);
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

test('times out', async () => {
  answer = 'none';
  await expect(createHttpGateway({ url, timeoutSeconds: 0.05 }).send(attempt)).rejects.toThrow();
});
