import { beforeEach, describe, expect, test } from 'vitest';
import { startResending } from '../callbacks/undelivered/start-resending.ts';
import { silent } from '../log.ts';
import { addAccount, addEvent, eventsOf } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { runCli } from './run-cli.ts';

const database = withTestDatabase();
let account: number;
let registration: string;

beforeEach(async () => {
  await database.pool.query('truncate cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes');
  await database.pool.query(
    'truncate cascade.accounts, cascade.messages, cascade.status_events, cascade.undelivered, cascade.request_ids cascade',
  );
  account = await addAccount(database.pool, { url: 'https://receiver.example.test/status?token=s3cret' });
  const { rows } = await database.pool.query('select id from cascade.callbacks where account_id = $1', [
    account,
  ]);
  registration = String(rows[0].id);
});

/** Runs `cascade-service callbacks` in this process. */
async function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(['callbacks', ...args], {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    isInteractive: false,
    environment: { DATABASE_URL: database.connectionString },
    stopped: () => Promise.resolve(),
  });
  return { code, ...written };
}

async function giveUp(count: number): Promise<readonly string[]> {
  for (let n = 0; n < count; n += 1)
    await addEvent(database.pool, account, { at: new Date(Date.UTC(2026, 10, 22, 10, n)) });
  await database.pool.query("update cascade.status_events set state = 'given-up', last_result = '503'");
  await database.pool.query('truncate cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes');
  return (await eventsOf(database.pool, account)).map(({ id }) => id);
}

const patience = { timeout: 120_000 };

describe('resend', patience, () => {
  test('counts in a dry run, and changes nothing', async () => {
    await giveUp(3);
    const since = ['--registration', registration, '--since', '2026-11-22T10:01:00Z'];
    expect(await run('resend', ...since, '--dry-run')).toEqual({
      code: 0,
      out: '2 undelivered events; 2 would be sent again. Nothing was changed.\n',
      err: '',
    });
    expect((await run('resend', ...since, '--dry-run', '--limit', '1')).out).toContain(
      '; 1 would be sent again',
    );
    const [event] = await giveUp(0);
    await database.pool.query("update cascade.status_events set state = 'delivered'");
    await database.pool.query('delete from cascade.undelivered');
    expect((await run('resend', '--event', event ?? '', '--dry-run')).code).toBe(0);
    const { rowCount } = await database.pool.query('select from cascade.undelivered');
    expect(rowCount).toBe(0);
  });

  test('reports progress until a replica has taken all of them', async () => {
    await giveUp(4);
    const pauseMs = { shortest: 5, longest: 20 };
    const replica = startResending({ pool: database.pool, log: silent, pauseMs });
    const { code, out } = await run(
      'resend',
      '--registration',
      registration,
      '--since',
      '2026-11-22T00:00:00Z',
    );
    await replica.stop();
    expect(code).toBe(0);
    expect(out).toMatch(/^4 of 4 undelivered events are asked for\.\n/);
    expect(out).toMatch(/\nDone: the replicas send all of them, with a fresh retry schedule\.\n$/);
    const events = await eventsOf(database.pool, account);
    expect(events).toMatchObject(Array(4).fill({ state: 'pending', attempts: 0, last_result: null }));
  });

  test('takes the events of one message, by its request id or its own', async () => {
    await giveUp(2);
    const { rows } = await database.pool.query(
      'select id, request_id_as_sent as "requestId" from cascade.messages',
    );
    const [first, second] = rows;
    expect((await run('resend', '--request-id', first.requestId.toUpperCase(), '--no-wait')).out).toBe(
      '1 of 1 undelivered events are asked for.\n',
    );
    expect((await run('resend', '--request-id', String(second.id), '--no-wait')).out).toContain('1 of 1');
  });

  test.each([
    [['--event', 'evt_<b>'], 'There is no event evt_<b>.'],
    [['--request-id', "'; drop table cascade.messages; --"], 'There is no message '],
    [['--registration', '999999', '--since', '2026-11-22T00:00:00Z'], 'There is no registration 999999.'],
  ])('of what is not there ends with 1: %j', async (args, message) => {
    const { code, out, err } = await run('resend', ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(message);
  });

  test('says that an event is on its way', async () => {
    await addEvent(database.pool, account);
    const [event] = await eventsOf(database.pool, account);
    const { code, err } = await run('resend', '--event', event?.id ?? '');
    expect(code).toBe(1);
    expect(err).toContain('is on its way');
  });
});

test('disable and enable say what becomes of the events', patience, async () => {
  await giveUp(2);
  await database.pool.query("update cascade.undelivered set resend = 'enabled' where position = 1");
  const disabled = await run('disable', registration, '--reason', 'moves <away>');
  expect(disabled).toMatchObject({ code: 0, err: '' });
  expect(disabled.out).toMatch(/ is disabled since .*: moves <away>\. Its events wait, undelivered\.\n$/);
  const listed = await run('list');
  expect(listed.out).toContain('moves <away>');
  expect(listed.out).not.toContain('s3cret');
  const asked = await run(
    'resend',
    '--registration',
    registration,
    '--since',
    '2026-01-01T00:00:00Z',
    '--no-wait',
  );
  expect(asked.err).toContain(`Registration ${registration} is disabled`);
  expect((await run('enable', registration)).out).toMatch(
    / is enabled\. The replicas send the 2 events that waited; 0/,
  );
  expect((await run('enable', registration)).out).toContain(' was enabled already');
  expect(await run('enable', '999999')).toMatchObject({ code: 1 });
});
