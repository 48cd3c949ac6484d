import { randomUUID } from 'node:crypto';
import { type Received, type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { applyAccounts } from '../accounts/apply/apply-accounts.ts';
import type { DeclaredAccount } from '../generated/declared-accounts.ts';
import type { RunningService } from '../service-options.ts';
import { anAccount, declare } from '../testing/declare.ts';
import { scheduling, send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
const token = 'Token 5f1d9a';
let service: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  service = await startTestService({
    database: database.connectionString,
    accounts: [anAccount('shop', { balance: 1000 })],
  });
});

afterAll(() => service?.close());

beforeEach(async () => {
  receiver = await aReceiver();
  await apply({ url: receiver.url, headers: { Authorization: token, 'X-Shop': 'a b' } });
});

async function aReceiver(): Promise<Receiver> {
  const started = await startReceiver((response) => response.writeHead(200).end());
  onTestFinished(started.close);
  return started;
}

const apply = (callback: DeclaredAccount['callback']) =>
  applyAccounts(database.pool, declare(anAccount('shop', callback && { callback })));

async function register(url: string, part: object = {}): Promise<void> {
  const body = { statusCallbackUrl: url, ...part };
  const request = { ...scheduling({}, 'shop-key'), path: '/api/callback/set', body };
  expect((await send(service.url, request)).status).toBe(200);
}

/** The headers of the first callback of a new message. */
async function headersAt({ received, until }: Receiver) {
  const requestId = randomUUID();
  expect((await send(service.url, scheduling({ requestId }, 'shop-key'))).status).toBe(200);
  // Not that of an earlier test's message.
  const isOurs = ({ method, event }: Received) => method === 'POST' && event.requestId === requestId;
  const { headers } = await until(() => received.find(isOurs));
  return headers;
}

test('each callback carries the declared headers beside the fixed ones', async () => {
  expect(await headersAt(receiver)).toMatchObject({
    authorization: token,
    'x-shop': 'a b',
    'content-type': 'application/json',
    'webhook-id': expect.any(String),
  });
});

test('the same URL registered again keeps them, and its HEAD request does not carry them', async () => {
  await register(receiver.url);
  expect(receiver.received).toMatchObject([{ method: 'HEAD' }]);
  expect(receiver.received[0]?.headers).not.toHaveProperty('authorization');
  expect(await headersAt(receiver)).toMatchObject({ authorization: token });
});

test('another URL does not get them, and the first URL registered again does not either', async () => {
  const other = await aReceiver();
  await register(other.url);
  expect(await headersAt(other)).not.toHaveProperty('authorization');
  expect(other.received.every(({ headers }) => !('authorization' in headers))).toBe(true);
  await register(receiver.url);
  expect(await headersAt(receiver)).not.toHaveProperty('authorization');
});

test('the URL of a single sender does not get those of the account', async () => {
  const ofSender = await aReceiver();
  await register(ofSender.url, { subjectId: 1 });
  onTestFinished(async () => {
    await database.pool.query('delete from cascade.callbacks where subject_id is not null');
  });
  expect(await headersAt(ofSender)).not.toHaveProperty('authorization');
});

test('the accounts file changes and withdraws them', async () => {
  await apply({ url: receiver.url, headers: { Authorization: 'Token 77c1e0' } });
  expect(await headersAt(receiver)).toMatchObject({ authorization: 'Token 77c1e0' });
  const other = await aReceiver();
  await apply({ url: other.url });
  expect(await headersAt(other)).not.toHaveProperty('authorization');
});

test('a file without a callback keeps them, and the report does not show them', async () => {
  expect((await apply(undefined)).accounts[0]?.changes).toEqual([]);
  expect(await headersAt(receiver)).toMatchObject({ authorization: token });
  const report = await apply({ url: receiver.url });
  const label = new URL(receiver.url).host;
  expect(report.accounts[0]?.changes).toEqual([{ kind: 'changed', what: 'callback', label }]);
});

test('a fixed header always wins', async () => {
  const odd = { 'Content-Type': 'text/html', 'USER-AGENT': 'odd', 'Webhook-Id': 'odd' };
  await database.pool.query('update cascade.callbacks set headers = $1', [odd]);
  const headers = await headersAt(receiver);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'cascade-service' });
  expect(headers['webhook-id']).not.toContain('odd');
});
