import { startReceiver } from '@cascade/repository/test-kit';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { channels } from '../src/channels.ts';
import type { RunningService } from '../src/service-options.ts';
import { audit } from '../src/testing/audit.ts';
import { anAccount } from '../src/testing/declare.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { runHere } from '../src/testing/run-service.ts';
import { startTestService } from '../src/testing/start-test-service.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

const database = withTestDatabase();
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const patience = { timeout: 120_000, interval: 50 };

const gateways = (...args: readonly string[]) =>
  runHere(['gateways', ...args], { DATABASE_URL: database.connectionString });

/** Posts what the gateway's log says of an attempt. */
async function report({ operationsUrl }: RunningService, receipt: object): Promise<void> {
  const body = JSON.stringify(receipt);
  const at = new Date();
  const headers = {
    'webhook-id': 'receipt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('receipt_1', at, body),
  };
  const { status } = await fetch(`${operationsUrl}/gateway/receipts`, { method: 'POST', headers, body });
  expect(status).toBe(204);
}

test('a paused gateway gets nothing and ends nothing; resumed, it gets each message without a receipt once', async () => {
  const gateway = await startReceiver((response) => response.writeHead(200).end('{"status":"DELIVERED"}'));
  onTestFinished(gateway.close);
  expect(await gateways('pause', ...channels, '--reason', 'a restore')).toMatchObject({ code: 0, err: '' });
  const service = await startTestService({
    database: database.connectionString,
    accounts: [anAccount('a', { balance: 1_000 })],
    config: {
      gateways: {
        SMS: { kind: 'http', url: gateway.url },
        CHATONE: { kind: 'none' },
        CHATTWO: { kind: 'none' },
      },
      receiptSecrets: [secret],
    },
  });
  onTestFinished(() => service.close());
  const count = 5;
  for (let at = 0; at < count; at += 1)
    expect(await send(service.url, scheduling({}, 'a-key'))).toMatchObject({ status: 200 });
  const attempts = async () => {
    const { rows } = await database.pool.query<{ id: string }>('select id from cascade.stage_attempts');
    return rows.map(({ id }) => id).toSorted();
  };
  await vi.waitFor(async () => expect(await attempts()).toHaveLength(count), patience);
  const listed = async () => JSON.parse((await gateways('list', '--json')).out);
  await vi.waitFor(async () => expect((await listed())[0]).toMatchObject({ waiting: count }), patience);
  expect(await audit(database.pool)).toMatchObject({ messages: count, notEnded: count });
  expect((await listed())[0]).toMatchObject({ channel: 'SMS', paused: 'yes', reason: 'a restore' });
  const overview = await (await fetch(`${service.operationsUrl}/overview.json`)).json();
  expect(overview).toMatchObject({ gateways: [{ channel: 'SMS', paused: { reason: 'a restore' } }, {}, {}] });

  const [sent = '', delivered = '', ...others] = await attempts();
  await report(service, { attemptId: sent, status: 'SENT' });
  await report(service, { attemptId: delivered, status: 'DELIVERED' });
  expect(gateway.received).toEqual([]);
  const resumed = await gateways('resume', 'SMS');
  expect(resumed).toMatchObject({ code: 0, out: expect.stringMatching(/^SMS is resumed; \d messages wait/) });
  await vi.waitFor(async () => expect(await audit(database.pool)).toMatchObject({ notEnded: 1 }), patience);
  const keys = gateway.received.map(({ headers }) => String(headers['idempotency-key']));
  expect(keys.toSorted()).toEqual(others);
  const { rows } = await database.pool.query(
    'select distinct status from cascade.status_events order by status',
  );
  expect(rows.map(({ status }) => status)).not.toContain('UNDELIVERED');

  await gateways('pause', 'SMS', '--reason', 'again');
  const metrics = async () => (await fetch(`${service.operationsUrl}/metrics`)).text();
  expect(await metrics()).toContain('cascade_gateway_paused{channel="SMS",by="operator"} 1\n');
});
