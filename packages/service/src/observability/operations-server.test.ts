import { connectTo, exchange } from '@cascade/repository/test-kit/vitest';
import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ReceiptAnswer } from '../gateways/handle-receipt.ts';
import { silent } from '../log.ts';
import { createOperationsServer } from './create-operations-server.ts';
import type { Metrics } from './metrics.ts';

let url: string;
let server: FastifyInstance;
let receipt: ReceiptAnswer['status'];
let isStopping: boolean;
let isStoreUp: boolean;

beforeEach(async () => {
  receipt = 204;
  isStopping = false;
  isStoreUp = true;
  server = createOperationsServer({
    whyUnusable: async () => (isStoreUp ? undefined : 'the database does not answer'),
    metrics: {
      contentType: 'text/plain',
      text: async () => {
        if (!isStoreUp) throw new Error('away');
        return 'up 1\n';
      },
    } as unknown as Metrics,
    log: silent,
    isStopping: () => isStopping,
    handleReceipt: async () => ({ status: receipt }),
    closingPatience: 50,
  });
  onTestFinished(async () => void (await server.close()));
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(url + path, init);
  const type = answer.headers.get('content-type');
  return { status: answer.status, type, allow: answer.headers.get('allow'), body: await answer.text() };
}

const problemOf = (status: number, title: string) => ({
  status,
  type: 'application/problem+json',
  body: expect.stringContaining(`"title":"${title}","status":${status}`),
});

test('pages are answered', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await ask(path)).status).toBe(200);
  expect((await ask('/gateway/receipts', { method: 'POST', body: '{}' })).status).toBe(204);
});

test.each(['/', '/nothing', '/healthz/', '/%zz', '/gateway'])('%s is not found', async (path) => {
  expect(await ask(path)).toMatchObject(problemOf(404, 'not-found'));
});

test.each([
  ['POST', '/healthz', 'GET, HEAD'],
  ['DELETE', '/metrics', 'GET, HEAD'],
  ['GET', '/gateway/receipts', 'POST'],
])('%s %s is not allowed', async (method, path, allow) => {
  expect(await ask(path, { method })).toMatchObject({ ...problemOf(405, 'method-not-allowed'), allow });
});

test('a service that is not ready says why', async () => {
  isStoreUp = false;
  expect(await ask('/readyz')).toMatchObject(problemOf(503, 'service-unavailable'));
  isStopping = true;
  expect(JSON.parse((await ask('/readyz')).body)).toMatchObject({ detail: 'stopping' });
  expect((await ask('/healthz')).status).toBe(200);
});

test('a page that fails is an error of the service', async () => {
  isStoreUp = false;
  expect(await ask('/metrics')).toMatchObject(problemOf(500, 'system-error'));
});

test('a refused receipt says why', async () => {
  const post = (body: string) => ask('/gateway/receipts', { method: 'POST', body });
  receipt = 400;
  expect(await post('{}')).toMatchObject(problemOf(400, 'matched-template-not-found'));
  receipt = 401;
  expect(await post('{}')).toMatchObject(problemOf(401, 'auth-error'));
  expect(await post('x'.repeat(65_537))).toMatchObject(problemOf(413, 'payload-too-large'));
});

test.each([
  ['BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['GET /healthz HTTP/1.1\r\n\r\n', 400],
  [`GET /healthz HTTP/1.1\r\nHost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%.30j is answered with a problem', async (bytes, status) => {
  const received = await exchange(url, bytes);
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} .*application/problem\\+json`, 's'));
});

test.each([
  ['its headers', 'GET /metrics HTTP/1.1\r\nHost: s'],
  ['its body', 'POST /gateway/receipts HTTP/1.1\r\nHost: s\r\nContent-Length: 100\r\n\r\n{'],
])('a client that does not finish %s cannot keep the server', async (_what, beginning) => {
  const socket = await connectTo(url);
  const ended = new Promise((resolve) => void socket.on('error', resolve).on('end', resolve).resume());
  socket.write(beginning);
  // An answer on another connection: by then the server has read what this one sent.
  await ask('/healthz');
  await server.close();
  await ended;
});
