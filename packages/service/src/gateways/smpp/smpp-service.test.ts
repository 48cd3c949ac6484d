import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunningService } from '../../service-options.ts';
import { demoAccounts } from '../../testing/declare.ts';
import { type Smsc, startSmsc } from '../../testing/smpp/smsc.ts';
import { startTestService } from '../../testing/start-test-service.ts';
import { withTestDatabase } from '../../testing/test-database.ts';

const database = withTestDatabase();
let smsc: Smsc;
let service: RunningService;

beforeEach(async () => {
  smsc = await startSmsc();
  service = await start();
});

afterEach(async () => {
  await service.close();
  await smsc.kill();
});

function start(settings: object = {}): Promise<RunningService> {
  const { port } = smsc;
  const SMS = {
    kind: 'smpp',
    host: '127.0.0.1',
    port,
    systemId: 'cascade',
    password: 'secret',
    reconnectSeconds: 0.02,
    ...settings,
  } as const;
  return startTestService({
    database: database.connectionString,
    accounts: demoAccounts,
    config: { gateways: { SMS }, lengthLimits: { SMS: 500 } },
  });
}

/** The request id of a message of one SMS stage, accepted. */
async function schedule(lastDigits: string, text: string = randomUUID()): Promise<string> {
  const requestId = randomUUID();
  const answer = await fetch(`${service.url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
    body: JSON.stringify({
      requestId,
      cascadeId: 2002,
      subscriberFilter: { address: `+120255501${lastDigits}`, type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text } },
    }),
  });
  expect(answer.status).toBe(200);
  return requestId;
}

function becomes(requestId: string, outcome: string): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select concat_ws(' ', a.status, a.reason) as outcome
         from cascade.stage_attempts a join cascade.messages m on m.id = a.message_id
         where m.request_id = $1`,
        [requestId],
      );
      expect(rows).toEqual([{ outcome }]);
    },
    { timeout: 60_000, interval: 20 },
  );
}

test('sends by SMS, and reports the status from the SMSC', async () => {
  const outcomes = [
    [await schedule('01'), 'DELIVERED'],
    [await schedule('02'), 'UNDELIVERED message-undeliverable'],
    [await schedule('05'), 'DELIVERED'],
    [await schedule('06'), 'DELIVERED'],
    [await schedule('07'), 'DELIVERED'],
    [await schedule('08'), 'UNDELIVERED error-address-format'],
    [await schedule('01', 'x'.repeat(501)), 'UNDELIVERED too-long-message'],
  ] as const;
  await Promise.all(outcomes.map(([requestId, outcome]) => becomes(requestId, outcome)));
});

test('finds its messages after a restart, by the reference in the store', async () => {
  const requestId = await schedule('11');
  await becomes(requestId, 'SENT');
  await service.close();
  smsc.tell('release');
  service = await start();
  await becomes(requestId, 'DELIVERED');
});

test('reports a text by the receipts of all its parts, over a restart', async () => {
  const settings = { longTexts: 'parts', receiptOf: 'each' };
  await service.close();
  service = await start(settings);
  const failing = await schedule('77', 'x'.repeat(400));
  await becomes(failing, 'UNDELIVERED message-undeliverable');
  const held = await schedule('11', 'y'.repeat(400));
  await becomes(held, 'SENT');
  await service.close();
  // As if another replica had told of the last part, and the SMSC had not got its response.
  await database.pool.query(
    `update cascade.text_parts set status = 'DELIVERED', reported_at = now()
     where attempt_id = (select id from cascade.stage_attempts where status = 'SENT') and part = 3`,
  );
  await becomes(held, 'SENT');
  smsc.tell('release');
  service = await start(settings);
  await becomes(held, 'DELIVERED');
});

test('sends nothing to a subscriber who has sent STOP, until START', async () => {
  await service.close();
  service = await start({ optOut: {} });
  // Later messages of the account begin with their acceptance.
  await becomes(await schedule('01'), 'DELIVERED');
  const taken = async (kind: string, count: number) => {
    const line = `cascade_smpp_deliveries_total{kind="${kind}"} ${count}`;
    const page = async () => (await fetch(`${service.operationsUrl}/metrics`)).text();
    await vi.waitFor(async () => expect(await page()).toContain(line), { timeout: 20_000 });
  };
  smsc.tell('stop');
  await taken('opt-out', 1);
  const before = smsc.submitted.length;
  await becomes(await schedule('01'), 'UNDELIVERED message-undeliverable');
  expect(smsc.submitted).toHaveLength(before);
  await becomes(await schedule('13'), 'SENT');
  smsc.tell('start');
  await taken('opt-in', 1);
  await becomes(await schedule('01'), 'DELIVERED');
});

test('keeps a receipt whose message is not known yet, and reports it when it is', async () => {
  // A lost connection may have taken a response whose receipt had come: that one waits until it is dropped.
  const { rowCount: waiting } = await database.pool.query('select from cascade.unmatched_receipts');
  const requestId = await schedule('11');
  await becomes(requestId, 'SENT');
  await service.close();
  // As if the replica that got the response had not committed it yet.
  const setReference = (to: string, from: string) =>
    database.pool.query(
      `update cascade.stage_attempts set other_reference = ${from}, gateway_reference = ${to}
       from cascade.messages m where m.id = message_id and m.request_id = $1`,
      [requestId],
    );
  await setReference('null', 'gateway_reference');
  smsc.tell('release');
  service = await start();
  await vi.waitFor(() => expect(smsc.events).toContainEqual({ kind: 'answer', status: 0 }), {
    timeout: 20_000,
  });
  await becomes(requestId, 'SENT');
  await setReference('other_reference', 'null');
  await becomes(requestId, 'DELIVERED');
  // The receipt is deleted once what it says is committed.
  await vi.waitFor(
    async () => {
      const page = await (await fetch(`${service.operationsUrl}/metrics`)).text();
      expect(page).toContain('cascade_unmatched_receipts_ended_total{outcome="matched"} 1');
      expect(page).toContain(`cascade_unmatched_receipts ${waiting}\n`);
    },
    { timeout: 20_000 },
  );
});
