import type { PoolClient } from 'pg';
import type { Db, JobInsert } from 'pg-boss';
import { defined } from '../defined.ts';
import { type Prepared, prepared } from '../store/prepared.ts';
import type { Jobs } from './open-jobs.ts';
import type { QueueName } from './queues.ts';

export interface NewJob {
  readonly queue: QueueName;
  readonly data: object;
  /** The earliest start, which a caller has asked for; immediately if absent. */
  readonly startAfter?: Date;
  /** The same in milliseconds from now. The database adds them to its own clock. */
  readonly delayMs?: number;
  /** A label to find the job by. It is not unique: handlers are idempotent. */
  readonly singletonKey?: string;
}

/** Inserts jobs in the caller's transaction. Its commit makes them visible and wakes the consumers. */
export async function insertJobs(client: PoolClient, jobs: Jobs, list: readonly NewJob[]): Promise<void> {
  await Promise.all(await sendJobs(client, jobs, list));
}

/**
 * The same, but resolves when the statements are under way, to their results: one insert per queue, and one
 * notification.
 */
export async function sendJobs(
  client: PoolClient,
  jobs: Jobs,
  list: readonly NewJob[],
): Promise<readonly Promise<unknown>[]> {
  const byQueue = [...Map.groupBy(list, ({ queue }) => queue)];
  const inserts = await Promise.all(
    byQueue.map(([queue, ofQueue]) =>
      sendThrough(client, (db) => jobs.boss.insert(queue, ofQueue.map(toInsert), { db })),
    ),
  );
  const runnable = byQueue.filter(([, ofQueue]) =>
    ofQueue.some(({ startAfter, delayMs = 0 }) => delayMs <= 0 && startAfter === undefined),
  );
  const statements: Promise<unknown>[] = inserts.map(({ end }) => end);
  const wakes = runnable.map(([queue]) => queue);
  if (wakes.length > 0) statements.push(client.query(notifySql([jobs.channel, wakes])));
  return statements;
}

const notifySql = prepared('select pg_notify($1, queue) from unnest($2::text[]) queue');

function toInsert({ data, startAfter, delayMs, singletonKey }: NewJob): JobInsert {
  const after = delayMs === undefined ? startAfter : `${delayMs} milliseconds`;
  return defined({ data, startAfter: after, singletonKey });
}

/** A statement under way; boxed, because `await` would unwrap a promise of a promise. */
interface Sent<Result> {
  readonly end: Promise<Result>;
}

/**
 * Lets pg-boss work in the caller's transaction. Resolves when its statement is queued on the client, so that
 * later statements, such as the commit, follow it without a round trip in between.
 */
async function sendThrough<Result>(
  client: PoolClient,
  work: (db: Db) => Promise<Result>,
): Promise<Sent<Result>> {
  const queued = Promise.withResolvers<void>();
  const db: Db = {
    executeSql(text, values) {
      const statement = client.query(preparedFor(text)(values ?? []));
      queued.resolve();
      return statement;
    },
  };
  const end = work(db);
  // Work that fails before its statement rejects here; work without a statement is at its end.
  await Promise.race([queued.promise, end]);
  return { end };
}

/** pg-boss has few statement texts: they differ by queue and options, values are parameters. */
const known = new Map<string, Prepared>();

function preparedFor(text: string): Prepared {
  const statement = known.get(text) ?? prepared(text);
  known.set(text, statement);
  return statement;
}
