import { expect, test } from 'vitest';
import { anAccount, declare } from '../testing/declare.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { applyAccounts } from './apply/apply-accounts.ts';
import { readBooks, topUp } from './money.ts';

const database = withTestDatabase();
const open = (name: string, balance: number) =>
  applyAccounts(database.pool, declare(anAccount(name, { balance })));

test('the balance is the sum of the ledger, also with concurrent top-ups', async () => {
  await open('busy', 100);
  await Promise.all(Array.from({ length: 20 }, (_, n) => topUp(database.pool, 'busy', n + 1)));
  expect(await readBooks(database.pool, 'busy')).toEqual({
    available: 310,
    reserved: 0,
    spent: 0,
    deposited: 310,
    agree: true,
  });
  const { rows } = await database.pool.query(
    `select count(*)::int as n, sum(amount)::int as total from cascade.ledger
     where debit = 'external' and credit = 'available' and message_id is null`,
  );
  expect(rows).toEqual([{ n: 21, total: 310 }]);
});

test('the books count what is reserved and spent', async () => {
  await open('user', 10);
  await database.pool.query(`
    insert into cascade.ledger (account_id, debit, credit, amount)
    select id, debit, credit, amount
    from cascade.accounts, (values ('available', 'reserved', 8), ('reserved', 'spent', 3), ('reserved', 'available', 1))
      as moves (debit, credit, amount)
    where name = 'user'`);
  await database.pool.query(`update cascade.accounts set balance = 7, reserved = 4 where name = 'user'`);
  expect(await readBooks(database.pool, 'user')).toEqual({
    available: 3,
    reserved: 4,
    spent: 3,
    deposited: 10,
    agree: true,
  });
});

test('money that moves past the ledger shows', async () => {
  await open('leak', 10);
  await database.pool.query(`update cascade.accounts set balance = 11 where name = 'leak'`);
  expect(await readBooks(database.pool, 'leak')).toMatchObject({ agree: false });
});

test('a top-up does not add up the ledger, which only grows, while the account is locked', async () => {
  await open('old', 10);
  // Entries that cannot be added up.
  await database.pool.query(`
    insert into cascade.ledger (account_id, debit, credit, amount)
    select id, 'reserved', 'spent', 9223372036854775807 from cascade.accounts, generate_series(1, 2)
    where name = 'old'`);
  await expect(readBooks(database.pool, 'old')).rejects.toThrow('bigint out of range');
  expect(await topUp(database.pool, 'old', 5)).toEqual({ available: 15, reserved: 0 });
});

test('a balance beyond exact numbers is refused, and nothing is booked', async () => {
  await open('full', Number.MAX_SAFE_INTEGER);
  await expect(topUp(database.pool, 'full', 1)).rejects.toThrow('may not exceed 9007199254740991');
  expect(await readBooks(database.pool, 'full')).toMatchObject({
    available: Number.MAX_SAFE_INTEGER,
    agree: true,
  });
});

test('the error for an unknown account lists the known ones', async () => {
  await open('known', 0);
  await expect(topUp(database.pool, 'missing', 1)).rejects.toThrow(
    /^No account is called missing\. There are: .*known/,
  );
});
