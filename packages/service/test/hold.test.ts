import { fileURLToPath } from 'node:url';
import { startReceiver } from '@cascade/test-kit';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readProductionFile } from '../src/config/read-service-file.ts';
import { silent } from '../src/log.ts';
import { type RunningService, startService } from '../src/start-service.ts';
import { audit } from '../src/testing/audit.ts';
import { anAccount, declare } from '../src/testing/declare.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

const database = withTestDatabase();
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const patience = { timeout: 120_000, interval: 50 };
const hold = fileURLToPath(new URL('../operate/hold.yaml', import.meta.url));

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

test('the file that holds sends nothing and ends nothing; afterwards what has no receipt is sent once', async () => {
  const around = { databaseUrl: database.connectionString, log: silent, port: 0, operationsPort: 0 };
  const accounts = declare(anAccount('a', { balance: 1_000 }));
  const settings = { ...(await readProductionFile(hold, {})), receiptSecrets: [secret] };
  const held = await startService({ ...around, ...settings, accounts });
  const count = 5;
  for (let at = 0; at < count; at += 1)
    expect(await send(held.url, scheduling({}, 'a-key'))).toMatchObject({ status: 200 });
  const attempts = async () => {
    const { rows } = await database.pool.query<{ id: string }>('select id from cascade.stage_attempts');
    return rows.map(({ id }) => id).toSorted();
  };
  await vi.waitFor(async () => expect(await attempts()).toHaveLength(count), patience);
  // Each has been tried, and is to be tried again.
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select from cascade.due where tries > 0');
    expect(rows.length).toBeGreaterThan(0);
  }, patience);
  expect(await audit(database.pool)).toMatchObject({ messages: count, notEnded: count });
  const [sent = '', delivered = '', ...others] = await attempts();
  await report(held, { attemptId: sent, status: 'SENT' });
  await report(held, { attemptId: delivered, status: 'DELIVERED' });
  await held.close();

  const gateway = await startReceiver((response) => response.writeHead(200).end('{"status":"DELIVERED"}'));
  onTestFinished(gateway.close);
  const service = await startService({
    ...around,
    gateways: { http: { SMS: { url: gateway.url } }, none: ['CHATONE', 'CHATTWO'] },
  });
  onTestFinished(() => service.close());
  await vi.waitFor(async () => expect(await audit(database.pool)).toMatchObject({ notEnded: 1 }), patience);
  const keys = gateway.received.map(({ headers }) => String(headers['idempotency-key']));
  expect(keys.toSorted()).toEqual(others);
  const { rows } = await database.pool.query(
    'select distinct status from cascade.status_events order by status',
  );
  expect(rows.map(({ status }) => status)).not.toContain('UNDELIVERED');
});
