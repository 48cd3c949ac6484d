import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyAccounts } from '../accounts/apply/apply-accounts.ts';
import { anAccount, declare } from '../testing/declare.ts';
import { runHere } from '../testing/run-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { createOptOuts, type OptOuts } from './opt-outs.ts';

const database = withTestDatabase();
const apply: OptOuts['apply'] = (...wish) => createOptOuts(database.pool).apply(...wish);
const sender = (subject: string, channel: 'SMS' | 'CHATONE' = 'SMS') => ({ channel, subject });

beforeEach(async () => {
  const accounts = [
    anAccount('shop', { senders: [sender('+4915112345678'), sender('73535')] }),
    anAccount('bank', { senders: [sender('4915112345678'), sender('73535', 'CHATONE')] }),
    anAccount('other', { senders: [sender('codes')] }),
  ];
  await applyAccounts(database.pool, declare(...accounts));
});

afterEach(() => database.pool.query('delete from cascade.opt_outs'));

/** The accounts that have the number on their lists. */
async function listing(address: string): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select account.name from cascade.opt_outs listed join cascade.accounts account on account.id = listed.account_id
     where listed.address = $1 order by account.id`,
    [address],
  );
  return rows.map(({ name }) => name);
}

const to = (subject: string, channel = 'SMS') => ({ subject, channel });
const runs = (...args: readonly string[]) =>
  runHere(['opt-outs', ...args], { DATABASE_URL: database.connectionString });

test('an opt-out is of every account that has the sender on the channel, with or without the plus', async () => {
  expect(await apply('opt-out', '+12025550101', to('+4915112345678'))).toBe(2);
  expect(await listing('12025550101')).toEqual(['shop', 'bank']);
  expect(await listing('12025550102')).toEqual([]);
  expect(await apply('opt-out', '12025550102', to('73535'))).toBe(1);
  expect(await listing('12025550102')).toEqual(['shop']);
  expect(await apply('opt-out', '+12025550103', to('99999'))).toBe(0);
  expect(await listing('12025550103')).toEqual([]);
});

test('an opt-in takes the number off the lists of these accounts, also if an operator has put it there', async () => {
  await runs('add', '+12025550101', '--account', 'shop');
  await runs('add', '+12025550101', '--account', 'other');
  expect(await apply('opt-in', '+12025550101', to('4915112345678'))).toBe(2);
  expect(await listing('12025550101')).toEqual(['other']);
});

test('an opt-out again changes nothing', async () => {
  for (let n = 0; n < 2; n += 1) expect(await apply('opt-out', '+12025550101', to('73535'))).toBe(1);
  expect(await listing('12025550101')).toEqual(['shop']);
});

test('operators list, add and remove the numbers of an account', async () => {
  await apply('opt-out', '+12025550101', to('73535'));
  expect(await runs('add', '+12025550101', '12025550102', '--account', 'shop')).toMatchObject({
    code: 0,
    out: '1 added, 1 were listed already.\n',
  });
  const listed = JSON.parse((await runs('list', '--account', 'shop', '--json')).out);
  expect(listed).toEqual([
    { address: '12025550102', since: expect.any(String), source: 'operator' },
    { address: '12025550101', since: expect.any(String), source: 'subscriber' },
  ]);
  expect(JSON.parse((await runs('list', '--account', 'shop', '--limit', '1', '--json')).out)).toHaveLength(1);
  expect(await listing('12025550102')).toEqual(['shop']);
  expect(await runs('remove', '+12025550102', '12025550103', '--account', 'shop')).toMatchObject({
    code: 0,
    out: '1 removed, 1 were not listed.\n',
  });
  expect(await listing('12025550102')).toEqual([]);
});

test('a number or an account that is none is refused', async () => {
  expect(await runs('add', 'codes', '--account', 'shop')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Expected 7 to 15 digits'),
  });
  for (const command of [['list'], ['add', '+12025550101'], ['remove', '+12025550101']])
    expect(await runs(...command, '--account', 'unknown')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No account is called unknown'),
    });
});
