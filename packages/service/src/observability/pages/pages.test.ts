import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LaneState } from '../../callbacks/dispatch/lane.ts';
import type { GatewayLaneState } from '../../engine/gateway-lanes.ts';
import { pauseGateways } from '../../gateways/paused-gateways.ts';
import { silent } from '../../log.ts';
import { createReadPool } from '../../store/create-pool.ts';
import { addAccount, addEvent, insertMessage } from '../../testing/rows.ts';
import { named, withTestDatabase } from '../../testing/test-database.ts';
import { createOperationsServer } from '../create-operations-server.ts';
import type { Metrics } from '../metrics.ts';
import { latestSql } from './latest-messages.ts';

const database = withTestDatabase();
let url: string;
let lanes: readonly LaneState[];
let gatewayLanes: readonly GatewayLaneState[];

beforeEach(async () => {
  lanes = [];
  gatewayLanes = [];
  await database.pool.query(
    'truncate cascade.accounts, cascade.messages, cascade.status_events, cascade.undelivered, cascade.stage_parcels, cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes, cascade.request_ids cascade',
  );
  const pool = createReadPool({ connectionString: database.connectionString, tables: database.tables });
  const server = createOperationsServer({
    whyUnusable: async () => undefined,
    metrics: {} as Metrics,
    log: silent,
    isStopping: () => false,
    pages: {
      stores: [{ readPool: pool, lanes: () => lanes, gatewayLanes: () => gatewayLanes }],
      portal: '/portal?a&b',
      freshMs: 0,
    },
  });
  onTestFinished(async () => {
    await server.close();
    await pool.end();
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});

async function get(path: string) {
  const answer = await fetch(url + path);
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

const page = async (path: string) => (await get(path)).body;
const json = async (path: string) => JSON.parse(await page(path));

/** An account whose receiver fails, with an event that waits. */
async function failing(): Promise<number> {
  const account = await addAccount(database.pool, {
    url: 'https://user:s3cret@receiver.example.test/p4th?token=s3cret',
  });
  await addEvent(database.pool, account, { comment: 'private' });
  await database.pool.query(
    "update cascade.callbacks set failing_since = '2026-11-22T10:00:00Z', last_error = 'ECONNREFUSED'",
  );
  return account;
}

describe('the overview', () => {
  test('says so if nothing is wrong', async () => {
    const body = await page('/');
    expect(body).toContain('No failing receivers.');
    expect(body).toContain('No callback is under way.');
    expect(body).toMatch(/<td>callback<\/td>/);
  });

  test('lists failing receivers by host, with what waits, and nothing secret', async () => {
    await failing();
    const body = await page('/');
    for (const text of ['receiver.example.test', 'ECONNREFUSED', '2026-11-22 10:00:00Z'])
      expect(body).toContain(text);
    const overview = await json('/overview.json');
    expect(overview.receivers).toMatchObject([
      {
        host: 'receiver.example.test',
        lastError: 'ECONNREFUSED',
        waiting: 0,
        undelivered: 0,
        disabledAt: null,
      },
    ]);
    expect(body + JSON.stringify(overview)).not.toMatch(/s3cret|p4th|private|12025550100/);
  });

  test('counts the events that wait in its lane', async () => {
    await failing();
    await database.pool.query(
      named(`insert into cascade.waiting (account_id, lane, due_at, event_id, written_at, give_up_at)
       select account_id, hashtextextended(case when n > 2 then 'https://other.example.test/' else url end, 0),
         now(), n::text, now(), now()
       from cascade.callbacks, generate_series(1, 3) n`),
    );
    expect((await json('/overview.json')).receivers).toMatchObject([{ waiting: 2 }]);
  });

  test('counts undelivered events, and names why a registration is disabled', async () => {
    await failing();
    await database.pool.query("update cascade.status_events set state = 'given-up'");
    await database.pool.query(
      "update cascade.callbacks set disabled_at = now(), disabled_reason = '<b>moved</b>'",
    );
    expect((await json('/overview.json')).receivers).toMatchObject([{ waiting: 0, undelivered: 1 }]);
    expect(await page('/')).toContain('&#60;b&#62;moved&#60;/b&#62;');
  });

  test('shows the lanes of the replica, and why one is paused', async () => {
    const account = await addAccount(database.pool, {});
    const lane = {
      accountId: account,
      host: 'receiver.example.test',
      pausedMs: 0,
      running: 1,
      waiting: 2,
      limit: 4,
    };
    lanes = [
      { ...lane, state: 'paused', pausedMs: 29_500 },
      { ...lane, state: 'probing' },
      { ...lane, state: 'slow' },
      { ...lane, state: 'new' },
      { ...lane, state: 'open' },
    ];
    const body = await page('/');
    for (const text of ['after failures, for 30 s', 'probing', 'slow:', 'new:', '>open<'])
      expect(body).toContain(text);
    expect((await json('/overview.json')).lanes).toHaveLength(5);
  });
});

test('the overview shows each gateway, and why nothing goes to it', async () => {
  await pauseGateways(database.pool, ['SMS'], '<b>moved</b>');
  onTestFinished(async () => void (await database.pool.query('delete from cascade.paused_gateways')));
  const open = { state: 'open', pausedMs: 0, perSecond: null, running: 0, waiting: 0, waitingMs: 0 } as const;
  gatewayLanes = [
    { ...open, channel: 'CHATONE', state: 'paused', pausedMs: 29_500 },
    {
      ...open,
      channel: 'CHATTWO',
      state: 'slowed',
      perSecond: 4.75,
      running: 3,
      waiting: 2,
      waitingMs: 1_230,
    },
  ];
  const body = await page('/');
  for (const text of [
    'paused by an operator',
    '&#60;b&#62;moved&#60;/b&#62;',
    'after failures, for 30 s',
    '4.8 a second now',
    '1.2 s',
  ])
    expect(body).toContain(text);
  expect((await json('/overview.json')).gateways).toMatchObject([
    { channel: 'SMS', paused: { reason: '<b>moved</b>' } },
    { channel: 'CHATONE', state: 'paused', paused: null },
    { channel: 'CHATTWO', running: 3, inTurn: 2, waiting: 0 },
  ]);
});

describe('the latest messages', () => {
  const ids = (messages: readonly { readonly messageId: number }[]) =>
    messages.map(({ messageId }) => messageId);

  test('are those of all accounts, the newest first, with their last status and nothing secret', async () => {
    await failing();
    const second = await addAccount(database.pool, {});
    const older = await insertMessage(database.pool, { accountId: second, plan: [] });
    await database.pool.query(
      named(`update cascade.messages set accepted_at = now() - interval '1 hour' where account_id = $1`),
      [second],
    );
    await database.pool.query(
      named(`insert into cascade.status_events (account_id, message_id, id, position, status, at)
       select account_id, message_id, others.status, 1, others.status, at + minutes * interval '1 minute'
       from cascade.status_events, (values ('ENQUEUED', -1), ('DELIVERED', 1)) others (status, minutes)`),
    );
    const { messages } = await json('/overview.json');
    expect(messages).toMatchObject([
      { status: 'DELIVERED', position: 1, channel: 'CHATTWO', cascadeId: 31634 },
      { messageId: older, status: null, position: null, channel: null, state: 'scheduled' },
    ]);
    const body = await page('/');
    expect(body).toContain(`<a href="/message?id=${messages[0].messageId}">${messages[0].requestId}</a>`);
    expect(await page(`/message?id=${messages[0].messageId}`)).toContain(`<h2>${messages[0].requestId}</h2>`);
    expect(body + JSON.stringify(messages)).not.toMatch(/12025550100|private|s3cret/);
  });

  test('are 20 at most, found by the index of the history', async () => {
    await insertMessage(database.pool, { accountId: await addAccount(database.pool, {}), plan: [] });
    await database.pool.query(
      named(`insert into cascade.messages (account_id, id, request_id, request_id_as_sent, cascade_id, address, fingerprint, accepted_at, reserved)
       overriding system value
       select account_id, id + n, gen_random_uuid(), 'copy ' || n, cascade_id, address, fingerprint, now() + n * interval '1 s', 0
       from cascade.messages, generate_series(1, 3000) n`),
    );
    await database.pool.query(named('analyze cascade.messages'));
    const { messages } = await json('/overview.json');
    expect(ids(messages)).toHaveLength(20);
    expect(messages[0]).toMatchObject({ requestId: 'copy 3000' });
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      named(`explain ${latestSql.text.replaceAll('$1', '20')}`),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('messages_by_time');
    expect(plan).not.toMatch(/Seq Scan on (?:messages|status_events)/);
  });
});

test('the overview is loaded again by the browser until it is paused, and links metrics and portal', async () => {
  const body = await page('/');
  expect(body).toContain('<meta http-equiv="refresh" content="15">');
  for (const link of ['/?refresh=off', '/metrics', '/portal?a&#38;b'])
    expect(body).toContain(`<a href="${link}">`);
  const paused = await page('/?refresh=off');
  expect(paused).not.toContain('http-equiv="refresh"');
  expect(paused).toContain('<a href="/">Refresh every 15 s</a>');
  expect(await page('/message?id=x')).not.toContain('http-equiv="refresh"');
});

test('numbers are at the right, words and ids at the left', async () => {
  await failing();
  const body = await page('/');
  expect(body).toContain('<th scope="col" class="amount">late by</th>');
  expect(body).toMatch(/<td class="amount"><span class="good">[\d.]+ s<\/span><\/td>/);
  expect(body).toContain('<th scope="col">registration</th>');
  expect(body).toContain('<th scope="col" class="amount">undelivered</th>');
});

describe('the story of a message', () => {
  test('is found by its request id, with spaces around it', async () => {
    await failing();
    const { rows } = await database.pool.query('select request_id_as_sent as id from cascade.messages');
    const { status, body } = await get(`/message?id=%20${rows[0].id}%20`);
    expect(status).toBe(200);
    expect(body).toContain(`<h2>${rows[0].id}</h2>`);
    expect(body).not.toMatch(/12025550100|private/);
    expect(await json(`/message.json?id=${rows[0].id}`)).toMatchObject([
      { requestId: rows[0].id, events: [{ status: 'SENT' }] },
    ]);
  });

  test.each([
    ['<script>alert(1)</script>'],
    ['"><img src=x onerror=alert(1)>'],
    ["' or 1=1 --"],
    ['\u0000\u001b[31m'],
    ['\u202e‮'],
    ['999999999999999999999'],
  ])('of the unknown id %j is not found, and the id does no harm', async (id) => {
    const { status, body } = await get(`/message?id=${encodeURIComponent(id)}`);
    expect(status).toBe(404);
    expect(body).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(body).not.toMatch(/[^\P{Cc}\n]/u);
    expect(await json(`/message.json?id=${encodeURIComponent(id)}`)).toEqual([]);
  });

  test.each([
    '/message',
    '/message?id=',
    '/message?id=a&id=b',
    `/message?id=${'x'.repeat(201)}`,
    '/message.json',
  ])('%s is refused', async (path) => {
    expect((await get(path)).status).toBe(400);
  });
});

test('pages load nothing, run nothing and are stored nowhere', async () => {
  for (const path of ['/', '/message?id=x', '/overview.json']) {
    const { headers, body } = await get(path);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).not.toMatch(/<script|https?:\/\/|src=|@import|url\(/);
  }
});

test('pages are read-only', async () => {
  for (const path of ['/', '/overview.json', '/message', '/message.json']) {
    const answer = await fetch(url + path, { method: 'POST', body: 'x' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  }
});

test('50 readers at once get the overview', async () => {
  await failing();
  const answers = await Promise.all(Array.from({ length: 50 }, () => get('/')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
