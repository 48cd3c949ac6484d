import { switchesOf } from '@cascade/lenient-requests';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DeclaredAccount } from '../../generated/declared-accounts.ts';
import { createPool } from '../../store/create-pool.ts';
import { aCascade, anAccount, declare } from '../../testing/declare.ts';
import { heardLog } from '../../testing/heard-log.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { applyAccounts } from '../apply/apply-accounts.ts';
import { addKey, expireKey, removeKey } from '../keys/manage-keys.ts';
import { type AccountDirectory, createAccountDirectory } from './account-directory.ts';

const database = withTestDatabase();
const apply = (...accounts: readonly DeclaredAccount[]) => applyAccounts(database.pool, declare(...accounts));
// Below the 30 seconds after which it would look by itself.
const soon = { timeout: 20_000, interval: 20 };

async function open(
  now?: () => Date,
): Promise<{ directory: AccountDirectory; log: ReturnType<typeof heardLog> }> {
  const log = heardLog();
  const directory = createAccountDirectory({ pool: database.pool, log, ...(now && { now }) });
  onTestFinished(() => directory.close());
  await directory.ready();
  return { directory, log };
}

test('finds an account with its cascades, prices and settings', async () => {
  await apply(
    anAccount('full', {
      prices: { SMS: 5, CHATTWO: 3 },
      cascades: [{ ...aCascade(20, ['CHATTWO', 'SMS']), coverage: 'code' }, aCascade(3)],
      settings: { lenient: { keyboard: true }, limits: { requestsPerSecond: 9 } },
    }),
    anAccount('bare', { cascades: [] }),
  );
  const { directory } = await open();
  const full = directory.findByKey('full-key');
  expect([...(full?.cascades.keys() ?? [])]).toEqual([3, 20]);
  expect(full?.cascades.get(20)).toEqual({
    id: 20,
    name: 'Cascade 20',
    coverage: 'code',
    stages: [
      {
        order: 1,
        uuid: '00000000-0000-4000-8000-000000002000',
        channel: 'CHATTWO',
        ttlSeconds: 90,
        subjectId: 1,
        subject: 'codes',
        price: 3,
      },
      {
        order: 2,
        uuid: '00000000-0000-4000-8000-000000002001',
        channel: 'SMS',
        ttlSeconds: null,
        subjectId: 1,
        subject: 'codes',
        price: 5,
      },
    ],
  });
  expect(full?.settings).toMatchObject({
    lenient: switchesOf({ keyboard: true }),
    requestsPerSecond: 9,
  });
  expect(directory.findByKey('bare-key')).toMatchObject({
    name: 'bare',
    settings: { requestsPerSecond: null },
  });
});

test('finds nothing for a wrong or empty key, or one in another case', async () => {
  await apply(anAccount('wrong'));
  const { directory } = await open();
  for (const key of ['', 'Wrong-key', 'wrong-key ', 'wrong', 'wröng-key'])
    expect(directory.findByKey(key)).toBeUndefined();
  expect(directory.findByKey('wrong-key')?.name).toBe('wrong');
});

describe('a key', () => {
  test('that has an expiry is refused from that instant on', async () => {
    await apply(anAccount('clock', { keys: [{ key: 'ends', expiresAt: '2030-01-01T00:00:00Z' }] }));
    let now = new Date('2029-12-31T23:59:59.999Z');
    const { directory } = await open(() => now);
    expect(directory.findByKey('ends')?.name).toBe('clock');
    now = new Date('2030-01-01T00:00:00Z');
    expect(directory.findByKey('ends')).toBeUndefined();
  });

  test('is rotated without a moment in which none is valid', async () => {
    await apply(anAccount('rotation'));
    const { directory } = await open();
    const { key } = await addKey(database.pool, 'rotation', {
      label: 'second',
      expiresAt: null,
      now: new Date(),
    });
    await vi.waitFor(() => expect(directory.findByKey(key)?.name).toBe('rotation'), soon);
    expect(directory.findByKey('rotation-key')?.name).toBe('rotation');
    await expireKey(database.pool, 'rotation', 'second', { at: new Date(0), now: new Date() });
    await vi.waitFor(() => expect(directory.findByKey(key)).toBeUndefined(), soon);
    await removeKey(database.pool, 'rotation', 'second', new Date());
    expect(directory.findByKey('rotation-key')?.name).toBe('rotation');
  });
});

describe('a change', () => {
  test('is followed as soon as it is applied', async () => {
    await apply(anAccount('live'));
    const { directory } = await open();
    await apply(anAccount('live', { keys: [{ key: 'other' }], prices: { SMS: 77 } }));
    await vi.waitFor(() => expect(directory.findByKey('other')).toBeDefined(), soon);
    expect(directory.findByKey('live-key')).toBeUndefined();
    expect(directory.findByKey('other')?.cascades.get(2002)?.stages[0]?.price).toBe(77);
  });

  test('reads the accounts that it is about, and no others', async () => {
    await apply(anAccount('near'), anAccount('far'));
    const { directory } = await open();
    await vi.waitFor(async () => expect(await listeners()).toBe(1), soon);
    // It has reloaded all once it was connected.
    await apply(anAccount('mark'));
    await vi.waitFor(() => expect(directory.findByKey('mark-key')).toBeDefined(), soon);
    // Unseen: nothing announces it.
    await database.pool.query("update cascade.accounts set name = 'elsewhere' where name = 'far'");
    await apply(anAccount('near', { keys: [{ key: 'nearer' }] }));
    await vi.waitFor(() => expect(directory.findByKey('nearer')).toBeDefined(), soon);
    expect(directory.findByKey('near-key')).toBeUndefined();
    expect(directory.findByKey('far-key')?.name).toBe('far');
    await database.pool.query("select pg_notify('cascade_accounts', '')");
    await vi.waitFor(() => expect(directory.findByKey('far-key')?.name).toBe('elsewhere'), soon);
  });

  test('of a thousand accounts is followed, too', async () => {
    const { directory } = await open();
    await apply(...Array.from({ length: 1_000 }, (_, n) => anAccount(`many-${n}`, { cascades: [] })));
    await vi.waitFor(() => expect(directory.findByKey('many-999-key')).toBeDefined(), soon);
    expect(directory.findByKey('many-0-key')?.name).toBe('many-0');
  });

  test('that comes while the connection is down is seen when it is back', async () => {
    await apply(anAccount('cut'));
    const { directory, log } = await open();
    await vi.waitFor(async () => expect(await listeners()).toBe(1), soon);
    await database.pool.query(`select pg_terminate_backend(pid) ${listening}`);
    await vi.waitFor(
      () =>
        expect(log.warn).toHaveBeenCalledWith(
          expect.anything(),
          'cannot listen for notifications; asking instead',
        ),
      soon,
    );
    await apply(anAccount('cut', { keys: [{ key: 'after-the-cut' }] }));
    await vi.waitFor(() => expect(directory.findByKey('after-the-cut')).toBeDefined(), soon);
  });
});

test('a directory that cannot read waits, and is ready once it can', async () => {
  await apply(anAccount('late'));
  await database.pool.query('alter table cascade.api_keys rename to api_keys_away');
  const log = heardLog();
  const directory = createAccountDirectory({ pool: database.pool, log });
  onTestFinished(() => directory.close());
  await vi.waitFor(
    () => expect(log.error).toHaveBeenCalledWith(expect.anything(), 'the accounts cannot be read'),
    soon,
  );
  expect(directory.findByKey('late-key')).toBeUndefined();
  await database.pool.query('alter table cascade.api_keys_away rename to api_keys');
  await directory.ready();
  expect(directory.findByKey('late-key')?.name).toBe('late');
});

test('what was read last stays in force while the database is away', async () => {
  await apply(anAccount('stale'));
  const { directory, log } = await open();
  await database.pool.query('alter table cascade.stages rename to stages_away');
  await database.pool.query(`select pg_notify('cascade_accounts', '')`);
  await vi.waitFor(
    () => expect(log.error).toHaveBeenCalledWith(expect.anything(), 'the accounts cannot be read'),
    soon,
  );
  expect(directory.findByKey('stale-key')?.name).toBe('stale');
  await database.pool.query('alter table cascade.stages_away rename to stages');
});

test('closing ends the connection and takes none from the pool', async () => {
  const pool = createPool({ connectionString: database.connectionString, size: 1, tables: database.tables });
  const directory = createAccountDirectory({ pool });
  await directory.ready();
  expect((await pool.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  await directory.close();
  await pool.end();
  await vi.waitFor(async () => expect(await listeners()).toBe(0), soon);
});

/** It listens, and asks now and then whether it is still connected. */
const listening = `from pg_stat_activity where datname = current_database() and query in ('listen "cascade_accounts"', 'select')`;

async function listeners(): Promise<number> {
  const { rows } = await database.pool.query(`select count(*)::int as n ${listening}`);
  return rows[0].n;
}
