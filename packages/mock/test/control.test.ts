import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { sign } from '../src/callback/sign.ts';
import { parseSecret } from '../src/callback/signing-secret.ts';
import type { CreatedAccount, ReceivedRequest } from '../src/generated/control.ts';
import { createMock } from '../src/index.ts';
import { freshRequestId, type ReceivedAnswer, send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

const patience = 20;

const createAccount = async (url: string, body: object = {}): Promise<CreatedAccount> => {
  const { status, body: created } = await send(url, { path: '/control/accounts', body });
  expect(status).toBe(201);
  return Object(created);
};

const schedule = (url: string, key: string, body: object = validBody()) =>
  send(url, { body, headers: { 'x-api-key': key } });

const reset = (url: string, body: object = {}) => send(url, { path: '/control/reset', body });

const list = (url: string, query = '') =>
  send(url, { method: 'GET', path: `/control/requests${query}`, headers: {} });

const requestsIn = ({ body }: ReceivedAnswer): readonly ReceivedRequest[] => Object(body).requests;

test('without control, each path of it is unknown', async () => {
  const mock = await startForTest();
  for (const path of [
    '/control/accounts',
    '/control/reset',
    '/control/requests',
    '/control/behaviours',
    '/control/inspector',
    '/control/',
  ])
    expect(await send(mock.url, { path, body: {} })).toMatchObject({
      status: 404,
      body: { title: 'not-found', detail: `no operation at ${path}` },
    });
});

test('an account has what the test asked for, and what was made', async () => {
  const mock = await startForTest({ control: true });
  const cascades = [{ id: 7, stages: [{ channel: 'CHATTWO', ttl: '00:05:00' }, { channel: 'SMS' }] }];
  const wanted = { name: 'mine', balance: 9, prices: { SMS: 5, CHATTWO: 4 }, cascades };
  const created = await createAccount(mock.url, wanted);
  const subject = { id: 1, subject: 'mock' };
  expect(created).toStrictEqual({
    name: 'mine',
    key: expect.stringMatching(/^mock-[\w-]{32}$/),
    balance: 9,
    cascades: [
      {
        id: 7,
        name: 'cascade 7',
        stages: [
          { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), channel: 'CHATTWO', ttl: '00:05:00', subject },
          { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), channel: 'SMS', subject },
        ],
      },
    ],
    callbackSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
  });
  const text = { contentType: 'TEXT', text: 'Hello' };
  const body = () => validBody({ cascadeId: 7, content: { smsContent: text, chattwoContent: text } });
  expect((await schedule(mock.url, created.key, body())).status).toBe(200);
  expect((await schedule(mock.url, created.key, body())).body).toMatchObject({ title: 'out-of-balance' });
});

test('an account without wishes is like the first of the provider', async () => {
  const mock = await startForTest({ control: true });
  const { key, cascades } = await createAccount(mock.url);
  expect(cascades.map(({ id }) => id)).toEqual([2002, 4010, 31634, 1000000, 50505]);
  expect((await schedule(mock.url, key)).status).toBe(200);
  const number = { ...validBody(), cascadeId: '2002' };
  expect((await schedule(mock.url, key, number)).status).toBe(400);
  const lenient = await createAccount(mock.url, { lenient: { cascadeIdAsText: true } });
  expect((await schedule(mock.url, lenient.key, number)).status).toBe(200);
});

test('the secret of an account signs its callbacks', async () => {
  const mock = await startForTest({ control: true });
  const { key, callbackSecret } = await createAccount(mock.url);
  const receiver = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const statusCallbackUrl = `http://127.0.0.1:${Object(receiver.address()).port}/`;
  const headers = { 'x-api-key': key };
  await send(mock.url, { path: '/api/callback/set', body: { statusCallbackUrl }, headers });
  const called = once(receiver, 'request');
  await schedule(mock.url, key, validBody({ subscriberFilter: { address: '+12025550199', type: 'PHONE' } }));
  const [callback, response] = await called;
  const body = await text(callback);
  response.end();
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = callback.headers;
  const signed = sign([parseSecret(callbackSecret)], id, new Date(Number(at) * 1_000), body);
  expect(signed['webhook-signature']).toBe(signature);
});

test('50 parallel tests on one mock see nothing of each other', { timeout: 60_000 }, async () => {
  const mock = await startForTest({ control: true });
  const requestId = freshRequestId();
  const runs = Array.from({ length: 50 }, async (_, at) => {
    const { key, name } = await createAccount(mock.url, { balance: 5, prices: { SMS: 5 } });
    const waited = list(mock.url, `?account=${name}&atLeast=2&waitSeconds=${patience}`);
    const address = `+1202555${String(at).padStart(4, '0')}`;
    const body = validBody({ requestId, subscriberFilter: { address, type: 'PHONE' } });
    expect((await schedule(mock.url, key, body)).status).toBe(200);
    expect((await schedule(mock.url, key)).body).toMatchObject({ title: 'out-of-balance' });
    const received = requestsIn(await waited);
    expect(received.map(({ account, status, code }) => ({ account, status, code }))).toEqual([
      { account: name, status: 200, code: null },
      { account: name, status: 400, code: 'out-of-balance' },
    ]);
    expect(received[0]).toMatchObject({ address, body });
    expect((await reset(mock.url, { account: name })).status).toBe(204);
    expect((await schedule(mock.url, key, body)).status).toBe(200);
    expect(requestsIn(await list(mock.url, `?account=${name}`))).toHaveLength(1);
  });
  await Promise.all(runs);
  expect(requestsIn(await list(mock.url))).toHaveLength(50);
});

test('a reset of all returns to the start, without the created accounts', async () => {
  const mock = await startForTest({ control: true });
  const { key } = await createAccount(mock.url);
  const body = validBody();
  await schedule(mock.url, 'demo-key', body);
  await send(mock.url, { path: '/api/callback/set', body: { statusCallbackUrl: 'http://127.0.0.1:9/cb' } });
  expect((await reset(mock.url)).status).toBe(204);
  expect((await schedule(mock.url, key)).status).toBe(401);
  expect((await schedule(mock.url, 'demo-key', body)).status).toBe(200);
  const history = await send(mock.url, { path: '/api/messages/history', body: {} });
  expect(history.body).toMatchObject({ content: [{ messageId: 1 }] });
  const numbers = requestsIn(await list(mock.url)).map(({ number, status }) => ({ number, status }));
  expect(numbers).toEqual([
    { number: 1, status: 401 },
    { number: 2, status: 200 },
    { number: 3, status: 200 },
  ]);
});

test('a reset of one account, by name or key, leaves the others', async () => {
  const mock = await startForTest({ control: true });
  const { key, name } = await createAccount(mock.url);
  const body = validBody();
  for (const what of [{ account: name }, { key }]) {
    expect((await schedule(mock.url, key, body)).status).toBe(200);
    expect((await reset(mock.url, what)).status).toBe(204);
  }
  expect((await schedule(mock.url, 'demo-key', body)).status).toBe(200);
  expect((await reset(mock.url, { account: name })).status).toBe(204);
  expect((await schedule(mock.url, 'demo-key', body)).body).toMatchObject({
    title: 'requestId-is-not-unique',
  });
  expect(requestsIn(await list(mock.url)).map(({ account }) => account)).toEqual(['demo', 'demo']);
});

test('requests are filtered by each field, and have no keys and secrets', async () => {
  const mock = await startForTest({ control: true });
  const secret = 'whsec_Y2FzY2FkZS1tb2NrLXNlY3JldC0xMjM0NTY3';
  await send(mock.url, {
    path: '/api/callback/set',
    body: { statusCallbackUrl: 'http://127.0.0.1:9/', secret },
  });
  await send(mock.url, { body: validBody({ cascadeId: 1 }) });
  await send(mock.url, { body: '{' });
  await send(mock.url, { path: '/api/none?key=demo-key', method: 'GET' });
  const found = async (query: string) => requestsIn(await list(mock.url, query)).map(({ number }) => number);
  expect(await found('')).toEqual([1, 2, 3, 4]);
  expect(await found('?account=demo')).toEqual([1, 2, 3, 4]);
  expect(await found('?account=poor')).toEqual([]);
  expect(await found('?operation=setCallback')).toEqual([1]);
  expect(await found('?status=400')).toEqual([2, 3]);
  expect(await found('?code=cascade-not-found')).toEqual([2]);
  expect(await found('?address=%2B12025550100')).toEqual([2]);
  expect(await found('?status=400&address=%2B12025550100')).toEqual([2]);
  const text = JSON.stringify((await list(mock.url)).body);
  expect(text).not.toMatch(/demo-key|whsec_|secret/);
  expect(requestsIn(await list(mock.url))[0]).toMatchObject({
    method: 'POST',
    path: '/api/callback/set',
    operation: 'setCallback',
    status: 200,
    body: { statusCallbackUrl: 'http://127.0.0.1:9/' },
  });
});

test('a wait ends when enough came, or says that they did not', async () => {
  const mock = await startForTest({ control: true });
  const waited = list(mock.url, `?atLeast=1&code=cascade-not-found&waitSeconds=${patience}`);
  await send(mock.url, { body: validBody() });
  await send(mock.url, { body: validBody({ cascadeId: 1 }) });
  expect((await waited).body).toMatchObject({ enough: true, requests: [{ number: 2 }] });
  expect((await list(mock.url, '?code=auth-error&waitSeconds=0.01')).body).toEqual({
    enough: false,
    resets: 0,
    requests: [],
  });
});

test('with a number, a wait returns what came after it, and ends at a reset', async () => {
  const mock = await startForTest({ control: true });
  await send(mock.url, { body: validBody() });
  const waited = list(mock.url, `?after=1&waitSeconds=${patience}`);
  await send(mock.url, { body: validBody({ cascadeId: 1 }) });
  expect((await waited).body).toMatchObject({ enough: true, resets: 0, requests: [{ number: 2 }] });
  const kept = list(mock.url, `?status=404&waitSeconds=${patience}`);
  for (const [what, resets] of [
    [{ account: 'demo' }, 1],
    [{}, 2],
  ] as const) {
    const ended = list(mock.url, '?after=2&waitSeconds=60');
    const later = list(mock.url, `?atLeast=1000&waitSeconds=${patience}`);
    await reset(mock.url, what);
    const first = await Promise.race([ended, later.then(() => 'the reset did not end the wait')]);
    expect(first).toMatchObject({ body: { enough: false, resets, requests: [] } });
  }
  await send(mock.url, { path: '/api/none', body: {} });
  expect((await kept).body).toMatchObject({ enough: true, resets: 2, requests: [{ number: 1 }] });
});

test('a request has the detail of its problem, what was never read of it, and its behaviour', async () => {
  const mock = await startForTest({ control: true });
  const { key } = await createAccount(mock.url);
  const behaviour = { fault: 'accept-and-lose' };
  await send(mock.url, { body: validBody({ cascadeId: 1 }) });
  const chattwoContent = { contentType: 'TEXT', text: 'Hello', keyboard: { rows: [] } };
  await schedule(mock.url, key, validBody({ cascadeId: 4010, content: { chattwoContent } }));
  await send(mock.url, { path: '/control/behaviours', body: behaviour });
  await schedule(mock.url, key).catch(() => {});
  const [refused, unread, lost] = requestsIn(await list(mock.url));
  expect(refused).toMatchObject({
    code: 'cascade-not-found',
    detail: expect.stringMatching(/^\/cascadeId: 1 is not /),
  });
  expect(refused).not.toHaveProperty('behaviour');
  expect(unread).toMatchObject({ detail: null, unread: ['/content/chattwoContent/keyboard'] });
  expect(lost).toMatchObject({ status: null, code: null, detail: null, unread: [], behaviour });
});

test('the log has what changes the mock, and not what is asked of it', async () => {
  const mock = await startForTest({ control: true });
  await list(mock.url);
  await list(mock.url, '?status=abc');
  await reset(mock.url);
  expect(mock.lines.map((line) => line.split(' ').slice(1, 4).join(' '))).toEqual([
    'GET /control/requests 400',
    'POST /control/reset 204',
  ]);
});

test('the names of accounts are listed, the newest last', async () => {
  const mock = await startForTest({ control: true });
  const names = async () =>
    (await send(mock.url, { method: 'GET', path: '/control/account-names', headers: {} })).body;
  const { count, names: before } = Object(await names());
  expect(before.slice(0, 2)).toEqual(['demo', 'poor']);
  await createAccount(mock.url, { name: 'mine' });
  expect(await names()).toEqual({ count: count + 1, names: [...before, 'mine'] });
});

test('a caller that closes its connection gives up its place of 1,000', { timeout: 60_000 }, async () => {
  const mock = await startForTest({ control: true });
  const callers = Array.from({ length: 1_001 }, () => connect(mock.port, '127.0.0.1'));
  onTestFinished(() => callers.forEach((caller) => void caller.destroy()));
  for (const caller of callers)
    caller.write('GET /control/requests?waitSeconds=60 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const refused = await Promise.race(callers.map((caller) => once(caller, 'data').then(() => caller)));
  const oneMore = async () => (await list(mock.url, '?waitSeconds=0.01')).status;
  expect(await oneMore()).toBe(503);
  callers.find((caller) => caller !== refused)?.destroy();
  await expect.poll(oneMore, { timeout: patience * 1_000 }).toBe(200);
});

test('a caller that has closed its side is answered at once', async () => {
  const mock = await startForTest({ control: true });
  const caller = connect(mock.port, '127.0.0.1');
  onTestFinished(() => void caller.destroy());
  caller.end('GET /control/requests?waitSeconds=60 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await text(caller)).toContain('"enough":false');
});

test('a mock that stops ends the waits', async () => {
  const mock = await createMock({ control: true });
  const waited = mock.answer({
    method: 'GET',
    target: '/control/requests?waitSeconds=60',
    headers: {},
    readBody: async () => undefined,
  });
  mock.stop();
  expect(JSON.parse((await waited).body)).toEqual({ enough: false, resets: 0, requests: [] });
});

test('the last 1,000 requests are remembered, and no large body', { timeout: 60_000 }, async () => {
  const mock = await createMock({ control: true });
  const answer = (method: string, target: string, body = '') =>
    mock.answer({
      method,
      target,
      headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
      readBody: async () => Buffer.from(body),
    });
  for (let sent = 0; sent < 1_000; sent += 1) await answer('GET', '/api/none');
  await answer('POST', '/api/cascade/get-all', JSON.stringify({ padding: 'x'.repeat(16_384) }));
  const { requests } = JSON.parse((await answer('GET', '/control/requests')).body);
  expect(requests).toHaveLength(1_000);
  expect(requests[0].number).toBe(2);
  expect(requests.at(-1)).toMatchObject({ number: 1_001, operation: 'listCascades' });
  expect(requests.at(-1)).not.toHaveProperty('body');
});

test('at most 10,000 accounts are created; a reset makes room', { timeout: 60_000 }, async () => {
  const mock = await createMock({ control: true });
  const post = (target: string) =>
    mock.answer({
      method: 'POST',
      target,
      headers: { 'content-type': 'application/json' },
      readBody: async () => Buffer.from('{}'),
    });
  for (let created = 0; created < 10_000; created += 1) await post('/control/accounts');
  expect((await post('/control/accounts')).status).toBe(409);
  await post('/control/reset');
  expect((await post('/control/accounts')).status).toBe(201);
});

test.each([
  ['/control/accounts', { balance: -1 }, 400, '/balance', 'expected at least 0, found -1'],
  ['/control/accounts', { balanse: 1 }, 400, '/balanse', 'unexpected field; did you mean balance?'],
  ['/control/accounts', { name: 'a b' }, 400, '/name', /^expected a name of 1 to 100 visible ASCII/],
  ['/control/accounts', { name: 'demo' }, 409, '/name', 'expected a name that no account has, found "demo"'],
  ['/control/accounts', { cascades: [{ id: 1 }] }, 400, '/cascades/0', 'expected a field stages, found none'],
  [
    '/control/accounts',
    { cascades: [{ id: 1, stages: [{ channel: 'SMSS' }] }] },
    400,
    '/cascades/0/stages/0/channel',
    'expected one of SMS, CHATONE, CHATTWO, found "SMSS"; did you mean SMS?',
  ],
  [
    '/control/accounts',
    { cascades: [1, 1].map((id) => ({ id, stages: [{ channel: 'SMS' }] })) },
    409,
    '/cascades/1/id',
    'expected an id that no other cascade has, found 1',
  ],
  ['/control/accounts', { lenient: { keybord: true } }, 400, '/lenient/keybord', /did you mean keyboard\?$/],
  ['/control/reset', { account: 'dmeo' }, 404, '/account', /found "dmeo"; did you mean demo\?$/],
  ['/control/reset', { key: 'unknown' }, 404, '/key', 'expected a valid key of an account'],
  ['/control/reset', { key: 1 }, 400, '/key', 'expected a string, found a number'],
  [
    '/control/reset',
    { key: 'demo-key', account: 'demo' },
    400,
    '',
    'expected at most 1 field, found an object',
  ],
  ['/control/reset', [], 400, '', 'expected an object, found an array'],
])('bad input: %s %j', async (path, body, status, pointer, detail) => {
  const mock = await startForTest({ control: true });
  const answer = await send(mock.url, { path, body });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer).toMatchObject({ status, body: { status, errors: [{ pointer }] } });
  expect(Object(answer.body).errors[0].detail).toMatch(detail);
  const where = pointer === '' ? '' : `${pointer}: `;
  expect(Object(answer.body).detail).toBe(`${where}${Object(answer.body).errors[0].detail}`);
});

test.each([
  ['?stauts=400', '/stauts', 'unexpected field; did you mean status?'],
  ['?status=abc', '/status', 'expected an integer, found "abc"'],
  ['?atLeast=1001', '/atLeast', 'expected at most 1000, found 1001'],
  ['?waitSeconds=61', '/waitSeconds', 'expected at most 60, found 61'],
  ['?status=400&status=401', '/status', 'expected once, found twice'],
  ['?operation=scheduleMesage', '/operation', 'unknown "scheduleMesage"; did you mean scheduleMessage?'],
  ['?code=out-of-balanse', '/code', 'unknown "out-of-balanse"; did you mean out-of-balance?'],
  ['?account=unknown', '/account', 'expected the name of an account, found "unknown"'],
])('bad input: /control/requests%s', async (query, pointer, detail) => {
  const mock = await startForTest({ control: true });
  expect((await list(mock.url, query)).body).toMatchObject({ errors: [{ pointer, detail }] });
});

test('what is not a control request is refused', async () => {
  const mock = await startForTest({ control: true });
  const path = '/control/accounts';
  expect(await send(mock.url, { path: '/control/none', body: {} })).toMatchObject({
    status: 404,
    body: {
      title: 'not-found',
      detail:
        'expected one of /control/accounts, /control/account-names, /control/reset, /control/requests, /control/behaviours, /control/scenes, /control/clock, /control/callbacks, /control/inspector, /control/',
    },
  });
  const wrongMethod = await send(mock.url, { path: '/control/reset', method: 'GET' });
  expect(wrongMethod).toMatchObject({ status: 405, body: { title: 'method-not-allowed' } });
  expect(wrongMethod.headers.get('allow')).toBe('POST');
  expect(await send(mock.url, { path, body: '{' })).toMatchObject({
    status: 400,
    body: { title: 'invalid-request', detail: expect.stringContaining('position') },
  });
  expect(await send(mock.url, { path, body: '{}', headers: { 'content-type': 'text/plain' } })).toMatchObject(
    {
      status: 415,
    },
  );
  expect(await send(mock.url, { path, body: ' '.repeat(1_048_577) })).toMatchObject({ status: 413 });
});

test('only this machine controls the mock, by a name of loopback, unless others may', async () => {
  const ask = async (control: true | 'from-anywhere', peer: string, host: string) => {
    const mock = await createMock({ control });
    const answer = await mock.answer({
      method: 'GET',
      target: '/control/requests',
      headers: { host },
      readBody: async () => undefined,
      peer: () => peer,
    });
    return answer.status;
  };
  for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    for (const host of ['localhost:4010', '127.0.0.1', '[::1]:4010'])
      expect(await ask(true, peer, host)).toBe(200);
  expect(await ask(true, '192.0.2.1', 'localhost:4010')).toBe(403);
  expect(await ask(true, '127.0.0.1', 'evil.example:4010')).toBe(403);
  expect(await ask('from-anywhere', '192.0.2.1', 'mock:4010')).toBe(200);
});

test('a web page of another origin controls the mock with both options only, and never by a name of its own', async () => {
  const ask = async (cors: boolean, host: string, origin?: string) => {
    const mock = await createMock({ control: true, cors });
    const answer = await mock.answer({
      method: 'POST',
      target: '/control/reset',
      headers: { host, 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
      readBody: async () => Buffer.from('{}'),
      peer: () => '127.0.0.1',
    });
    return { status: answer.status, detail: answer.body };
  };
  const here = '127.0.0.1:4010';
  expect(await ask(false, here)).toMatchObject({ status: 204 });
  expect(await ask(false, here, `http://${here}`)).toMatchObject({ status: 204 });
  for (const origin of ['https://docs.example', 'http://127.0.0.1:4011', 'null']) {
    const refused = await ask(false, here, origin);
    expect(refused).toMatchObject({ status: 403, detail: expect.stringContaining('--cors allows them') });
    expect(await ask(true, here, origin)).toMatchObject({ status: 204 });
  }
  const rebound = 'http://evil.example:4010';
  for (const cors of [false, true])
    expect(await ask(cors, 'evil.example:4010', rebound)).toMatchObject({ status: 403 });
});

test('over HTTP, the peer and the Host of the connection count', async () => {
  const mock = await startForTest({ control: true });
  const statusOf = (host: string) =>
    new Promise((resolve, reject) => {
      const options = { headers: { host } };
      request(`${mock.url}/control/requests`, options, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
  expect(await statusOf('localhost')).toBe(200);
  expect(await statusOf('evil.example')).toBe(403);
});

test('a recording has the requests to the API, and none to the control', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const record = join(folder, 'requests.ndjson');
  const mock = await startForTest({ control: true, record });
  await createAccount(mock.url);
  await send(mock.url, { body: validBody() });
  const lines = readFileSync(record, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(['/api/cascade/schedule']);
});
