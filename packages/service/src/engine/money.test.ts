import { stageOf } from '@cascade/transition/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { booksOf } from '../testing/audit.ts';
import { addAccount } from '../testing/rows.ts';
import { createTestBench } from '../testing/test-bench.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();

const addresses = fc
  .oneof(fc.integer({ min: 101, max: 113 }), fc.integer({ min: 120, max: 128 }), fc.constant(199))
  .map((last) => `+1202555${String(last).padStart(4, '0')}`);

const messages = fc.array(
  fc.record({
    address: fc.oneof(addresses, fc.constant('call me')),
    duplicate: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    plan: fc.array(
      fc
        .record({
          channel: fc.constantFrom('SMS', 'CHATONE', 'CHATTWO'),
          ttlSeconds: fc.constantFrom(null, 3, 40),
          price: fc.nat(7),
        })
        .map(stageOf),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 200, maxLength: 200 },
);

test('is exact to the unit after 200 random messages, at any time', async () => {
  const bench = await createTestBench(database.pool, { settings: { giveUpSeconds: 600 } });
  const accountId = await addAccount(database.pool, { balance: 1_000_000 });
  const { pool } = database;
  for (const message of fc.sample(messages, 1).flat()) await bench.schedule({ ...message, accountId });

  const expectExact = async () => {
    const { balance, reserved, spent, ledger, messages } = await booksOf(pool, accountId);
    expect(ledger).toEqual({ balance, reserved, spent });
    expect(balance + spent).toBe(1_000_000);
    expect(messages).toBe(reserved);
    const { rows } = await pool.query<{ paid: number }>(paidSql);
    expect(rows).toEqual([{ paid: spent }]);
  };
  for (let minute = 0; minute < 4; minute += 1) {
    await bench.run(25);
    await expectExact();
  }
  await bench.run();
  await expectExact();
  // Only a stage without TTL and without a report is still under way.
  const { rows } = await pool.query<{ open: number; waiting: number }>(openSql);
  expect(rows).toEqual([{ open: rows[0]?.waiting, waiting: rows[0]?.open }]);
});

/** The prices of the stages that were sent to a gateway, which are those with an ENQUEUED event. */
const paidSql = `
  select coalesce(sum((p.stages -> (c.position - 1) ->> 'price')::bigint), 0)::bigint as paid
  from test_changes c join cascade.message_plans p using (message_id)
  where c.status = 'ENQUEUED'`;

const openSql = `
  select (select count(*) from cascade.messages where state <> 'ended') as open,
    (select count(*) from cascade.stage_attempts a join cascade.message_plans p using (message_id)
     where a.state <> 'ended' and p.stages -> (a.position - 1) ->> 'ttlSeconds' is null) as waiting`;
