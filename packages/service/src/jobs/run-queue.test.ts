import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { silent } from '../log.ts';
import { createConnections } from '../store/connection/connections.ts';
import { inTransaction } from '../store/transaction.ts';
import { forgetHolder } from '../testing/forget-holder.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { insertJobs } from './insert-jobs.ts';
import { type Jobs, openJobs } from './open-jobs.ts';
import { queues } from './queues.ts';
import { type JobResult, runQueue } from './run-queue.ts';

const database = withTestDatabase();
let jobs: Jobs;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
});

afterAll(async () => {
  await jobs.close();
});

const options = { batchSize: 10, concurrency: 2, log: silent };

async function add(...numbers: number[]): Promise<void> {
  const list = numbers.map((number) => ({ queue: queues.stage, data: { number } }));
  await inTransaction(database.pool, (client) => insertJobs(client, jobs, list));
}

/** Collects jobs from any number of batches. */
function collector(count: number) {
  const seen: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    seen,
    all: promise,
    see(number: number) {
      seen.push(number);
      if (seen.length === count) resolve();
    },
  };
}

function completed(batch: readonly { readonly id: string }[]): readonly JobResult[] {
  return batch.map(({ id }) => ({ id, status: 'completed' }));
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from cascade_jobs.job group by state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

describe('a queue', () => {
  test('runs each job once, in batches, and is empty then', async () => {
    const numbers = Array.from({ length: 35 }, (_, index) => index);
    await add(...numbers);
    const { seen, see, all } = collector(35);
    const sizes: number[] = [];
    const runner = runQueue<{ number: number }>(jobs, queues.stage, {
      ...options,
      async handle(batch) {
        sizes.push(batch.length);
        for (const { data } of batch) see(data.number);
        return completed(batch);
      },
    });
    await all;
    await runner.stop();
    expect(seen.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(Math.max(...sizes)).toBe(10);
    expect(await states()).toEqual({});
  });

  test('wakes up when a job is committed, and not before', async () => {
    const { seen, see, all } = collector(1);
    const runner = runQueue<{ number: number }>(jobs, queues.stage, {
      ...options,
      // Long enough that only the notification can explain the job being run.
      pauseMs: { shortest: 600_000, longest: 600_000 },
      async handle(batch) {
        for (const { data } of batch) see(data.number);
        return completed(batch);
      },
    });
    await inTransaction(database.pool, async (client) => {
      await insertJobs(client, jobs, [{ queue: queues.stage, data: { number: 1 } }]);
      await jobs.boss.getQueues();
      expect(seen).toEqual([]);
    });
    await all;
    await runner.stop();
    expect(seen).toEqual([1]);
  });

  test('gets no job from a transaction that was rolled back', async () => {
    const before = await states();
    const failing = inTransaction(database.pool, async (client) => {
      await insertJobs(client, jobs, [{ queue: queues.stage, data: {} }]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await states()).toEqual(before);
  });

  test('keeps a job until its start', async () => {
    const startAfter = new Date(Date.now() + 3_600_000);
    await inTransaction(database.pool, (client) =>
      insertJobs(client, jobs, [{ queue: queues.timer, data: {}, startAfter, singletonKey: 'later' }]),
    );
    expect(await jobs.boss.fetch(queues.timer)).toEqual([]);
    const [job] = await jobs.boss.findJobs(queues.timer, { key: 'later' });
    expect(job?.startAfter).toEqual(startAfter);
    expect(job?.retryLimit).toBeGreaterThan(1e9);
  });
});

describe('a job is not lost', () => {
  test('when its handler throws, or does not mention it', async () => {
    const { see, all } = collector(2);
    let calls = 0;
    await add(1, 2);
    const runner = runQueue<{ number: number }>(jobs, queues.stage, {
      ...options,
      pauseMs: { shortest: 10, longest: 50 },
      async handle(batch) {
        calls += 1;
        if (calls === 1) throw new Error('broken');
        for (const { data } of batch) see(data.number);
        return completed(batch.filter(({ data }) => data.number === 1));
      },
    });
    await all;
    await runner.stop();
    const { rows } = await database.pool.query(
      `select data->'number' as number, retry_count from cascade_jobs.job
       where name = $1 and state = 'retry'`,
      [queues.stage],
    );
    expect(rows).toEqual([{ number: 2, retry_count: 1 }]);
    await jobs.boss.deleteAllJobs(queues.stage);
  });

  test('when the consumer that fetched it dies', async () => {
    await add(7);
    const [job] = await jobs.boss.fetch(queues.stage);
    expect(job?.data).toEqual({ number: 7 });
    await forgetHolder(database.pool, jobs, queues.stage);
    const { see, all } = collector(1);
    const runner = runQueue<{ number: number }>(jobs, queues.stage, {
      ...options,
      async handle(batch) {
        for (const { data } of batch) see(data.number);
        return completed(batch);
      },
    });
    await all;
    await runner.stop();
  });

  test('and not completed by a consumer that has lost it', async () => {
    await jobs.boss.deleteAllJobs(queues.stage);
    await add(8);
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const slow = runQueue(jobs, queues.stage, {
      ...options,
      async handle(batch) {
        started.resolve();
        await finish.promise;
        return completed(batch);
      },
    });
    await started.promise;
    const stopped = slow.stop();
    await forgetHolder(database.pool, jobs, queues.stage);
    const [again] = await jobs.boss.fetch(queues.stage, { ignoreStartAfter: true });
    finish.resolve();
    await stopped;
    expect(again).toMatchObject({ data: { number: 8 }, retryCount: 1 });
    expect(await states()).toMatchObject({ active: 1 });
  });
});

test('jobs run again if a connection is lost meanwhile: a server that took over may not have their work', async () => {
  const connections = createConnections();
  const own = await openJobs({
    connectionString: database.connectionString,
    shard: database.shard,
    connections,
  });
  onTestFinished(() => own.close());
  await own.boss.deleteAllJobs(queues.stage);
  await add(1, 2);
  const batches: number[][] = [];
  const runner = runQueue<{ number: number }>(own, queues.stage, {
    ...options,
    async handle(batch) {
      if (batches.length === 0) connections.broke();
      batches.push(batch.map(({ data }) => data.number).sort());
      return completed(batch);
    },
  });
  await vi.waitFor(() => expect(batches.flat()).toHaveLength(4), { timeout: 20_000, interval: 50 });
  await runner.stop();
  expect(batches[0]).toEqual([1, 2]);
  expect(batches.slice(1).flat().sort()).toEqual([1, 2]);
  expect(await states()).not.toMatchObject({ retry: expect.anything() });
});

test('stop waits for the jobs under way and fetches no more', async () => {
  await jobs.boss.deleteAllJobs(queues.stage);
  await add(1);
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const runner = runQueue(jobs, queues.stage, {
    ...options,
    async handle(batch) {
      started.resolve();
      await finish.promise;
      return completed(batch);
    },
  });
  await started.promise;
  let stopped = false;
  const stopping = runner.stop().then(() => {
    stopped = true;
  });
  await add(2);
  expect(stopped).toBe(false);
  finish.resolve();
  await stopping;
  expect(await jobs.boss.fetch(queues.stage)).toMatchObject([{ data: { number: 2 } }]);
});

test('opens from several replicas at once, and again later', async () => {
  const opened = await Promise.all(
    [1, 2].map(() => openJobs({ connectionString: database.connectionString, shard: database.shard })),
  );
  for (const each of opened) await each.close();
  expect(opened).toHaveLength(2);
});
