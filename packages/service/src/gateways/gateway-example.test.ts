import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Child, freePort, startProgram } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningService } from '../service-options.ts';
import { signedAccounts } from '../testing/declare.ts';
import { scheduling, send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { type StatusReceiver, startStatusReceiver } from '../testing/status-receiver.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const example = fileURLToPath(new URL('../../../../examples/gateway-node/gateway.ts', import.meta.url));
const authorization = 'Bearer for-trials';
const receiptSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const database = withTestDatabase();
let gateway: Child;
let service: RunningService;
let receiver: StatusReceiver;

beforeAll(async () => {
  const operationsPort = await freePort();
  gateway = startProgram(process.execPath, [example], {
    environment: {
      PORT: '0',
      GATEWAY_AUTHORIZATION: authorization,
      RECEIPT_SECRET: receiptSecret,
      RECEIPTS_URL: `http://127.0.0.1:${operationsPort}/gateway/receipts`,
    },
  });
  const [, url = ''] = await gateway.printed(/listening on (\S+)/, 120);
  service = await startTestService({
    database: database.connectionString,
    accounts: await signedAccounts(),
    config: {
      operationsPort,
      gateways: { SMS: { kind: 'http', url, authorization } },
      receiptSecrets: [receiptSecret],
    },
  });
  receiver = await startStatusReceiver();
  await receiver.register(service.url, 'demo-key');
});

afterAll(async () => {
  await service?.close();
  await receiver?.close();
  await gateway?.end();
});

/** Sends an SMS and returns its events once it has that status. */
async function eventsOf(address: string, last: string) {
  const requestId = randomUUID();
  const subscriberFilter = { address, type: 'PHONE' };
  expect((await send(service.url, scheduling({ requestId, subscriberFilter }))).status).toBe(200);
  await receiver.eventWhere((event) => event.requestId === requestId && event.status === last);
  return receiver.events().filter((event) => event.requestId === requestId);
}

test.each([
  ['+12025550199', 'DELIVERED', ['SENT', 'DELIVERED'], null],
  ['+12025550100', 'DELIVERED', ['SENT', 'DELIVERED'], null],
  ['+12025550109', 'UNDELIVERED', ['UNDELIVERED'], 'error-address-format'],
  ['+12025550126', 'UNDELIVERED', ['SENT', 'UNDELIVERED'], 'message-undeliverable'],
] as const)('a message to %s ends %s through the example gateway', async (address, last, statuses, error) => {
  const events = await eventsOf(address, last);
  const reported = events.map(({ status }) => status).filter((status) => status !== 'ENQUEUED');
  expect(reported.toSorted()).toEqual(statuses.toSorted());
  expect(events.find(({ status }) => status === last)?.error).toBe(error);
});
