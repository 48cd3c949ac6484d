import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { expect, test } from 'vitest';
import { ControlError, createMockControl } from '../src/control.ts';
import { freshRequestId, send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

const start = async () => {
  const mock = await startForTest({ control: true });
  const schedule = async (key: string, changes: object = {}) => {
    const { status, body } = await send(mock.url, {
      body: validBody({ ...changes }),
      headers: { 'x-api-key': key },
    });
    return status === 200 ? 'accepted' : Object(body).title;
  };
  return { mock, control: createMockControl(mock.url), schedule };
};

test('the state of an account follows its requests, and shows no key and no path', async () => {
  const { mock, control, schedule } = await start();
  const cascades = [{ id: 7, stages: [{ channel: 'SMS' }] } as const];
  const created = await control.createAccount({ name: 'mine', balance: 9, prices: { SMS: 5 }, cascades });
  const { key } = created;
  const requestId = '6a1f0c2b-4d5e-4691-8111-12222aaaa001';
  await schedule(key, { cascadeId: 7, requestId: requestId.toUpperCase() });
  for (const subjectId of [undefined, 3])
    await send(mock.url, {
      path: '/api/callback/set',
      body: { statusCallbackUrl: 'http://127.0.0.1:9/secret?token=1', subjectId },
      headers: { 'x-api-key': key },
    });
  expect(await control.getAccount('mine')).toStrictEqual({
    name: 'mine',
    balance: 4,
    usedRequestIdCount: 1,
    usedRequestIds: [requestId],
    cascades: created.cascades,
    keys: [{ label: 'key-1', expiresAt: null }],
    callbacks: [
      { subjectId: null, origin: 'http://127.0.0.1:9' },
      { subjectId: 3, origin: 'http://127.0.0.1:9' },
    ],
  });
});

test('a balance and cascades that a test sets decide from the next request on', async () => {
  const { control, schedule } = await start();
  const { key, name } = await control.createAccount({ prices: { SMS: 5 } });
  expect(await control.setAccount({ account: name, balance: 4 })).toMatchObject({ balance: 4 });
  expect(await schedule(key)).toBe('out-of-balance');
  const cascades = [9, 8].map((id) => ({ id, stages: [{ channel: 'SMS' as const }] }));
  const changed = await control.setAccount({ account: name, balance: 5, cascades });
  expect(changed.cascades.map(({ id }) => id)).toEqual([8, 9]);
  expect(await schedule(key)).toBe('cascade-not-found');
  expect(await schedule(key, { cascadeId: 8 })).toBe('accepted');
});

test('request ids that a test uses up are refused, in any letter case and shape', async () => {
  const { control, schedule } = await start();
  const { key, name } = await control.createAccount({ lenient: { anyRequestId: true } });
  const requestId = '6a1f0c2b-4d5e-4691-8111-12222aaaa001';
  const useRequestIds = [requestId.toUpperCase(), 'order 1'];
  expect(await control.setAccount({ account: name, useRequestIds })).toMatchObject({ usedRequestIdCount: 2 });
  expect(await schedule(key, { requestId })).toBe('requestId-is-not-unique');
  expect(await schedule(key, { requestId: 'order 1' })).toBe('requestId-is-not-unique');
  expect(await schedule(key, { requestId: 'order 2' })).toBe('accepted');
  const { usedRequestIds, usedRequestIdCount } = await control.getAccount(name, { offset: 1, limit: 1 });
  expect(usedRequestIdCount).toBe(3);
  expect(usedRequestIds).toEqual([uuidV5('order 1')]);
});

test('a key expires under a running program, and another one takes its place', async () => {
  const { control, schedule } = await start();
  const { key, name } = await control.createAccount();
  const { addedKey = '', keys } = await control.setAccount({ account: name, addKey: {}, expireKey: 'key-1' });
  expect(keys.map(({ label }) => label)).toEqual(['key-1', 'key-2']);
  expect(await schedule(key)).toBe('auth-error');
  expect(await schedule(addedKey)).toBe('accepted');
  expect(await control.getAccount(name)).not.toHaveProperty('addedKey');
  expect(await control.listRequests({ account: name })).toHaveLength(1);
});

test('an added key may expire later, and a key of the file expires too', async () => {
  let at = Date.parse('2026-01-31T12:00:00Z');
  const mock = await startForTest({ control: true, now: () => new Date(at) });
  const control = createMockControl(mock.url);
  const expiresAt = '2026-01-31T13:00:00Z';
  const { addedKey = '' } = await control.setAccount({
    account: 'demo',
    addKey: { label: 'hour', expiresAt },
  });
  const statusOf = async (key: string) =>
    (await send(mock.url, { path: '/api/cascade/get-all', body: {}, headers: { 'x-api-key': key } })).status;
  expect(await statusOf(addedKey)).toBe(200);
  at += 3_600_000;
  expect(await statusOf(addedKey)).toBe(401);
  const { keys } = await control.setAccount({ account: 'demo', expireKey: 'demo' });
  expect(keys).toEqual([
    { label: 'demo', expiresAt: '2026-01-31T13:00:00.000Z' },
    { label: 'expired', expiresAt: '2026-01-01T00:00:00.000Z' },
    { label: 'hour', expiresAt: '2026-01-31T13:00:00.000Z' },
  ]);
  expect(await statusOf('demo-key')).toBe(401);
});

test('a reset undoes what a test set', async () => {
  const { control, schedule } = await start();
  for (const reset of [() => control.reset({ account: 'demo' }), () => control.reset()]) {
    const before = await control.getAccount('demo');
    const { addedKey = '' } = await control.setAccount({
      account: 'demo',
      balance: 0,
      cascades: [],
      useRequestIds: [freshRequestId()],
      addKey: {},
      expireKey: 'demo',
    });
    expect(await schedule(addedKey)).toBe('cascade-not-found');
    await reset();
    expect(await control.getAccount('demo')).toEqual(before);
    expect(await schedule(addedKey)).toBe('auth-error');
    expect(await schedule('demo-key')).toBe('accepted');
    await reset();
  }
});

test('a reset of all removes the keys of created accounts', async () => {
  const { control, schedule } = await start();
  const { name } = await control.createAccount();
  const { addedKey = '' } = await control.setAccount({ account: name, addKey: {} });
  await control.reset();
  expect(await schedule(addedKey)).toBe('auth-error');
  await expect(control.getAccount(name)).rejects.toThrow('not-found: /account');
});

test('an account has at most 100 keys', async () => {
  const { control } = await start();
  for (let count = 1; count < 100; count += 1) await control.setAccount({ account: 'poor', addKey: {} });
  await expect(control.setAccount({ account: 'poor', addKey: {} })).rejects.toThrow(
    'expected at most 100 keys',
  );
});

test.each([
  [{ balance: -1 }, 400, '/balance', 'expected at least 0, found -1'],
  [{ balanse: 1 }, 400, '/balanse', 'unexpected field; did you mean balance?'],
  [{}, 400, '', 'expected balance, cascades, useRequestIds, addKey or expireKey, found none'],
  [
    { account: 'dmeo', balance: 1 },
    404,
    '/account',
    'expected the name of an account, found "dmeo"; did you mean demo?',
  ],
  [{ useRequestIds: ['x'] }, 400, '/useRequestIds/0', 'expected a UUID, found "x"'],
  [{ expireKey: 'key-0' }, 400, '/expireKey', 'unknown "key-0"; did you mean key-1?'],
  [
    { addKey: { label: 'key-1' } },
    409,
    '/addKey/label',
    'expected a label that no key of the account has, found "key-1"',
  ],
  [
    { addKey: { expiresAt: 'soon' } },
    400,
    '/addKey/expiresAt',
    'expected a time such as 2026-12-31T00:00:00Z, found "soon"',
  ],
  [
    { cascades: [1, 1].map((id) => ({ id, stages: [{ channel: 'SMS' }] })) },
    409,
    '/cascades/1/id',
    'expected an id that no other cascade has, found 1',
  ],
])('bad input to PATCH /control/accounts changes nothing: %j', async (change, status, pointer, detail) => {
  const { mock, control } = await start();
  const { name } = await control.createAccount({ name: 'mine' });
  const before = await control.getAccount(name);
  const body = { account: name, ...(pointer === '' ? {} : { balance: 1 }), ...change };
  const answer = await send(mock.url, { method: 'PATCH', path: '/control/accounts', body });
  expect(answer).toMatchObject({ status, body: { status, errors: [{ pointer, detail }] } });
  expect(await control.getAccount(name)).toEqual(before);
});

test.each([
  ['', '', 'expected a field account, found none'],
  ['?account=demo&limit=1001', '/limit', 'expected at most 1000, found 1001'],
  ['?acount=demo', '/acount', 'unexpected field; did you mean account?'],
])('bad input to GET /control/accounts%s', async (query, pointer, detail) => {
  const { mock } = await start();
  const answer = await send(mock.url, { method: 'GET', path: `/control/accounts${query}`, headers: {} });
  expect(answer.status).toBe(400);
  expect(Object(answer.body).errors).toContainEqual({ pointer, detail });
});

test('the client rejects with a ControlError', async () => {
  const { control } = await start();
  await expect(control.setAccount({ account: 'demo' })).rejects.toBeInstanceOf(ControlError);
});
