import { expect, test } from 'vitest';
import { isStoreAway } from '../../http/store-failure.ts';
import { heardLog } from '../../testing/heard-log.ts';
import { withSilencedPool } from '../../testing/silenced-pool.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { withinLimit } from './stop-within-limit.ts';

const silenced = withSilencedPool(withTestDatabase());
const limits = { silent: 50, total: 1_000_000, tick: 5 };

test('a stop that waits for a silent database ends without it', async () => {
  const { pool, proxy, connections } = silenced;
  const log = heardLog();
  await pool.query('select 1');
  proxy.silenceAll();
  await withinLimit(
    connections,
    log,
    async () => {
      // Without end, were it not for the limit.
      for (let isOver = false; !isOver; ) {
        const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason);
        expect(isStoreAway(error)).toBe(true);
        isOver = error instanceof Error && error.message === 'the service has stopped using the database';
      }
    },
    limits,
  );
  expect(log.error).toHaveBeenCalledWith(expect.anything(), 'stopping without the database');
});

test('a stop that takes too long for another reason is limited, too, and an idle database is not silent', async () => {
  const { pool, connections } = silenced;
  await pool.query('select 1');
  expect(connections.isSilent).toBe(false);
  const log = heardLog();
  await withinLimit(
    connections,
    log,
    async () => {
      await expect(pool.query('select pg_sleep(600)')).rejects.toThrow();
    },
    { silent: 1_000_000, total: 20, tick: 5 },
  );
});

test('a stop that ends in time leaves the database alone', async () => {
  const { pool, connections } = silenced;
  const log = heardLog();
  const patient = { ...limits, silent: limits.total };
  await withinLimit(connections, log, async () => void (await pool.query('select 1')), patient);
  expect(log.error).not.toHaveBeenCalled();
  await pool.query('select 1');
});
