import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeclaredAccount } from '../../generated/declared-accounts.ts';
import { aCascade, anAccount, declare } from '../../testing/declare.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { readAccountsFile } from '../file/read-accounts-file.ts';
import { applyAccounts } from './apply-accounts.ts';
import { hasChanges } from './section.ts';

const database = withTestDatabase();
const demo = fileURLToPath(new URL('../../../demo/accounts.yaml', import.meta.url));
const secret = `whsec_${Buffer.from('a secret of 24 bytes or more').toString('base64')}`;

beforeEach(() => database.pool.query('truncate cascade.accounts, cascade.ledger restart identity cascade'));

const apply = (...accounts: readonly DeclaredAccount[]) => applyAccounts(database.pool, declare(...accounts));

describe('applied twice', () => {
  test('the demo file changes nothing, not even a row version', async () => {
    const file = await readAccountsFile(demo);
    expect(hasChanges(await applyAccounts(database.pool, file))).toBe(true);
    const before = await rowVersions(database.pool);
    const again = await applyAccounts(database.pool, file);
    expect(hasChanges(again)).toBe(false);
    expect(again.accounts.map(({ name, isNew }) => [name, isNew])).toEqual(
      file.accounts.map(({ name }) => [name, false]),
    );
    expect(await rowVersions(database.pool)).toEqual(before);
  });

  test('at once, it is done once', async () => {
    const file = await readAccountsFile(demo);
    const reports = await Promise.all([1, 2, 3].map(() => applyAccounts(database.pool, file)));
    expect(reports.filter(hasChanges)).toHaveLength(1);
    expect(await rowVersions(database.pool)).toHaveLength(file.accounts.length);
    expect(await booksOf('demo')).toEqual({ balance: 100_000_000, ledger: 100_000_000 });
  });

  test('with other contents at once, one of them holds as a whole', async () => {
    await apply(anAccount('a'));
    const variants = [1, 2, 3, 4].map((id) =>
      anAccount('a', { keys: [{ key: `k${id}` }], cascades: [aCascade(id)] }),
    );
    await Promise.all(variants.map((variant) => apply(variant)));
    const { rows } = await database.pool.query(
      `select c.id, encode(k.hash, 'hex') as hash from cascade.cascades c, cascade.api_keys k`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].hash).toBe(sha256(`k${rows[0].id}`));
  });
});

describe('the report', () => {
  test('names every difference, and no key or secret', async () => {
    await apply(
      anAccount('a', {
        keys: [{ key: 'key-1', label: 'old' }, { key: 'key-2' }],
        prices: { SMS: 5, CHATONE: 2 },
        cascades: [aCascade(1), aCascade(2)],
        templates: [{ channel: 'SMS', name: 't', text: 'x' }],
        callback: { url: 'https://receiver.example.test/token', secrets: [secret] },
        settings: { lenient: { keyboard: true } },
      }),
    );
    const report = await apply(
      anAccount('a', {
        keys: [{ key: 'key-2' }, { key: 'key-3', label: 'new' }],
        prices: { SMS: 6, CHATTWO: 3 },
        cascades: [aCascade(1, ['CHATTWO', 'SMS']), aCascade(3)],
        senders: [{ channel: 'SMS', subject: 'codes', activated: false }],
        templates: [{ channel: 'SMS', name: 't', text: 'y' }],
        callback: { url: null, secrets: [] },
        settings: { limits: { requestsPerSecond: 7, templateMessagesPerDay: 8 } },
      }),
    );
    expect(report.accounts[0]?.changes.map(({ kind, what, label }) => `${kind} ${what} ${label}`)).toEqual([
      `created key new (${sha256('key-3').slice(0, 8)})`,
      `removed key old (${sha256('key-1').slice(0, 8)})`,
      'created price CHATTWO 3',
      'changed price SMS 6',
      'removed price CHATONE 2',
      'changed sender SMS codes, not activated',
      'changed template SMS t',
      'created cascade 3 Cascade 3',
      'changed cascade 1 Cascade 1',
      'removed cascade 2 Cascade 2',
      'removed callback receiver.example.test',
      `removed callback secret ${sha256(secret).slice(0, 8)}`,
      'changed settings requestsPerSecond 7, templateMessagesPerDay 8',
    ]);
    expect(JSON.stringify(report)).not.toMatch(/key-\d|whsec|token/);
    expect(await applyTwiceChanges('a')).toBe(false);
  });

  test('names accounts that the file does not, and leaves them alone', async () => {
    await apply(anAccount('z'), anAccount('a'));
    const before = await rowVersions(database.pool);
    expect(await apply(anAccount('a'))).toMatchObject({ leftAlone: ['z'], accounts: [{ changes: [] }] });
    expect(await rowVersions(database.pool)).toEqual(before);
  });

  test('of a dry run is the same, and nothing happens', async () => {
    const file = declare(anAccount('a', { balance: 5 }));
    const dry = await applyAccounts(database.pool, file, { dryRun: true });
    expect(await rowVersions(database.pool)).toEqual([]);
    expect(await applyAccounts(database.pool, file)).toEqual(dry);
  });
});

describe('money', () => {
  test('of a new account is booked, and the file never moves it again', async () => {
    await apply(anAccount('a', { balance: 100 }), anAccount('b'));
    expect(await booksOf('a')).toEqual({ balance: 100, ledger: 100 });
    expect(await booksOf('b')).toEqual({ balance: 0, ledger: null });
    expect(hasChanges(await apply(anAccount('a', { balance: 7 })))).toBe(false);
    expect(await booksOf('a')).toEqual({ balance: 100, ledger: 100 });
  });
});

describe('keys', () => {
  test('are kept as SHA-256 only', async () => {
    await apply(anAccount('a', { keys: [{ key: 'plain' }, { hash: sha256('hashed').toUpperCase() }] }));
    const { rows } = await database.pool.query(
      `select encode(hash, 'hex') as hash from cascade.api_keys order by hash`,
    );
    expect(rows.map(({ hash }) => hash)).toEqual([sha256('plain'), sha256('hashed')].sort());
  });

  test('move between accounts of the file, either way', async () => {
    await apply(anAccount('a', { keys: [{ key: 'x' }] }), anAccount('b', { keys: [{ key: 'y' }] }));
    await apply(anAccount('a', { keys: [{ key: 'y' }] }), anAccount('b', { keys: [{ key: 'x' }] }));
    const { rows } = await database.pool.query(
      `select a.name, encode(hash, 'hex') as hash from cascade.api_keys k join cascade.accounts a on a.id = account_id
       order by a.name`,
    );
    expect(rows).toEqual([
      { name: 'a', hash: sha256('y') },
      { name: 'b', hash: sha256('x') },
    ]);
  });

  test('of an account that the file does not name stop it, with line and pointer, and nothing is changed', async () => {
    await apply(anAccount('other', { keys: [{ key: 'taken' }] }));
    const before = await rowVersions(database.pool);
    const failing = apply(anAccount('new'), anAccount('a', { keys: [{ key: 'mine' }, { key: 'taken' }] }));
    await expect(failing).rejects.toMatchObject({
      name: 'AccountsFileError',
      faults: [
        {
          file: 'accounts.yaml',
          line: 19,
          column: expect.any(Number),
          pointer: '/accounts/1/keys/1',
          message: 'key of the account other, which this file does not declare',
        },
      ],
    });
    expect(await rowVersions(database.pool)).toEqual(before);
  });
});

test('of more accounts than are compared at once, keys move between any two', async () => {
  const many = (keyOf: (n: number) => number) =>
    Array.from({ length: 401 }, (_, n) => anAccount(`a${n}`, { keys: [{ key: `k${keyOf(n)}` }] }));
  await apply(...many((n) => n));
  const { accounts } = await apply(...many((n) => 400 - n));
  expect(accounts.map(({ name }) => name)).toEqual(many((n) => n).map(({ name }) => name));
  const stayed = accounts.filter(({ changes }) => changes.length === 0).map(({ name }) => name);
  expect(stayed).toEqual(['a200']);
  const { rows } = await database.pool.query(
    `select a.name, encode(k.hash, 'hex') as hash from cascade.api_keys k join cascade.accounts a on a.id = account_id`,
  );
  expect(new Map(rows.map(({ name, hash }) => [name, hash]))).toEqual(
    new Map(Array.from({ length: 401 }, (_, n) => [`a${n}`, sha256(`k${400 - n}`)])),
  );
  expect(hasChanges(await apply(...many((n) => 400 - n)))).toBe(false);
});

describe('what the file leaves open', () => {
  test('senders are those of the stages, activated', async () => {
    await apply(anAccount('a', { cascades: [aCascade(1), aCascade(2)] }));
    const { rows } = await database.pool.query(
      'select channel, subject, activated_at is not null as activated from cascade.senders',
    );
    expect(rows).toEqual([{ channel: 'SMS', subject: 'codes', activated: true }]);
  });

  test('a callback that was registered otherwise stays', async () => {
    // Not selected by the insert itself: see refused-forms.test.ts.
    const every = 'with every as materialized (select id from cascade.accounts)';
    await apply(anAccount('a'));
    await database.pool.query(
      `${every} insert into cascade.callbacks (account_id, url) select id, 'https://x.test/' from every`,
    );
    await database.pool.query(
      `${every} insert into cascade.callback_secrets (account_id, secret) select id, 's' from every`,
    );
    expect(hasChanges(await apply(anAccount('a')))).toBe(false);
    expect(hasChanges(await apply(anAccount('a', { callback: { secrets: [secret] } })))).toBe(true);
    const { rows } = await database.pool.query(
      'select url, secrets.secret from cascade.callbacks, cascade.callback_secrets secrets',
    );
    expect(rows).toEqual([{ url: 'https://x.test/', secret }]);
  });
});

describe('a callback URL that the API registered after the file was applied', () => {
  const file = 'https://file.example.test/token';
  const withCallback = (url?: string | null) =>
    anAccount('a', { ...(url !== undefined && { callback: { url } }) });
  /** As the API does. */
  const register = async (url: string) => {
    const { rows } = await database.pool.query<{ id: number }>('select id from cascade.accounts');
    const upsert = `insert into cascade.callbacks (account_id, url) values ($1, $2)
      on conflict (account_id, subject_id) do update set url = excluded.url`;
    await database.pool.query(upsert, [rows[0]?.id, url]);
  };
  const urls = async () =>
    (await database.pool.query('select url from cascade.callbacks')).rows.map(({ url }) => url);

  test.each([file, null])(
    'stays while the file says %s as before, with a line that says so',
    async (declared) => {
      await apply(withCallback(declared));
      await register('https://api.example.test/token');
      for (let time = 0; time < 2; time += 1) {
        const report = await apply(withCallback(declared));
        expect(hasChanges(report)).toBe(false);
        expect(report.accounts[0]?.kept).toEqual([expect.stringContaining('callback api.example.test')]);
        expect(JSON.stringify(report)).not.toContain('token');
      }
      expect(await urls()).toEqual(['https://api.example.test/token']);
    },
  );

  test('is replaced once the file says another one', async () => {
    await apply(withCallback(file));
    await register('https://api.example.test/');
    const report = await apply(withCallback(`${file}/2`));
    expect(report.accounts[0]).toMatchObject({ kept: [], changes: [{ kind: 'changed', what: 'callback' }] });
    expect(await urls()).toEqual([`${file}/2`]);
    await register('https://api.example.test/');
    await apply(withCallback(null));
    expect(await urls()).toEqual([]);
  });

  test('is replaced by that of the file after the file was applied without it', async () => {
    await apply(withCallback(file));
    await register('https://api.example.test/');
    expect(hasChanges(await apply(withCallback()))).toBe(false);
    expect(await urls()).toEqual(['https://api.example.test/']);
    expect(hasChanges(await apply(withCallback(file)))).toBe(true);
    expect(await urls()).toEqual([file]);
  });

  test('stays although the file was first applied by the version before', async () => {
    await apply(withCallback(file));
    await database.pool.query('update cascade.accounts set file_callback = null');
    expect(hasChanges(await apply(withCallback(file)))).toBe(false);
    await register('https://api.example.test/');
    expect(hasChanges(await apply(withCallback(file)))).toBe(false);
    expect(await urls()).toEqual(['https://api.example.test/']);
  });
});

test('if anything fails, nothing is changed', async () => {
  await apply(anAccount('a'));
  const before = await rowVersions(database.pool);
  await database.pool.query('alter table cascade.stages add constraint refusal check (cascade_id <> 13)');
  const failing = apply(
    anAccount('a', { prices: { SMS: 99 } }),
    anAccount('b', { cascades: [aCascade(13)] }),
  );
  await expect(failing).rejects.toThrow('refusal');
  expect(await rowVersions(database.pool)).toEqual(before);
  await database.pool.query('alter table cascade.stages drop constraint refusal');
});

test('stages keep order, seconds and signature', async () => {
  await apply(
    anAccount('a', { prices: { SMS: 1, CHATTWO: 1 }, cascades: [aCascade(1, ['CHATTWO', 'SMS'])] }),
  );
  const { rows } = await database.pool.query(
    'select position, channel, ttl_seconds as ttl, subject_id, subject from cascade.stages order by position',
  );
  expect(rows).toEqual([
    { position: 1, channel: 'CHATTWO', ttl: 90, subject_id: 1, subject: 'codes' },
    { position: 2, channel: 'SMS', ttl: null, subject_id: 1, subject: 'codes' },
  ]);
});

async function applyTwiceChanges(name: string): Promise<boolean> {
  const file = declare(anAccount(name));
  await applyAccounts(database.pool, file);
  return hasChanges(await applyAccounts(database.pool, file));
}

/** The transaction that last wrote each account and what belongs to it. */
async function rowVersions(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select a.name, a.xmin,
       array(select xmin from cascade.api_keys k where k.account_id = a.id order by hash) as keys,
       array(select xmin from cascade.prices p where p.account_id = a.id order by channel) as prices,
       array(select xmin from cascade.senders s where s.account_id = a.id order by channel, subject) as senders,
       array(select xmin from cascade.stages s where s.account_id = a.id order by uuid) as stages
     from cascade.accounts a order by a.name`,
  );
  return rows;
}

async function booksOf(name: string): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select balance,
       (select sum(amount)::bigint from cascade.ledger l
        where l.account_id = a.id and debit = 'external' and credit = 'available') as ledger
     from cascade.accounts a where name = $1`,
    [name],
  );
  return rows[0];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
