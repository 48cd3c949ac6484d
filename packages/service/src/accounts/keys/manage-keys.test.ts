import { beforeEach, expect, test } from 'vitest';
import { anAccount, declare } from '../../testing/declare.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { applyAccounts } from '../apply/apply-accounts.ts';
import { hashKey } from '../key-hash.ts';
import { addKey, expireKey, listKeys, removeKey } from './manage-keys.ts';

const database = withTestDatabase();
const now = new Date('2026-06-01T00:00:00Z');
const fresh = { label: 'fresh', expiresAt: null, now };

beforeEach(async () => {
  await database.pool.query('truncate cascade.accounts cascade');
  await applyAccounts(database.pool, declare(anAccount('a', { keys: [{ key: 'first', label: 'first' }] })));
});

test('a new key is long, random and kept as its hash', async () => {
  const { key, hash } = await addKey(database.pool, 'a', fresh);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(hash).toBe(hashKey(key).toString('hex'));
  expect((await listKeys(database.pool, 'a')).map(({ label }) => label)).toEqual(['first', 'fresh']);
});

test('a third valid key is refused, also of two that come at once; an expired one does not count', async () => {
  const both = await Promise.allSettled([
    addKey(database.pool, 'a', fresh),
    addKey(database.pool, 'a', fresh),
  ]);
  expect(both.filter(({ status }) => status === 'rejected')).toEqual([
    {
      status: 'rejected',
      reason: expect.objectContaining({
        name: 'KeyError',
        message: expect.stringMatching(/2 valid keys already/),
      }),
    },
  ]);
  await expireKey(database.pool, 'a', 'first', { at: now, now });
  await addKey(database.pool, 'a', fresh);
  expect(await listKeys(database.pool, 'a')).toHaveLength(3);
});

test('a key is named by its label or the first digits of its hash', async () => {
  const { hash } = await addKey(database.pool, 'a', { ...fresh, label: null });
  expect(await expireKey(database.pool, 'a', hash.slice(0, 8).toUpperCase(), { at: now, now })).toMatchObject(
    {
      hash,
      expiresAt: now,
    },
  );
  expect(await removeKey(database.pool, 'a', 'first', now)).toMatchObject({ label: 'first' });
  expect(await listKeys(database.pool, 'a')).toEqual([{ hash, label: null, expiresAt: now }]);
});

test('an expired key does not become a third valid one', async () => {
  const later = new Date('2027-01-01T00:00:00Z');
  await expireKey(database.pool, 'a', 'first', { at: now, now });
  await addKey(database.pool, 'a', fresh);
  await addKey(database.pool, 'a', { ...fresh, label: 'second' });
  const revive = () => expireKey(database.pool, 'a', 'first', { at: later, now });
  await expect(revive()).rejects.toThrow(/2 valid keys already/);
  await removeKey(database.pool, 'a', 'second', now);
  expect(await revive()).toMatchObject({ expiresAt: later });
});

test('a name that fits no key or several changes nothing', async () => {
  await addKey(database.pool, 'a', { ...fresh, label: 'first' });
  const before = await listKeys(database.pool, 'a');
  await expect(removeKey(database.pool, 'a', 'first', now)).rejects.toThrow(
    /^first fits first \(\w{8}\) and first \(\w{8}\)\./,
  );
  await expect(removeKey(database.pool, 'a', before[0]?.hash.slice(0, 5) ?? '', now)).rejects.toThrow(
    /^a has no key /,
  );
  expect(await listKeys(database.pool, 'a')).toEqual(before);
});
