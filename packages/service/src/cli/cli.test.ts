import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHere, temporaryDataFolder } from '@cascade/embedded-postgres/testing';
import type { Ended } from '@cascade/repository/test-kit';
import { stageOf } from '@cascade/transition/testing';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { anAccount } from '../testing/declare.ts';
import { insertMessage } from '../testing/rows.ts';
import { runHere, runService } from '../testing/run-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
const demo = fileURLToPath(new URL('../../demo/accounts.yaml', import.meta.url));

const run = (...args: readonly string[]): Promise<Ended> =>
  runHere(args, { DATABASE_URL: database.connectionString });

beforeEach(() =>
  database.pool.query(
    'truncate cascade.accounts, cascade.ledger, cascade.messages, cascade.message_plans, cascade.request_ids cascade',
  ),
);

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-cli-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'accounts.yaml');
  await writeFile(file, text);
  return file;
}

async function applyAccount(...facts: Parameters<typeof anAccount>): Promise<void> {
  const file = await fileOf(stringify({ accounts: [anAccount(...facts)] }));
  expect(await run('apply', file)).toMatchObject({ code: 0 });
}

describe('apply', () => {
  test('says what it did; a second time, that there is nothing to do', async () => {
    const environment = { DATABASE_URL: database.connectionString };
    const dry = await runService(['apply', demo, '--dry-run'], environment);
    expect(dry).toMatchObject({ code: 0, err: '' });
    const first = await run('apply', demo);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toBe(`${first.out}Dry run: nothing was changed.\n`);
    expect(first.out).toContain('demo: new\n  + balance 100000000\n  + key demo (');
    expect(first.out).not.toMatch(/demo-key|strict-key/);
    const names = [...first.out.matchAll(/^(\w+): new$/gm)].map(([, name]) => name);
    expect(names.slice(0, 3)).toEqual(['demo', 'poor', 'lenient']);
    expect(await run('apply', demo)).toEqual({
      code: 0,
      out: `${names.map((name) => `${name}: unchanged\n`).join('')}Nothing to change.\n`,
      err: '',
    });
  });

  test('refuses a broken file with every fault on its line, and changes nothing', async () => {
    const file = await fileOf(
      'accounts:\n  - name: a\n    keys: []\n    prices: { SMS: free }\n    cascades: none\n',
    );
    expect(await run('apply', file)).toEqual({
      code: 1,
      out: '',
      err: [
        `The accounts file ${file} cannot be applied:`,
        `${file}:4:15: /accounts/0/prices/SMS: expected an integer, found "free"`,
        `${file}:5:5: /accounts/0/cascades: expected an array, found "none"`,
        '',
      ].join('\n'),
    });
    const { rowCount } = await database.pool.query('select from cascade.accounts');
    expect(rowCount).toBe(0);
  });
});

describe('keys', () => {
  test('come, rotate and go', async () => {
    await applyAccount('a', { keys: [{ key: 'old', label: 'spring' }] });
    const added = await run('keys', 'add', '--account', 'a', '--label', 'autumn');
    expect(added.code).toBe(0);
    const hash = createHash('sha256').update(added.out.trimEnd()).digest('hex');
    expect(added.err).toContain(`- {"hash":"${hash}","label":"autumn"}`);
    expect(
      (await run('keys', 'expire', 'spring', '--account', 'a', '--at', '2026-01-01T00:00:00Z')).out,
    ).toMatch(/^spring \(\w{8}\) expires at 2026-01-01T00:00:00\.000Z\n$/);
    const listed = await run('keys', 'list', '--account', 'a', '--json');
    expect(JSON.parse(listed.out)).toEqual([
      { hash: hash.slice(0, 8), label: 'autumn', expires: null, state: 'valid' },
      { hash: expect.any(String), label: 'spring', expires: '2026-01-01T00:00:00.000Z', state: 'expired' },
    ]);
    expect(await run('keys', 'remove', hash.slice(0, 8), '--account', 'a')).toMatchObject({ code: 0 });
    expect((await run('keys', 'list', '--account', 'a')).out).toMatch(
      /^hash {6}label {3}expires {19}state\n\w{8} {2}spring {2}2026-01-01T00:00:00\.000Z {2}expired\n$/,
    );
  });

  test('of an unknown account are an error that lists the accounts', async () => {
    await applyAccount('a');
    expect(await run('keys', 'list', '--account', 'b')).toEqual({
      code: 1,
      out: '',
      err: 'No account is called b. There are: a.\n',
    });
  });
});

describe('balance', () => {
  test('is topped up and shown', async () => {
    await applyAccount('a', { balance: 5 });
    expect(await run('balance', 'top-up', '--account', 'a', '--amount', '37')).toEqual({
      code: 0,
      out: 'available  reserved\n42         0\n',
      err: '',
    });
    expect((await run('balance', 'show', '--account', 'a')).out).toBe(
      'available  reserved  spent  deposited\n42         0         0      42\n',
    );
  });

  test('that the ledger contradicts ends with 1', async () => {
    await applyAccount('a');
    await database.pool.query('update cascade.accounts set balance = 1');
    const { code, err } = await run('balance', 'show', '--account', 'a');
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^Account and ledger of a disagree/),
    });
  });
});

test('cascades are listed with stages and price', async () => {
  expect(await run('apply', demo)).toMatchObject({ code: 0 });
  const { out } = await run('cascades', 'list', '--account', 'demo');
  expect(out).toMatch(/^1000000 +Order updates +violations +10 +CHATTWO 300s > CHATONE 300s > SMS$/m);
});

test('callbacks are listed without secrets', async () => {
  await applyAccount('a');
  await database.pool.query(
    `insert into cascade.callbacks (account_id, subject_id, url, headers)
     select id, 7, 'https://user:s3cret@hooks.example.test/status?token=s3cret', '{"X-Token": "s3cret"}'
     from cascade.accounts`,
  );
  const { out } = await run('callbacks', 'list');
  expect(out).toMatch(
    /^\d+ +a +7 +https:\/\/…@hooks.example.test\/status\?token=… +X-Token +false +0( +-){4}$/m,
  );
  const json = await run('callbacks', 'list', '--account', 'a', '--json');
  expect(JSON.parse(json.out)).toHaveLength(1);
  expect(out + json.out).not.toContain('s3cret');
});

describe('messages', () => {
  test('are listed and shown without what they say and to whom', async () => {
    await applyAccount('a');
    const requestId = await addMessage();
    const listed = await run('messages', 'list', '--account', 'a');
    expect(listed.out).toMatch(new RegExp(`^${requestId} +2002 +running +2026-11-21T10:00:00.000Z +-$`, 'm'));
    const shown = await run('messages', 'show', requestId.toUpperCase(), '--account', 'a');
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toMatch(/^1 +SMS +shop +5 +UNDELIVERED +error-address-format /m);
    expect(shown.out).toMatch(
      /^2026-11-21T10:00:02\.000Z +1 +UNDELIVERED +error-address-format +pending +2 +503 +event$/m,
    );
    expect(shown.out).toMatch(/^2026-11-21T10:00:00\.000Z +accepted for a; 5 reserved$/m);
    expect(shown.out).toMatch(/^2026-11-21T10:00:03\.000Z +callback of UNDELIVERED: 503 after 12 ms$/m);
    expect(await run('messages', 'show', requestId)).toEqual(shown);
    for (const { out } of [
      listed,
      shown,
      await run('messages', 'show', requestId, '--account', 'a', '--json'),
    ])
      expect(out).not.toMatch(/12025550100|secret text|remark/);
  });

  test('that are not there end with 1', async () => {
    await applyAccount('a');
    const { code, err } = await run('messages', 'show', 'nothing', '--account', 'a');
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^a has no message nothing\./),
    });
  });
});

describe('without DATABASE_URL', () => {
  test('it makes a database in the data folder, or joins the server that runs there', async () => {
    const dataFolder = temporaryDataFolder(onTestFinished);
    const where = ['--data', dataFolder];
    const early = await runService(['keys', 'list', '--account', 'demo', ...where]);
    expect(early).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The database is empty\. .*cascade-service apply/),
    });
    expect(await runService(['apply', demo, '--dry-run', ...where])).toMatchObject({ code: 1, out: '' });
    expect(await runService(['apply', demo, ...where])).toMatchObject({ code: 0 });
    await startHere({ dataFolder });
    const joined = await runService(['balance', 'show', '--account', 'demo', ...where], {
      DATABASE_URL: 'postgresql://127.0.0.1:1/no',
    });
    expect(joined).toEqual({ code: 0, err: '', out: expect.stringContaining('100000000') });
  });

  test('a database that does not answer is an error with advice', async () => {
    const { code, err } = await runService([
      'keys',
      'list',
      '--account',
      'a',
      '--database-url',
      'postgresql://127.0.0.1:1/no',
    ]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/cannot be used: .*ECONNREFUSED/),
    });
  });
});

/** A message whose first stage ended, with a callback that is still due. */
async function addMessage(): Promise<string> {
  const requestId = randomUUID();
  await database.pool.query(
    `with message as (
       insert into cascade.messages (account_id, request_id, request_id_as_sent, cascade_id, address, comment, fingerprint,
         reserved, state, accepted_at)
       select id, $1::text::uuid, $1::text, 2002, '+12025550100', 'remark', sha256('x'), 5, 'running', '2026-11-21T10:00:00Z'
       from cascade.accounts where name = 'a'
       returning account_id, id
     ), used as (
       insert into cascade.request_ids (account_id, request_id, message_id)
       select account_id, $1::text::uuid, id from message
     ), plan as (
       insert into cascade.message_plans (account_id, message_id, content, stages)
       select account_id, id, '{"smsContent":{"text":"secret text"}}',
         '[{"uuid": "u", "channel": "SMS", "subject": "shop", "subjectId": 1, "ttlSeconds": null, "price": 5}]'
       from message
     ), attempt as (
       insert into cascade.stage_attempts (id, account_id, message_id, position, state, status, reason)
       select gen_random_uuid(), account_id, id, 1, 'ended', 'UNDELIVERED', 'error-address-format' from message
     )
     insert into cascade.status_events
       (id, account_id, message_id, position, status, reason, at, attempts, last_result, tries)
     select 'event', account_id, id, 1, 'UNDELIVERED', 'error-address-format', '2026-11-21T10:00:02Z', 2, '503',
       array['2026-11-21T10:00:02.500Z 500 20', '2026-11-21T10:00:03.000Z 503 12']
     from message`,
    [requestId],
  );
  return requestId;
}

describe('audit', () => {
  test('names forgotten work, makes it due again, and never touches money', async () => {
    await applyAccount('a', { balance: 5 });
    const { rows } = await database.pool.query<{ id: number }>('select id from cascade.accounts');
    const accountId = rows[0]?.id ?? 0;
    const plan = [stageOf({ price: 1 })];
    const messageId = await insertMessage(database.pool, { accountId, plan });
    const counts = (forgotten: string) =>
      `1 messages read\n${forgotten}\n0 ended messages that still reserve money\n0 accounts whose money does not add up\n`;
    expect(await run('audit')).toEqual({
      code: 1,
      out: `${counts('1 stages or timers forgotten')}\nmessageId  queue  position\n${String(messageId).padEnd(9)}  stage  1\n`,
      err: 'Forgotten work: run the command again with --repair.\n',
    });
    expect(await run('audit', '--repair')).toMatchObject({ code: 0, err: '' });
    expect(await run('audit')).toEqual({ code: 0, out: counts('0 stages or timers forgotten'), err: '' });
    await database.pool.query('update cascade.accounts set balance = balance + 1');
    const { code, out, err } = await run('audit', '--repair', '--json');
    expect({ code, books: JSON.parse(out).books, err }).toEqual({
      code: 1,
      books: [
        {
          account: 'a',
          available: 5,
          reserved: 1,
          ledgerAvailable: 4,
          ledgerReserved: 1,
          messagesReserved: 1,
        },
      ],
      err: expect.stringContaining('Money that does not add up'),
    });
  });
});
