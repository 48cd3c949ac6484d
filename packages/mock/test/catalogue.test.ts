import { neighbourRequest, readContract, requestOfCase } from '@cascade/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from './support/send.ts';
import { start, type TestMock } from './support/start.ts';

const cases = readContract().problems.flatMap(({ title, status, cases }) =>
  cases.map((one) => ({ title, status, name: one.name, one })),
);

let mock: TestMock;
beforeAll(async () => {
  mock = await start();
});
afterAll(() => mock.close());

describe.each(cases)('$name', ({ title, status, one }) => {
  test(`is answered with ${status} ${title}, and its detail`, async () => {
    const request = requestOfCase(one);
    if (one.request.sentBefore) expect((await send(mock.url, request)).status).toBe(200);
    const answer = await send(mock.url, request);
    const { detail } = one;
    expect(answer.body).toStrictEqual(detail === undefined ? { title, status } : { title, status, detail });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  test('has a neighbour that is accepted', async () => {
    const answer = await send(mock.url, neighbourRequest(one));
    expect(answer.body).not.toHaveProperty('title');
    expect(answer.status).toBe(200);
  });
});

test('the catalogue has cases, and only that of a wrong key has no detail (ADR-0036)', () => {
  expect(cases.length).toBeGreaterThan(30);
  expect(cases.filter(({ one }) => one.detail === undefined).map(({ name }) => name)).toEqual(['auth-error']);
});
