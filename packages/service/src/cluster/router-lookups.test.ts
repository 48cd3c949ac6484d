import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyAccounts } from '../accounts/apply/apply-accounts.ts';
import { StoreAwayError } from '../store/connection/errors.ts';
import { anAccount, declare } from '../testing/declare.ts';
import { insertAttempt } from '../testing/insert-attempt.ts';
import { named, type TestDatabase, withTestDatabase } from '../testing/test-database.ts';
import { createShardRouter, type RunningShard } from './router.ts';
import type { ShardNumber } from './shard.ts';

const here = withTestDatabase();
const elsewhere = withTestDatabase();

/** Of shards of which the router uses nothing but the database. */
const routerOf = (databases: readonly TestDatabase[], away: readonly ShardNumber[] = []) =>
  createShardRouter({
    running: databases.map(({ pool }, number) => ({ number, pool }) as RunningShard),
    away: new Set(away),
  });

describe('the attempt of a receipt', () => {
  const reference = 'smpp:SMS:1';

  afterEach(async () => {
    for (const { pool } of [here, elsewhere]) await pool.query(named('delete from cascade.stage_attempts'));
  });

  test.each([
    ['a younger one', { started: 13 }, true],
    ['an older one', { started: 11 }, false],
    ['a younger, ended one', { started: 13, state: 'ended' }, false],
  ] as const)('is %s of another shard, if it is better', async (_, other, isBetter) => {
    const own = await insertAttempt(here.pool, { reference, started: 12 });
    const there = await insertAttempt(elsewhere.pool, { reference, ...other });
    for (const databases of [
      [here, elsewhere],
      [elsewhere, here],
    ])
      expect(await routerOf(databases).find([{ reference, status: 'DELIVERED' }])).toEqual([
        { attemptId: isBetter ? there : own },
      ]);
  });

  test('is not known to be none while a shard is away that may have it', async () => {
    const open = await insertAttempt(here.pool, { reference: 'smpp:SMS:2' });
    await insertAttempt(here.pool, { reference: 'smpp:SMS:3', state: 'ended' });
    const wanted = ['smpp:SMS:2', 'smpp:SMS:3', 'smpp:SMS:4'].map(
      (one) => ({ reference: one, status: 'DELIVERED' }) as const,
    );
    const failure = expect.any(StoreAwayError);
    expect(await routerOf([here], [1]).find(wanted)).toEqual([{ attemptId: open }, { failure }, { failure }]);
    expect(await routerOf([], [0, 1]).find(wanted)).toEqual([{ failure }, { failure }, { failure }]);
  });
});

describe('an opt-out', () => {
  const optOut = (...of: Parameters<typeof routerOf>) =>
    routerOf(...of).optOuts.apply('opt-out', '+12025550101', { channel: 'SMS', subject: '73535' });

  afterEach(async () => {
    for (const { pool } of [here, elsewhere]) await pool.query(named('delete from cascade.opt_outs'));
  });

  beforeEach(async () => {
    const sender = { senders: [{ channel: 'SMS', subject: '73535' } as const] };
    await applyAccounts(here.pool, declare(anAccount('shop', sender)));
    await applyAccounts(elsewhere.pool, declare(anAccount('bank', sender), anAccount('other')));
  });

  test('is of the accounts of all shards that have the sender', async () => {
    expect(await optOut([here, elsewhere])).toBe(2);
  });

  test('is not acknowledged while a shard is away, since an account there may have the sender', async () => {
    await expect(optOut([here], [1])).rejects.toThrow(StoreAwayError);
    const { rows } = await here.pool.query(named('select from cascade.opt_outs'));
    expect(rows).toHaveLength(0);
  });
});
