import { neighbourRequest, readContract, requestOfCase } from '@cascade/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from './support/send.ts';
import { start, type TestMock } from './support/start.ts';

const cases = readContract().problems.flatMap(({ title, status, cases }) =>
  cases.map((one) => ({ title, status, name: one.name, one })),
);

/** Nothing tells what a key lacks (ADR-0036). */
const withoutDetail = 'auth-error';

let mock: TestMock;
beforeAll(async () => {
  mock = await start();
});
afterAll(() => mock.close());

describe.each(cases)('$name', ({ title, status, one }) => {
  test(`is answered with ${status} ${title}`, async () => {
    const request = requestOfCase(one);
    if (one.request.sentBefore) expect((await send(mock.url, request)).status).toBe(200);
    const answer = await send(mock.url, request);
    const detail = one.detail ?? expect.stringMatching(/./);
    expect(answer.body).toStrictEqual(
      title === withoutDetail ? { title, status } : { title, status, detail },
    );
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  test('has a neighbour that is accepted', async () => {
    const answer = await send(mock.url, neighbourRequest(one));
    expect(answer.body).not.toHaveProperty('title');
    expect(answer.status).toBe(200);
  });
});

test('the catalogue has cases', () => {
  expect(cases.length).toBeGreaterThan(30);
});
