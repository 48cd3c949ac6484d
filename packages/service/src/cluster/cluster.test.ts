import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningService } from '../service-options.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { audit, nothingWrong } from '../testing/audit.ts';
import { narrow, testCatalogue, testReasons } from '../testing/contract.ts';
import { anAccount, signedAccounts } from '../testing/declare.ts';
import { testClusterUrl } from '../testing/not-on-a-cluster.ts';
import { scheduling, send } from '../testing/requests.ts';
import { runHere } from '../testing/run-service.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { type StatusReceiver, startStatusReceiver } from '../testing/status-receiver.ts';
import { named, withTestDatabase } from '../testing/test-database.ts';
import { shardOf, tablesThroughCoordinator } from './shard.ts';

const shards = [0, 1, 2];
const names = ['first', 'second', 'third'];

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test.skipIf(testClusterUrl !== '')(
  'a cluster (skipped: CASCADE_TEST_CLUSTER names no coordinator)',
  ({ skip }) => skip(),
);

if (testClusterUrl !== '')
  describe('a service on a Citus cluster', () => {
    const database = withTestDatabase();
    let service: RunningService;
    let receiver: StatusReceiver;

    const run = (...args: readonly string[]) => runHere(args, { DATABASE_URL: database.connectionString });
    const schedule = (name: string, part: object = {}) => send(service.url, scheduling(part, `${name}-key`));

    async function inShard<Result>(
      shard: number,
      work: (pool: ReturnType<typeof createPool>) => Promise<Result>,
    ): Promise<Result> {
      const { connectionString } = database;
      const pool = createPool({
        connectionString,
        tables: tablesThroughCoordinator(shard),
        size: 1,
        patience: setupPatience,
      });
      return work(pool).finally(() => pool.end());
    }

    const delivered = (requestId: string) =>
      receiver.eventWhere((event) => event.requestId === requestId && event.status === 'DELIVERED');

    beforeAll(async () => {
      expect(await run('cluster', 'distribute', '--shards', '3')).toMatchObject({ code: 0 });
      receiver = await startStatusReceiver();
      const own = names.map((name) => anAccount(name, { balance: 100_000 }));
      const accounts = await signedAccounts([...own, narrow]);
      service = await startTestService({ database: database.connectionString, accounts });
      for (const name of [...names, 'demo', 'narrow']) await receiver.register(service.url, `${name}-key`);
    });

    afterAll(async () => {
      await service?.close();
      await receiver?.close();
    });

    test('the accounts are spread, and the id of each names its shard', async () => {
      const found = await Promise.all(
        shards.map((shard) =>
          inShard(shard, async (pool) => {
            const { rows } = await pool.query<{ id: number }>(named('select id from cascade.accounts'));
            return rows.map(({ id }) => shardOf(id));
          }),
        ),
      );
      for (const [shard, ids] of found.entries()) {
        expect(ids.length).toBeGreaterThan(1);
        expect(new Set(ids)).toEqual(new Set([shard]));
      }
    });

    describe('answers as the catalogue has it', () => testCatalogue(() => service.url));

    testReasons(() => ({ service, receiver }));

    test('messages of all accounts are accepted, sent, reported and listed', async () => {
      for (const name of names) {
        const requestId = randomUUID();
        expect(await schedule(name, { requestId })).toMatchObject({ status: 200, body: { requestId } });
        await delivered(requestId);
        const told = await run('messages', 'show', requestId, '--json');
        expect(JSON.parse(told.out)).toMatchObject([{ account: name, state: 'ended' }]);
      }
      expect(await schedule('unknown')).toMatchObject({ status: 401 });
    });

    test('of 200 at once with one request id one is accepted, in each shard', async () => {
      await Promise.all(
        names.map(async (name) => {
          const requestId = randomUUID();
          const answers = await Promise.all(Array.from({ length: 200 }, () => schedule(name, { requestId })));
          expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
          expect(answers.filter(({ status }) => status === 400)).toHaveLength(199);
        }),
      );
    });

    test('shards move while they are used, and lose and double nothing', async () => {
      let isOver = false;
      const accepted: string[] = [];
      const callers = names
        .flatMap((name) => [name, name])
        .map(async (name) => {
          while (!isOver) {
            const requestId = randomUUID();
            const { status } = await schedule(name, { requestId });
            if (status === 200) accepted.push(requestId);
            else expect(status).toBe(503);
          }
        });
      const { shards: before } = JSON.parse((await run('cluster', 'status', '--json')).out);
      const nodes = JSON.parse((await run('cluster', 'status', '--json')).out).nodes.map(
        ({ node }: { node: string }) => node,
      );
      for (const { shard, node } of before) {
        const to = nodes.find((other: string) => other !== node);
        const moved = await run('cluster', 'rebalance', '--shard', String(shard), '--to', to);
        expect(moved).toMatchObject({ code: 0, err: '' });
      }
      isOver = true;
      await Promise.all(callers);
      for (const requestId of accepted) await delivered(requestId);
      for (const shard of shards)
        await vi.waitFor(async () => expect(await inShard(shard, audit)).toMatchObject(nothingWrong), {
          timeout: 60_000,
          interval: 100,
        });
      const { shards: after } = JSON.parse((await run('cluster', 'status', '--json')).out);
      for (const [place, { node }] of before.entries()) expect(after[place].node).not.toBe(node);
    });

    test('commands find the shard of an account', async () => {
      for (const name of names) {
        expect(await run('balance', 'top-up', '--account', name, '--amount', '5')).toMatchObject({ code: 0 });
        expect((await run('keys', 'list', '--account', name)).out).toContain('valid');
        expect((await run('callbacks', 'list')).out).toContain(name);
      }
      expect(await run('balance', 'show', '--account', 'nowhere')).toMatchObject({ code: 1 });
    });

    test('shards are not taken away', async () => {
      expect(await run('cluster', 'distribute', '--shards', '2')).toMatchObject({
        code: 1,
        err: expect.stringContaining('none can be taken away'),
      });
      expect(await run('cluster', 'distribute', '--shards', '3')).toMatchObject({ code: 0 });
    });
  });
