import { problemCodes } from '@cascade/types';
import { expect, test } from 'vitest';
import { type CreatedAccount, createMockControl, type NewBehaviour } from '../src/control.ts';
import { send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

/** A mock with control, an account of its own, and what sends to it. */
async function startControlled() {
  const mock = await startForTest({ control: true });
  const control = createMockControl(mock.url);
  const account: CreatedAccount = await control.createAccount();
  const headers = { 'x-api-key': account.key };
  const schedule = (body: object = validBody()) => send(mock.url, { body, headers });
  /** The status, or `cut` if the connection broke before the whole answer. */
  const outcome = (body?: object) =>
    schedule(body).then(
      ({ status }) => status,
      () => 'cut' as const,
    );
  const outcomes = async (count: number) => {
    const found: (number | 'cut')[] = [];
    for (let sent = 0; sent < count; sent += 1) found.push(await outcome());
    return found;
  };
  return { mock, control, account, headers, schedule, outcome, outcomes };
}

test.each([
  ['accept-and-lose', 'requestId-is-not-unique'],
  ['torn', 'requestId-is-not-unique'],
  ['drop', undefined],
] as const)('%s cuts the connection; a repetition gets %s', async (fault, code) => {
  const { control, schedule, outcome } = await startControlled();
  await control.createBehaviour({ fault });
  const body = validBody();
  expect(await outcome(body)).toBe('cut');
  const repeated = await schedule(body);
  expect(Object(repeated.body).title).toBe(code);
  const statuses = (await control.listRequests()).map(({ status }) => status);
  expect(statuses).toEqual([fault === 'torn' ? 200 : null, code === undefined ? 200 : 400]);
});

test('a torn answer has its head and half of its body', async () => {
  const { mock, control, headers } = await startControlled();
  await control.createBehaviour({ fault: 'torn' });
  const body = JSON.stringify(validBody());
  const sent = { ...headers, 'content-type': 'application/json' };
  const answer = await fetch(`${mock.url}/api/cascade/schedule`, { method: 'POST', headers: sent, body });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test.each([502, 503, 504] as const)(
  'the page of a proxy has %d, and changes nothing',
  async (proxyStatus) => {
    const { mock, control, headers, outcome } = await startControlled();
    await control.createBehaviour({ fault: 'proxy-error', proxyStatus });
    const body = validBody();
    const answer = await fetch(`${mock.url}/api/cascade/schedule`, { method: 'POST', headers });
    expect(answer.status).toBe(proxyStatus);
    expect(answer.headers.get('content-type')).toBe('text/html');
    expect(await answer.text()).toContain(`<h1>${proxyStatus} `);
    expect(await outcome(body)).toBe(200);
  },
);

test('an answer is by code or status, with its headers, and changes nothing', async () => {
  const { control, schedule } = await startControlled();
  const body = validBody();
  await control.createBehaviour({ answer: { code: 'out-of-balance' } });
  expect(await schedule(body)).toMatchObject({ status: 400, body: { title: 'out-of-balance' } });
  await control.createBehaviour({ answer: { status: 429, retryAfterSeconds: 2 } });
  const limited = await schedule(body);
  expect(limited).toMatchObject({ status: 429, body: { title: 'too-many-requests' } });
  expect(limited.headers.get('retry-after')).toBe('2');
  expect(limited.headers.get('content-type')).toBe('application/problem+json');
  expect((await schedule(body)).status).toBe(200);
});

test('each code of the catalogue can be answered, at each operation', { timeout: 60_000 }, async () => {
  const { mock, control, headers } = await startControlled();
  for (const code of problemCodes()) {
    await control.createBehaviour({ answer: { code } });
    const answer = await send(mock.url, { path: '/api/cascade/get-all', body: {}, headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await control.listRequests()).at(-1)?.code).toBe(code);
  }
});

test('a delay comes before the change, so a second request meanwhile is accepted first', async () => {
  const { control, schedule } = await startControlled();
  await control.createBehaviour({ delaySeconds: 0.5 });
  const body = validBody();
  const started = performance.now();
  const late = schedule(body);
  let isTaken = false;
  while (!isTaken) isTaken = (await control.listBehaviours()).length === 0;
  expect((await schedule(body)).status).toBe(200);
  expect((await late).body).toMatchObject({ title: 'requestId-is-not-unique' });
  expect(performance.now() - started).toBeGreaterThan(490);
});

test('once by default, n times, from the nth', async () => {
  const { control, outcomes } = await startControlled();
  const answer = { status: 503 };
  await control.createBehaviour({ answer });
  expect(await outcomes(2)).toEqual([503, 200]);
  await control.createBehaviour({ answer, times: 2 });
  expect(await outcomes(3)).toEqual([503, 503, 200]);
  await control.createBehaviour({ answer, nth: 2 });
  expect(await outcomes(3)).toEqual([200, 503, 200]);
  expect(await control.listBehaviours()).toEqual([]);
});

test('a share is the same for the same seed, and about as large as asked', { timeout: 60_000 }, async () => {
  const { control, outcomes } = await startControlled();
  const run = async (seed: number) => {
    await control.createBehaviour({ answer: { status: 503 }, share: { of: 0.25, seed } });
    const found = await outcomes(200);
    await control.removeBehaviours();
    return found;
  };
  const found = await run(7);
  const failed = found.filter((one) => one === 503).length;
  expect(failed).toBeGreaterThan(30);
  expect(failed).toBeLessThan(70);
  expect(await run(7)).toEqual(found);
  expect(await run(8)).not.toEqual(found);
});

test('a behaviour is for an account, an operation, an address', async () => {
  const { mock, control, account, headers, outcome } = await startControlled();
  const answer = { status: 503 };
  await control.createBehaviour({ answer, account: 'demo' });
  await control.createBehaviour({ answer, operation: 'listMessages' });
  await control.createBehaviour({ answer, address: '+12025550101', account: account.name });
  expect(await outcome()).toBe(200);
  const addressed = validBody({ subscriberFilter: { address: '+12025550101', type: 'PHONE' } });
  expect(await outcome(addressed)).toBe(503);
  expect((await send(mock.url, { path: '/api/messages/history', body: {}, headers })).status).toBe(503);
  expect((await send(mock.url, { body: validBody() })).status).toBe(503);
  expect(await control.listBehaviours()).toEqual([]);
});

test('behaviours are listed, removed, and reset with their account', async () => {
  const { control, account, outcome } = await startControlled();
  const lost: NewBehaviour = { fault: 'drop', times: 3 };
  const one = { fault: 'drop', account: account.name } as const;
  expect(await control.createBehaviour(lost)).toEqual({ id: 1, applied: 0, behaviour: lost });
  await control.createBehaviour(one);
  expect(await outcome()).toBe('cut');
  expect(await control.listBehaviours()).toEqual([
    { id: 1, applied: 1, behaviour: lost },
    { id: 2, applied: 0, behaviour: one },
  ]);
  await control.reset({ account: account.name });
  expect((await control.listBehaviours()).map(({ id }) => id)).toEqual([1]);
  await control.removeBehaviours(1);
  expect(await outcome()).toBe(200);
  await control.createBehaviour(lost);
  await control.reset();
  expect(await control.listBehaviours()).toEqual([]);
});

test('at most 1,000 behaviours are kept', { timeout: 60_000 }, async () => {
  const { control } = await startControlled();
  for (let made = 0; made < 1_000; made += 1) await control.createBehaviour({ fault: 'drop' });
  await expect(control.createBehaviour({ fault: 'drop' })).rejects.toThrow('conflict: expected at most 1000');
});

test.each([
  [{}, 400, '', 'expected answer, fault or delaySeconds, found none'],
  [{ fault: 'drop', answer: { status: 400 } }, 400, '', 'expected either answer or fault, found both'],
  [{ fault: 'dorp' }, 400, '/fault', /did you mean drop\?$/],
  [{ fault: 'drop', proxyStatus: 502 }, 400, '/proxyStatus', 'expected only beside the fault proxy-error'],
  [{ answer: {} }, 400, '/answer', 'expected either code or status, found neither'],
  [{ answer: { code: 'auth-eror' } }, 400, '/answer/code', 'unknown "auth-eror"; did you mean auth-error?'],
  [{ answer: { status: 418 } }, 400, '/answer/status', /^expected one of 400, 401, .*, found 418$/],
  [{ delaySeconds: 61 }, 400, '/delaySeconds', 'expected at most 60, found 61'],
  [{ fault: 'drop', share: { of: 2, seed: 1 } }, 400, '/share/of', 'expected at most 1, found 2'],
  [{ fault: 'drop', operation: 'none' }, 400, '/operation', /^expected one of scheduleMessage, /],
  [{ fault: 'drop', account: 'dmeo' }, 404, '/account', /did you mean demo\?$/],
])('bad input: %j', async (body, status, pointer, detail) => {
  const mock = await startForTest({ control: true });
  const answer = await send(mock.url, { path: '/control/behaviours', body });
  expect(answer).toMatchObject({ status, body: { status, errors: [{ pointer }] } });
  expect(Object(answer.body).errors[0].detail).toMatch(detail);
});

test('a behaviour that is not there cannot be removed', async () => {
  const { control } = await startControlled();
  await expect(control.removeBehaviours(9)).rejects.toThrow('not-found: /id: expected the id of a behaviour');
});
