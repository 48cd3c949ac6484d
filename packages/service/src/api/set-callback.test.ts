import { type Receiver, startReceiver } from '@cascade/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silent } from '../log.ts';
import { type RunningService, startService } from '../start-service.ts';
import { anAccount, declare } from '../testing/declare.ts';
import { send } from '../testing/requests.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
let service: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(200).end());
  service = await startService({
    databaseUrl: database.connectionString,
    accounts: declare(anAccount('first')),
    log: silent,
    port: 0,
    operationsPort: 0,
    allowLoopback: true,
  });
}, 30_000);

afterAll(async () => {
  await service?.close();
  await receiver?.close();
});

const headers = { 'content-type': 'application/json', 'x-api-key': 'first-key' };
const register = (body: object) =>
  send(service.url, { method: 'POST', path: '/api/callback/set', headers, body });

test('the other addresses of a registration are kept and returned, until the next registration', async () => {
  const statusCallbackUrl = receiver.url;
  const others = {
    inMessageCallbackUrl: 'https://shop.example/in?',
    messageMatcherCallbackUrl: 'https://shop.example/templates',
  };
  const stored = async () =>
    (await database.pool.query('select in_message_url, message_matcher_url from cascade.callbacks')).rows;
  expect(await register({ statusCallbackUrl, ...others })).toMatchObject({
    status: 200,
    body: { statusCallbackUrl, ...others },
  });
  expect(await stored()).toEqual([
    {
      in_message_url: 'https://shop.example/in?',
      message_matcher_url: 'https://shop.example/templates',
    },
  ]);
  expect((await register({ statusCallbackUrl, inMessageCallbackUrl: null })).body).toEqual({
    statusCallbackUrl,
    inMessageCallbackUrl: null,
  });
  expect(await stored()).toEqual([{ in_message_url: null, message_matcher_url: null }]);
});

test('a registration to a refused port is refused with that reason', async () => {
  expect(await register({ statusCallbackUrl: 'http://127.0.0.1:1/' })).toMatchObject({
    status: 400,
    body: { title: 'callback-url-not-valid', detail: expect.stringContaining('connection refused') },
  });
});
