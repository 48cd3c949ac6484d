import { expect, onTestFinished, test } from 'vitest';
import { isStoreAway } from '../../http/store-failure.ts';
import { silent } from '../../log.ts';
import { heardLog } from '../../testing/heard-log.ts';
import { withSilencedPool } from '../../testing/silenced-pool.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { createPool } from '../create-pool.ts';
import { createConnections } from './connections.ts';
import { AbandonedDatabaseError } from './errors.ts';
import { insist } from './insist.ts';
import { withinLimit } from './stop-within-limit.ts';

const silenced = withSilencedPool(withTestDatabase());
/** A stop that waits for one part. */
const stopBy = (run: () => Promise<void>) => ({ run, waitsFor: 'callbacks' });
const limits = { away: 50, total: 1_000_000, tick: 5 };

test('a stop that waits for a silent database ends without it', async () => {
  const { pool, proxy, connections } = silenced;
  const log = heardLog();
  await pool.query('select 1');
  proxy.silenceAll();
  await withinLimit(
    connections,
    log,
    stopBy(async () => {
      // Without end, were it not for the limit.
      for (let isOver = false; !isOver; ) {
        const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason);
        expect(isStoreAway(error)).toBe(true);
        isOver = error instanceof Error && error.message === 'the service has stopped using the database';
      }
    }),
    limits,
  );
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ waitsFor: 'callbacks' }),
    'stopping without the database',
  );
});

test('nothing insists on a database that the stop has given up, and refuses connections', async () => {
  const connections = createConnections();
  const connectionString = 'postgresql://user:secret@127.0.0.1:1/none';
  const pool = createPool({ connectionString, connections });
  onTestFinished(() => pool.end());
  const work = () => insist({ forMs: 1_000_000, pauseMs: 1 }, () => pool.query('select 1'));
  const stop = async () => {
    for (const _ of [1, 2]) await expect(work()).rejects.toThrow(AbandonedDatabaseError);
  };
  await withinLimit(connections, silent, stopBy(stop), limits);
  expect(connections.isAway).toBe(true);
});

test('a stop that takes too long for another reason is limited, too, and an idle database is not away', async () => {
  const { pool, connections } = silenced;
  await pool.query('select 1');
  expect(connections.isAway).toBe(false);
  const log = heardLog();
  await withinLimit(
    connections,
    log,
    stopBy(async () => {
      await expect(pool.query('select pg_sleep(600)')).rejects.toThrow();
    }),
    { away: 1_000_000, total: 20, tick: 5 },
  );
});

test('a stop that ends in time leaves the database alone', async () => {
  const { pool, connections } = silenced;
  const log = heardLog();
  const patient = { ...limits, away: limits.total };
  await withinLimit(
    connections,
    log,
    stopBy(async () => void (await pool.query('select 1'))),
    patient,
  );
  expect(log.error).not.toHaveBeenCalled();
  await pool.query('select 1');
});
