import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@cascade/service/bench';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresStore, postgresTable, type Queryable } from './postgres.ts';
import { callback, receiver, undelivered, verdict } from './testing/callbacks.ts';
import { keepsTheLawsOfAStore } from './testing/store-laws.ts';

let database: Awaited<ReturnType<typeof openStore>> | undefined;
let folder = '';

beforeAll(async () => {
  // Under root the server runs as another user, which cannot enter a folder of mkdtemp.
  folder = join(tmpdir(), `cascade-webhooks-${randomUUID()}`);
  database = await openStore({ dataFolder: folder });
  // Twice, as migrations may.
  await query(postgresTable, []);
  await query(postgresTable, []);
});

afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const query: Queryable['query'] = async (text, values) => {
  if (database === undefined) throw new Error('the database is there from beforeAll on');
  return database.pool.query(text, values);
};

// The clock is the database's: waiting means making every claim older.
keepsTheLawsOfAStore(
  (options) => createPostgresStore({ query }, options),
  async (seconds) => {
    const older =
      'update cascade_status_events set claimed_until = claimed_until - make_interval(secs => $1)';
    await query(older, [seconds]);
  },
);

test('two replicas that get the same event at once handle it once', async () => {
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const handled: string[] = [];
  const replica = (name: string) =>
    receiver({
      store: createPostgresStore({ query }),
      onStatus: async () => {
        handled.push(name);
        await open;
      },
    }).handler;
  const send = async (handler: ReturnType<typeof replica>) =>
    verdict(handler(await callback(undelivered, { id: 'msg_both' })));
  const one = replica('one');
  const other = replica('other');
  const answers = [send(one), send(other)];
  expect(await Promise.race(answers)).toEqual([409, 'callback-in-progress']);
  resolve();
  expect((await Promise.all(answers)).map(([status]) => status).sort()).toEqual([200, 409]);
  expect(await send(other)).toEqual([200]);
  expect(handled).toHaveLength(1);
});

test('old ids are forgotten, younger ones are kept', async () => {
  const store = createPostgresStore({ query }, { keepInSeconds: 10 });
  const ages = { old: 11, young: 9 };
  for (const [id, age] of Object.entries(ages))
    await query(
      `insert into cascade_status_events values ($1, gen_random_uuid(), now() - make_interval(secs => $2), now())`,
      [id, age],
    );
  await store.prune();
  expect(await store.claim('young')).toEqual({ state: 'seen' });
  expect((await store.claim('old')).state).toBe('new');
});
