import { beforeEach, describe, expect, test } from 'vitest';
import type { DeclaredKey } from '../../generated/declared-accounts.ts';
import { anAccount, declare } from '../../testing/declare.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { addKey, expireKey, listKeys, removeKey } from '../keys/manage-keys.ts';
import { applyAccounts } from './apply-accounts.ts';

const database = withTestDatabase();
const now = new Date();
const past = new Date('2026-01-01T00:00:00Z');
const later = new Date('2036-06-01T00:00:00Z');
const old = { key: 'old-key', label: 'old' };
const never = { label: 'new', expiresAt: null, now };

beforeEach(async () => {
  await database.pool.query('truncate cascade.accounts cascade');
  await apply(old);
});

async function apply(...keys: readonly DeclaredKey[]) {
  const report = await applyAccounts(database.pool, declare(anAccount('a', { keys })));
  return report.accounts[0] ?? { changes: [], kept: [] };
}

const add = () => addKey(database.pool, 'a', never);
const expire = (at: Date) => expireKey(database.pool, 'a', 'old', { at, now });
const remove = () => removeKey(database.pool, 'a', 'old', now);
const labels = async () => (await listKeys(database.pool, 'a')).map(({ label }) => label);
const oldExpires = async () =>
  (await listKeys(database.pool, 'a')).find(({ label }) => label === 'old')?.expiresAt;

describe('a key that the command line added', () => {
  test('stays and is reported, until the file lists it; then the file may remove it', async () => {
    const { hash } = await add();
    expect(await apply(old)).toMatchObject({
      changes: [],
      kept: [expect.stringMatching(/^key new \(\w{8}\): the command line added it, and it stays valid/)],
    });
    expect(await labels()).toEqual(['new', 'old']);
    expect(await apply(old, { hash, label: 'listed' })).toMatchObject({
      changes: [{ kind: 'changed', what: 'key' }],
      kept: [],
    });
    expect(await apply(old)).toMatchObject({ changes: [{ kind: 'removed', what: 'key' }], kept: [] });
    expect(await labels()).toEqual(['old']);
  });

  test('moves to another account if the file lists it there', async () => {
    const { hash } = await add();
    const accounts = [anAccount('a', { keys: [old] }), anAccount('b', { keys: [{ hash }] })];
    const report = await applyAccounts(database.pool, declare(...accounts));
    expect(report.accounts.flatMap(({ kept }) => kept)).toEqual([]);
    expect(await labels()).toEqual(['old']);
    expect(await listKeys(database.pool, 'b')).toMatchObject([{ hash }]);
  });

  test('counts: a third valid key is refused with its line, and nothing is changed', async () => {
    await add();
    const failing = apply(old, { key: 'third' });
    await expect(failing).rejects.toThrow(
      /^accounts\.yaml:\d+:\d+: \/accounts\/0\/keys: expected at most 2 keys valid at once, found 3 with new \(/m,
    );
    expect(await labels()).toEqual(['new', 'old']);
    await expire(past);
    expect(await apply(old, { key: 'third', label: 'third' })).toMatchObject({
      changes: [{ kind: 'created' }],
    });
  });

  test('counts: the line of the file is right behind many other accounts, too', async () => {
    await add();
    const others = Array.from({ length: 250 }, (_, n) => anAccount(`other-${n}`, { keys: [] }));
    const file = declare(...others, anAccount('a', { keys: [old, { key: 'third' }] }));
    await expect(applyAccounts(database.pool, file)).rejects.toThrow(
      '/accounts/250/keys: expected at most 2',
    );
  });
});

describe('a key that the command line expired', () => {
  test('stays expired, whatever the file says, also after the file has left it out', async () => {
    await expire(past);
    for (const keys of [[old], [], [{ ...old, expiresAt: later.toISOString() }]]) {
      const { kept } = await apply(...keys);
      expect(kept).toHaveLength(keys.length);
      if (keys.length > 0) expect(await oldExpires()).toEqual(past);
    }
    expect((await apply(old)).kept).toEqual([
      expect.stringMatching(
        /^key old \(\w{8}\): it expires at 2026-01-01T00:00:00\.000Z, set on the command line/,
      ),
    ]);
  });

  test('ends earlier if the file says so', async () => {
    await expire(later);
    expect(await apply({ ...old, expiresAt: past.toISOString() })).toMatchObject({ kept: [] });
    expect(await oldExpires()).toEqual(past);
  });

  test('is reported no more once the file says the same', async () => {
    await expire(past);
    expect(await apply({ ...old, expiresAt: past.toISOString() })).toMatchObject({ changes: [], kept: [] });
  });
});

describe('a key that the command line removed', () => {
  test('is never restored, and reported while the file has it', async () => {
    await remove();
    const report = await apply(old);
    expect(report).toMatchObject({
      changes: [],
      kept: [expect.stringMatching(/: the command line removed it at /)],
    });
    await apply();
    await apply(old);
    expect(await labels()).toEqual([]);
  });

  test('is not restored for another account either', async () => {
    await remove();
    await applyAccounts(database.pool, declare(anAccount('b', { keys: [old] })));
    expect(await listKeys(database.pool, 'b')).toEqual([]);
  });
});

test.each([
  ['expire', () => expire(past), [past]],
  ['remove', remove, []],
])('%s wins over files that are applied at the same time', async (_, command, expected) => {
  const applying = Array.from({ length: 10 }, () => apply(old));
  const commanded = command();
  await Promise.all([...applying, ...Array.from({ length: 10 }, () => apply(old)), commanded]);
  expect((await listKeys(database.pool, 'a')).map(({ expiresAt }) => expiresAt)).toEqual(expected);
});
