import { readContract } from '@cascade/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { send, validBody } from './support/send.ts';
import { start, type TestMock } from './support/start.ts';

const cases = readContract().problems.flatMap(({ code, title, status, cases }) =>
  cases.map(({ name, detail, request }) => ({ code, title, status, name, detail, request })),
);

let mock: TestMock;
beforeAll(async () => {
  mock = await start();
});
afterAll(() => mock.close());

const prefer = (wish: string, path = '/api/cascade/schedule', body: unknown = validBody()) =>
  send(mock.url, { path, body, headers: { prefer: wish } });

describe.each(cases)('example $name', ({ name, title, status, detail, code, request }) => {
  const path = status === 404 ? '/api/cascade/schedule' : request.path;

  test('is shown on request', async () => {
    const answer = await prefer(`code=${status}, example=${name}`, path);
    expect(answer.status).toBe(status);
    expect(answer.body).toStrictEqual(detail === undefined ? { title, status } : { title, status, detail });
    expect(answer.headers.get('preference-applied')).toBe(`code=${status}, example=${name}`);
  });

  test('can be named by its code', async () => {
    expect((await prefer(`code=${status}, example="${code}"`, path)).body).toMatchObject({
      title,
      status,
    });
  });
});

test('an example alone determines its status', async () => {
  expect((await prefer('example=service-unavailable')).status).toBe(503);
});

test('a code alone shows the first example', async () => {
  const answer = await prefer('code=503');
  expect(answer.body).toMatchObject({ title: 'service-unavailable', status: 503 });
  expect(answer.headers.get('retry-after')).toMatch(/^[0-9]+$/);
});

test('an example of success can be shown for a request that would be rejected', async () => {
  const answer = await prefer('code=200, example=scheduled', undefined, {});
  expect(answer.status).toBe(200);
  expect(answer.body).toStrictEqual({ requestId: '6a1f0c2b-4d5e-4691-8111-12222aaaa001' });
});

test.each([
  ['code=418', 'Prefer: there is no response 418, only 200, 400'],
  ['code=400, example=tpyo', 'Prefer: there is no example tpyo with 400, only matched-template-not-found'],
  ['code=200, example=out-of-balance', 'Prefer: there is no example out-of-balance with 200, only scheduled'],
  ['code=default', 'Prefer: there is no response default'],
  ['code', 'Prefer: there is no response '],
])('%s is rejected, so that a misspelled test does not pass', async (wish, beginning) => {
  const { status, body } = await prefer(wish);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    title: 'matched-template-not-found',
    detail: expect.stringContaining(beginning),
  });
});

test('what is not understood is refused, with what is', async () => {
  const body = validBody();
  const { status, body: problem } = await prefer('delya=1', undefined, body);
  const detail = 'Prefer: delya is not understood, only code, example, callback, delay';
  expect([status, problem]).toEqual([400, { title: 'matched-template-not-found', status: 400, detail }]);
  expect((await send(mock.url, { body })).status).toBe(200);
});

test('a delayed request changes nothing before its delay has passed', async () => {
  const body = validBody();
  const startedAt = performance.now();
  const delayed = prefer('delay=0.5', undefined, body).then((answer) => ({
    ...answer,
    seconds: (performance.now() - startedAt) / 1_000,
  }));
  expect((await send(mock.url, { body })).status).toBe(200);
  const late = await delayed;
  expect(late.body).toMatchObject({ title: 'requestId-is-not-unique' });
  expect(late.seconds).toBeGreaterThan(0.49);
});

test('an example can be late, and a stop does not wait for it', async () => {
  const own = await createMock();
  const headers = { 'x-api-key': 'demo-key', prefer: 'delay=60, code=503' };
  const readBody = async () => Buffer.from('{}');
  const answer = own.answer({ method: 'POST', target: '/api/cascade/schedule', headers, readBody });
  own.stop();
  expect((await answer).status).toBe(503);
});

test('a preferred answer changes nothing', async () => {
  const body = validBody();
  expect((await prefer('code=200', undefined, body)).status).toBe(200);
  expect((await send(mock.url, { body })).status).toBe(200);
});

test('the key is checked before the preference', async () => {
  const answer = await send(mock.url, { headers: { 'x-api-key': 'wrong', prefer: 'code=503' } });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'ApiKey']);
});
