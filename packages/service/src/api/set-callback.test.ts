import type { ServerResponse } from 'node:http';
import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RunningService } from '../service-options.ts';
import { anAccount } from '../testing/declare.ts';
import { heardLog } from '../testing/heard-log.ts';
import { type Answer, send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
let service: RunningService;
let receiver: Receiver;
/** Answers that the receiver has not given. */
const held: ServerResponse[] = [];

beforeAll(async () => {
  receiver = await startReceiver((response, { path }) => {
    if (path === '/silent') held.push(response);
    else response.writeHead(200).end();
  });
  service = await startTestService({
    database: database.connectionString,
    accounts: [anAccount('first'), anAccount('second')],
  });
});

afterAll(async () => {
  await service?.close();
  await receiver?.close();
});

const secretOf = (fill: number) => `whsec_${Buffer.alloc(24, fill).toString('base64')}`;
const headersOf = (key: string) => ({ 'content-type': 'application/json', 'x-api-key': key });
const register = (body: object, key = 'first-key') =>
  send(service.url, { method: 'POST', path: '/api/callback/set', headers: headersOf(key), body });

test('a registration is echoed with its described fields', async () => {
  const statusCallbackUrl = receiver.url;
  expect(
    await register({ statusCallbackUrl, subjectId: null, further: 'https://shop.example/in' }),
  ).toMatchObject({
    status: 200,
    body: { statusCallbackUrl, subjectId: null },
  });
});

test.each([
  ['http://8.8.8.8/', 'must be an HTTPS URL'],
  ['https://10.0.0.1/', 'must not lead to a private address'],
  ['https:///receiver.example', 'must be an HTTPS URL'],
  ['https://\\\\receiver.example', 'must be an HTTPS URL'],
  ['ftp://receiver.example/', 'must be an HTTPS URL'],
  ['/status', 'must be an HTTPS URL'],
  ['https://', 'must be an HTTPS URL'],
  ['https://user@receiver.example/', 'must have neither a user nor a password'],
  ['https://:S3CRET@receiver.example/', 'must have neither a user nor a password'],
  [`https://receiver.example/${'x'.repeat(476)}`, 'must have at most 500 characters, found 501'],
  ['http://127.0.0.1:1/', 'must answer HEAD with 200; connection refused'],
])('%s %s', async (statusCallbackUrl, fault) => {
  expect(await register({ statusCallbackUrl })).toMatchObject({
    status: 400,
    body: { title: 'callback-url-not-valid', detail: `/statusCallbackUrl: ${fault}` },
  });
});

test('500 characters are taken, counted in code points', async () => {
  const statusCallbackUrl = `${receiver.url}?${'é'.repeat(499 - receiver.url.length)}`;
  expect([...statusCallbackUrl]).toHaveLength(500);
  expect(await register({ statusCallbackUrl })).toMatchObject({ status: 200 });
});

test('of 60 registrations to a silent URL four wait for it; another account registers meanwhile', async () => {
  const statusCallbackUrl = new URL('/silent', receiver.url).href;
  const refused: Answer[] = [];
  const registrations = Array.from({ length: 60 }, async () => {
    const answer = await register({ statusCallbackUrl });
    if (answer.status === 429) refused.push(answer);
    return answer;
  });
  await vi.waitUntil(() => refused.length === 56, { timeout: 60_000, interval: 20 });
  expect(refused[0]).toMatchObject({ retryAfter: '1', body: { title: 'too-many-requests' } });
  await receiver.until(() => held.length === 4 || undefined);
  expect(await register({ statusCallbackUrl: receiver.url }, 'second-key')).toMatchObject({ status: 200 });

  for (const response of held.splice(0)) response.writeHead(200).end();
  const statuses = (await Promise.all(registrations)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
});

test('a service that starts with the same accounts file leaves what the API registered, and says so', async () => {
  const { pool, connectionString } = database;
  const callback = { url: 'https://file.example.test/', secrets: [secretOf(3)] };
  const accounts = [anAccount('filed', { callback })];
  const log = heardLog();
  const startAnother = () => startTestService({ database: connectionString, accounts, config: { log } });
  await (await startAnother()).close();
  await vi.waitFor(
    async () =>
      expect(await register({ statusCallbackUrl: receiver.url }, 'filed-key')).toMatchObject({ status: 200 }),
    30_000,
  );
  expect(log.warn).not.toHaveBeenCalled();
  await (await startAnother()).close();
  const { rows } = await pool.query(
    `select url from cascade.callbacks where account_id = (select id from cascade.accounts where name = 'filed')`,
  );
  expect(rows).toEqual([{ url: receiver.url }]);
  expect(log.warn.mock.calls).toEqual([
    [
      { account: 'filed', difference: expect.stringContaining('callback 127.0.0.1') },
      'the accounts file is outdated',
    ],
  ]);
});

const storedSecrets = async () => {
  const { rows } = await database.pool.query(
    `select secret, previous_secret as previous, previous_until - now() > interval '23 hours' as "forLong"
     from cascade.callbacks join cascade.accounts account on account.id = account_id
     where account.name = 'second' and subject_id = 9`,
  );
  return rows[0];
};

test('a registration has a secret: that of the request, else a made one, which is shown once', async () => {
  const registration = { statusCallbackUrl: receiver.url, subjectId: 9 };
  const { body } = await register(registration, 'second-key');
  const { secret: made, ...echo } = Object(body);
  expect(echo).toEqual(registration);
  expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await storedSecrets()).toEqual({ secret: made, previous: null, forLong: null });
  expect((await register(registration, 'second-key')).body).toEqual(registration);
  expect(await storedSecrets()).toMatchObject({ secret: made });

  const own = { ...registration, secret: secretOf(1) };
  expect((await register(own, 'second-key')).body).toEqual(registration);
  expect((await register(own, 'second-key')).body).toEqual(registration);
  expect(await storedSecrets()).toEqual({ secret: secretOf(1), previous: made, forLong: true });
  expect((await register({ ...own, secret: secretOf(2) }, 'second-key')).status).toBe(200);
  expect(await storedSecrets()).toEqual({ secret: secretOf(2), previous: secretOf(1), forLong: true });
});

test('a malformed secret is refused before anything is sent to the address, and not repeated', async () => {
  const before = receiver.received.length;
  expect(await register({ statusCallbackUrl: receiver.url, secret: 'S3CRET' })).toMatchObject({
    status: 400,
    body: {
      title: 'matched-template-not-found',
      detail: '/secret: must be whsec_ and the base64 of 24 to 64 bytes',
    },
  });
  expect(receiver.received).toHaveLength(before);
});

test.each([
  [
    'without a secret',
    { url: 'https://bare.example.test/' },
    'callback bare.example.test: its callbacks are not signed; declare secrets beside the url',
  ],
  [
    'that is blocked',
    { url: 'https://[fd00::1]/', secrets: [`whsec_${Buffer.alloc(24).toString('base64')}`] },
    'callback [fd00::1]: nothing is sent to this address unless privateReceivers of the service file permits it',
  ],
])('a file that declares an address %s is told so', async (_, callback, warning) => {
  const log = heardLog();
  const name = 'secrets' in callback ? 'inside' : 'bare';
  const accounts = [anAccount(name, { callback })];
  await (await startTestService({ database: database.connectionString, accounts, config: { log } })).close();
  expect(log.warn.mock.calls).toEqual([[{ account: name, warning }, 'the accounts file may be wrong']]);
});

test('addresses of other events alone register nothing, and leave what is registered (ADR-0058)', async () => {
  const before = await storedSecrets();
  const answer = await register({ subjectId: 9, inMessageCallbackUrl: receiver.url }, 'second-key');
  expect(answer).toMatchObject({ status: 200, body: { subjectId: 9 } });
  expect(await storedSecrets()).toEqual(before);
});
