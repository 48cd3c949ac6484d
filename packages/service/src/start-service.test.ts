import { randomUUID } from 'node:crypto';
import type { CatalogueRequest } from '@cascade/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningService } from './service-options.ts';
import { testCatalogue } from './testing/contract.ts';
import { readDemoAccounts } from './testing/declare.ts';
import { scheduling, send as sendTo } from './testing/requests.ts';
import { startTestService } from './testing/start-test-service.ts';
import { withTestDatabase } from './testing/test-database.ts';

const database = withTestDatabase();
let service: RunningService;

beforeAll(async () => {
  service = await startTestService({
    database: database.connectionString,
    accounts: await readDemoAccounts(),
  });
});

afterAll(() => service?.close());

testCatalogue(() => service.url);

test('a refused request does not use up its request id, an accepted one does, whatever the letter case', async () => {
  const requestId = randomUUID();
  expect((await send(scheduling({ requestId, cascadeId: 404404 }))).status).toBe(400);
  expect((await send(scheduling({ requestId: requestId.toUpperCase() }))).body).toEqual({
    requestId: requestId.toUpperCase(),
  });
  expect((await send(scheduling({ requestId }))).body).toMatchObject({ title: 'requestId-is-not-unique' });
});

test('a used request id comes before what later rules find (§4.1)', async () => {
  const requestId = randomUUID();
  expect((await send(scheduling({ requestId }))).status).toBe(200);
  for (const broken of [{ cascadeId: 404404 }, { content: {} }, { subscriberFilter: {} }]) {
    expect((await send(scheduling({ requestId, ...broken }))).body).toMatchObject({
      title: 'requestId-is-not-unique',
    });
  }
});

test('of 50 at once with one request id exactly one is accepted', async () => {
  const requestId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(scheduling({ requestId }))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
});

test('a client that likes application/json gets its problems so', async () => {
  const request = scheduling({ content: {} });
  expect(
    await send({ ...request, headers: { ...request.headers, accept: 'application/json' } }),
  ).toMatchObject({
    status: 400,
    type: 'application/json',
  });
});

test('405 names the method that is allowed; an unknown URL needs no key', async () => {
  const answer = await fetch(`${service.url}/api/cascade/schedule`, { method: 'DELETE' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await fetch(`${service.url}/nowhere`)).status).toBe(404);
});

test('401 names the scheme that it wants (ADR-0042)', async () => {
  const answer = await fetch(`${service.url}/api/cascade/schedule`, { method: 'POST', body: '{}' });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'ApiKey']);
});

test('health, readiness and metrics are on a port of their own', async () => {
  const get = async (path: string) => (await fetch(service.operationsUrl + path)).text();
  expect(await get('/healthz')).toContain('alive');
  expect(await get('/readyz')).toContain('ready');
  expect(await get('/metrics')).toMatch(
    /cascade_http_requests_total\{operation="\/api\/cascade\/schedule",status="200",code=""\} \d+/,
  );
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
});

const send = (request: CatalogueRequest) => sendTo(service.url, request);
