import { freePort, type SilentProxy, startSilentProxy } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningService } from '../service-options.ts';
import { anAccount } from '../testing/declare.ts';
import { heardLog } from '../testing/heard-log.ts';
import { testClusterUrl } from '../testing/not-on-a-cluster.ts';
import { scheduling, send } from '../testing/requests.ts';
import { runHere } from '../testing/run-service.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { findShards, nodeName } from './nodes.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test.skipIf(testClusterUrl !== '')(
  'a cluster (skipped: CASCADE_TEST_CLUSTER names no coordinator)',
  ({ skip }) => skip(),
);

if (testClusterUrl !== '')
  describe('a replica that starts while a worker is down', () => {
    const database = withTestDatabase();
    /** Between everything and the worker that has shard 1. */
    let proxy: SilentProxy;
    let up: { readonly host: string; readonly port: number };
    let service: RunningService | undefined;

    const start = (names: readonly string[], log = heardLog()) =>
      startTestService({
        database: database.connectionString,
        accounts: names.map((name) => anAccount(name, { balance: 100_000 })),
        config: { log },
      });

    const schedule = async (name: string) =>
      (await send(service?.url ?? '', scheduling({}, `${name}-key`))).status;
    const isStoreUp = async () =>
      /^cascade_store_up (\d)$/m.exec(await (await fetch(`${service?.operationsUrl}/metrics`)).text())?.[1];
    const isReady = async () => (await fetch(`${service?.operationsUrl}/readyz`)).status;

    beforeAll(async () => {
      const environment = { DATABASE_URL: database.connectionString };
      await runHere(['cluster', 'distribute', '--shards', '2'], environment);
      const [other, away] = await findShards(database.pool);
      if (other === undefined || away === undefined) throw new Error('expected two shards');
      expect(nodeName(other.node)).not.toBe(nodeName(away.node));
      up = away.node;
      proxy = await startSilentProxy(up);
      // Not by citus_update_node, of which Citus 13.2.2 crashed once here. Only this test's database knows
      // the worker by this port.
      await database.pool.query('update pg_dist_node set nodeport = $2 where nodeport = $1', [
        up.port,
        proxy.port,
      ]);
      service = await start(['first', 'second']);
      expect(await Promise.all(['first', 'second'].map(schedule))).toEqual([200, 200]);
      await service.close();
      proxy.retarget({ host: '127.0.0.1', port: await freePort() });
    });

    afterAll(async () => {
      await service?.close();
      await proxy?.close();
    });

    test('serves the shards that answer, and the others when they do', async () => {
      const log = heardLog();
      service = await start(['first', 'second', 'third'], log);
      expect(log.warn.mock.lastCall?.[1]).toBe(
        'these shards do not answer: they are served, and the accounts file is applied, when they do',
      );
      expect(await isReady()).toBe(200);
      expect(await isStoreUp()).toBe('0');
      expect(await schedule('first')).toBe(200);
      // They may be of the shard that is away: to ask again later is right.
      expect(await Promise.all(['second', 'third', 'unknown'].map(schedule))).toEqual([503, 503, 503]);
      proxy.retarget(up);
      await vi.waitFor(
        async () =>
          expect(await Promise.all(['first', 'second', 'third', 'unknown'].map(schedule))).toEqual([
            200, 200, 200, 401,
          ]),
        { timeout: 30_000, interval: 200 },
      );
      expect(await isStoreUp()).toBe('1');
      await service.close();
      service = undefined;
      expect(new Set(log.error.mock.calls.map(([, message]) => message))).toEqual(
        new Set(['the store is unavailable']),
      );
    });

    test('so it does if a worker is silent, as one behind a firewall', async () => {
      proxy.silenceAll();
      const begin = performance.now();
      service = await start(['first', 'second', 'third']);
      // The worker stays silent for as long as the test runs.
      expect(performance.now() - begin).toBeLessThan(60_000);
      expect(await schedule('first')).toBe(200);
      expect(await schedule('second')).toBe(503);
    });
  });
