import type { Pool } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { hasChanges } from '../accounts/apply/section.ts';
import { anAccount, declare } from '../testing/declare.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { applyToAll } from './apply-to-shards.ts';

const one = withTestDatabase();
const two = withTestDatabase();
const pools = () => [one.pool, two.pool];

beforeEach(async () => {
  for (const pool of pools()) await pool.query('truncate cascade.accounts, cascade.ledger cascade');
});

const namesIn = async (pool: Pool) => {
  const { rows } = await pool.query<{ name: string }>('select name from cascade.accounts order by name');
  return rows.map(({ name }) => name);
};

test('new accounts go to the shard with the fewest, and stay there', async () => {
  await applyToAll(pools(), declare(anAccount('a'), anAccount('b'), anAccount('c')));
  expect(await namesIn(one.pool)).toEqual(['a', 'c']);
  expect(await namesIn(two.pool)).toEqual(['b']);
  const report = await applyToAll(pools(), declare(anAccount('b'), anAccount('d'), anAccount('a')));
  expect(report.accounts.map(({ name, isNew }) => [name, isNew])).toEqual([
    ['b', false],
    ['d', true],
    ['a', false],
  ]);
  expect(report.leftAlone).toEqual(['c']);
  expect(await namesIn(two.pool)).toEqual(['b', 'd']);
});

test('a second time there is nothing to change, and a dry run changes nothing', async () => {
  const file = declare(anAccount('a'), anAccount('b'));
  expect(hasChanges(await applyToAll(pools(), file, { dryRun: true }))).toBe(true);
  expect([await namesIn(one.pool), await namesIn(two.pool)]).toEqual([[], []]);
  await applyToAll(pools(), file);
  expect(hasChanges(await applyToAll(pools(), file))).toBe(false);
});

test('a key of an account in another shard, which the file does not declare, is refused before any change', async () => {
  await applyToAll(pools(), declare(anAccount('a'), anAccount('b')));
  const file = declare(anAccount('c'), anAccount('d', { keys: [{ key: 'b-key' }] }));
  await expect(applyToAll(pools(), file)).rejects.toThrow(/\/accounts\/1\/keys\/0.*key of the account b/s);
  expect([await namesIn(one.pool), await namesIn(two.pool)]).toEqual([['a'], ['b']]);
});

test('a fault that only the rows of the last shard show is found before any change, at its place in the file', async () => {
  await applyToAll(pools(), declare(anAccount('a'), anAccount('b')));
  await two.pool.query(`
    insert into cascade.api_keys (hash, account_id, added_by_command)
    select sha256(key::bytea), id, true from cascade.accounts cross join unnest('{x,y}'::text[]) as key`);
  const file = declare(anAccount('a', { prices: { SMS: 7 } }), anAccount('b'));
  await expect(applyToAll(pools(), file)).rejects.toThrow('/accounts/1/keys');
  const { rows } = await one.pool.query('select price from cascade.prices');
  expect(rows).toEqual([{ price: 5 }]);
});
