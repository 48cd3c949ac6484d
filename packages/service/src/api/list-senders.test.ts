import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeSettings } from '../accounts/account-settings.ts';
import type { RunningService } from '../service-options.ts';
import { narrow } from '../testing/contract.ts';
import { anAccount } from '../testing/declare.ts';
import { startServer } from '../testing/start-server.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { listChannelProfiles } from './list-senders.ts';

const database = withTestDatabase();
let service: RunningService;

beforeAll(async () => {
  service = await startTestService({
    database: database.connectionString,
    accounts: [narrow, anAccount('plain')],
  });
});
afterAll(() => service?.close());

const profilesAt = '/api/channel-profile';
const ask = async (path: string, init: RequestInit = {}, key = 'narrow-key') => {
  const answer = await fetch(service.url + path, { ...init, headers: { 'x-api-key': key, ...init.headers } });
  return { status: answer.status, allow: answer.headers.get('allow'), body: await answer.json() };
};
const templatesOf = (body: object, key?: string) =>
  ask(
    '/api/message-matchers/get-by-request',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    key,
  );

test('lists the signatures of the stages; only activated ones have a subject id', async () => {
  const { status, body } = await ask(profilesAt);
  expect(status).toBe(200);
  expect(body).toEqual([
    { name: 'codes', type: 'CHATONE', subjectId: 1, subject: 'codes', active: true },
    { name: 'codes', type: 'CHATTWO', subjectId: 1, subject: 'codes', active: true },
    { name: 'codes', type: 'SMS', subject: 'codes', active: false },
  ]);
});

test('an account without a list of senders has those of its stages, activated', async () => {
  const { body } = await ask(profilesAt, {}, 'plain-key');
  expect(body).toEqual([{ name: 'codes', type: 'SMS', subjectId: 1, subject: 'codes', active: true }]);
});

test.each([
  ['?types=SMS', ['SMS']],
  ['?types=SMS,CHATTWO#CHATONE', ['CHATTWO', 'SMS']],
  ['?other=1', ['CHATONE', 'CHATTWO', 'SMS']],
])('%s narrows the channels', async (query, types) => {
  const { body } = await ask(profilesAt + query);
  expect(body).toEqual(types.map((type) => expect.objectContaining({ type })));
});

test('lists the templates of the channels on which a sender is', async () => {
  const template = (channelType: string) => ({
    name: 'code',
    channelType,
    type: 'OPERATOR',
    status: 'APPROVED',
    content: { text: 'Your code is {code}' },
  });
  expect((await templatesOf({ subjectId: 1 })).body).toEqual([template('CHATONE'), template('CHATTWO')]);
  expect((await templatesOf({ subjectId: 1, matcherTypes: ['USER'] })).body).toEqual([]);
  expect((await templatesOf({ subjectId: 1 }, 'plain-key')).body).toEqual([]);
});

test.each([[{}], [{ subjectId: '1' }], [{ subjectId: 1, matcherTypes: 'OPERATOR' }]])(
  '%j is malformed',
  async (body) => {
    const answer = await templatesOf(body);
    expect(answer).toMatchObject({ status: 400, body: { title: 'matched-template-not-found' } });
  },
);

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not allowed, and GET is', async (method) => {
  const answer = await ask(profilesAt, { method });
  expect(answer).toEqual({
    status: 405,
    allow: 'GET',
    body: { title: 'method-not-allowed', status: 405, detail: 'allowed: GET' },
  });
});

test('HEAD is not allowed either, since it is not described', async () => {
  const { status, headers } = await fetch(service.url + profilesAt, { method: 'HEAD' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET']);
});

test('the key comes first, and the rate of the account counts', async () => {
  expect(await ask(profilesAt, {}, 'other')).toMatchObject({ status: 401 });
  const limited = await startServer(
    () => ({ body: {} }),
    { reading: { [profilesAt]: listChannelProfiles } },
    { settings: completeSettings({ limits: { requestsPerSecond: 1 } }) },
  );
  const headers = { 'x-api-key': 'demo-key' };
  const statuses = [];
  for (let sent = 0; sent < 3; sent += 1)
    statuses.push((await fetch(limited.url + profilesAt, { headers })).status);
  expect(statuses).toContain(429);
  expect(limited.served.map(({ operation }) => operation)).toEqual([profilesAt, profilesAt, profilesAt]);
});
