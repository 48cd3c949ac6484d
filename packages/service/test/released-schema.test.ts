import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startReceiver } from '@cascade/test-kit';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readProgress } from '../src/store/migrate.ts';
import { audit } from '../src/testing/audit.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { startTestService } from '../src/testing/start-test-service.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

const database = withTestDatabase();
const patience = { timeout: 120_000, interval: 50 };

/** Puts the database of the last release where an upgraded service will find it. */
beforeAll(async () => {
  const { pool, connectionString } = database;
  await pool.query('drop schema if exists cascade cascade; drop schema if exists cascade_jobs cascade');
  const client = new Client({ connectionString });
  await client.connect();
  const dump = await readFile(new URL('released/0.1.0.sql', import.meta.url), 'utf8');
  await client.query(dump).finally(() => client.end());
});

const known = '6a1f0c2b-4d5e-4691-8111-12222aaaa001';
const request = (part: object) => scheduling(part, 'kept-key');

/** A start refuses a migration whose text has changed since, so this also keeps released migrations as they are. */
test('the database of the last release is upgraded, and its messages go on', async () => {
  const { pool, connectionString } = database;
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await pool.query('update cascade.callbacks set url = $1', [receiver.url]);
  // Whatever the date is: the callbacks of the dump are due and not given up, and its timers are not due.
  await pool.query(
    `update cascade_jobs.job
     set start_after = case name when 'cascade-callback' then now() else '2099-01-01'::timestamptz end`,
  );
  await pool.query('update cascade.status_events set first_due_at = now()');
  const service = await startTestService({ database: connectionString });
  onTestFinished(() => service.close());

  expect(await send(service.url, request({ requestId: known }))).toMatchObject({
    status: 400,
    body: { title: 'requestId-is-not-unique' },
  });
  expect(await send(service.url, request({ requestId: randomUUID() }))).toMatchObject({ status: 200 });
  await vi.waitFor(async () => {
    // Not ended: the message of 2099, and the one whose receipt died with the simulator of the older process.
    expect(await audit(pool)).toMatchObject({ messages: 5, notEnded: 2, notReported: 0 });
    expect(await readProgress(pool)).toMatchObject({ isMigrated: true });
  }, patience);
  const wrong = { doubleMessages: 0, doubleDebits: 0, wrongBooks: 0, notReleased: 0 };
  expect(await audit(pool)).toMatchObject(wrong);
  // Every status that the older version could not report, and those of the new message.
  const told = receiver.received.filter(({ method }) => method === 'POST');
  expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(8 + 3);
});
