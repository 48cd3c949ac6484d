import type { Pool, PoolClient } from 'pg';
import { beforeAll } from 'vitest';
import type { StatusChange } from '../callbacks/status-change.ts';
import type { StageParcel } from '../due/stage-parcels.ts';
import type { EngineStore } from '../engine/apply-batch.ts';

import type { Candidate, FirstStages } from '../intake/commit-batch.ts';
import { conditional, type Part, part, writeTogether } from '../store/prepared.ts';
import type { TestDatabase } from './test-database.ts';

/** Writes that nothing follows. */
function enlisted(...parts: Part[]) {
  return { parts, committed() {}, notCommitted() {} };
}

/** First stages that no replica does. */
export function written(...parts: Part[]): FirstStages {
  return { written: enlisted(...parts) };
}

const insert = part`insert into test_first_jobs select id from accepted where id = any($1::bigint[])`;

/** What the statement of the intake accepts, by the ids. */
export const accepting = part`accepted as materialized (select unnest($1::bigint[]) as id), given as (select)`;

/**
 * A plain table in place of the queue of stages: a row for each job of a message.
 *
 * Makes the table before the first test of the file.
 */
export function withFirstJobs(database: TestDatabase) {
  beforeAll(() => database.pool.query('create table test_first_jobs (message_id bigint)'));
  return {
    enqueue: (candidates: readonly Candidate[]) =>
      written(insert([candidates.map(({ messageId }) => messageId)])),
    /** How many jobs each message of an account has, in the order of acceptance. */
    async ofMessages(pool: Pool, accountId: number): Promise<readonly number[]> {
      const { rows } = await pool.query<{ jobs: number }>(
        `select (select count(*) from test_first_jobs j where j.message_id = m.id)::int as jobs
         from cascade.messages m where m.account_id = $1 order by m.id`,
        [accountId],
      );
      return rows.map(({ jobs }) => jobs);
    },
    /** Jobs whose message does not exist. */
    async withoutMessage(pool: Pool): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::int as count from test_first_jobs where message_id not in (select id from cascade.messages)',
      );
      return rows[0]?.count ?? Number.NaN;
    },
  };
}

/** A job in a plain table, so that a test decides when it runs. */
export interface TestJob {
  readonly id: string;
  readonly queue: 'stage' | 'timer';
  readonly data: {
    readonly messageIds: readonly number[];
    readonly accountId: number;
    readonly position: number;
  };
  readonly run_at: Date;
}

/** What became of a job. */
export interface TestResult {
  readonly id: string;
  readonly isDone: boolean;
}

export function parcelOf({ id, queue, data }: TestJob): StageParcel {
  return { id, queue, ...data, isHeavy: false, tries: 0, startAt: null, delayMs: 0, gateway: null };
}

/** Replaces due work and callbacks: rows in two tables, written in the engine's transactions. */
export type JobTable = Awaited<ReturnType<typeof createJobTable>>;

export async function createJobTable(pool: Pool) {
  await pool.query(tables);
  return {
    async add(client: Pool | PoolClient, job: NewJob): Promise<void> {
      await writeTogether(client, [jobsPart([job])]);
    },
    async due(until: Date): Promise<TestJob[]> {
      const due = 'select * from test_jobs where run_at <= $1 order by run_at, id limit 50';
      return (await pool.query<TestJob>(due, [until])).rows;
    },
    /**
     * Deletes what is done; what has failed is tried again after 1, 2, 4 … 60 seconds, as the engine does it.
     */
    async finish(results: readonly TestResult[], now: Date): Promise<void> {
      const idsOf = (wanted: boolean) =>
        results.filter(({ isDone }) => isDone === wanted).map(({ id }) => id);
      await pool.query('delete from test_jobs where id = any($1::bigint[])', [idsOf(true)]);
      await pool.query(
        `update test_jobs
         set tries = tries + 1, run_at = $2::timestamptz + make_interval(secs => least(60, power(2, least(tries, 6))))
         where id = any($1::bigint[])`,
        [idsOf(false), now],
      );
    },
    /** Status events of a message, e.g. `1 UNDELIVERED duplicated`. */
    async eventsOf(messageId: number): Promise<string[]> {
      const { rows } = await pool.query<{ text: string }>(
        "select concat_ws(' ', position, status, reason) as text from test_changes where message_id = $1 order by id",
        [messageId],
      );
      return rows.map(({ text }) => text);
    },
    storeOf: (store: Pool, now: () => Date): EngineStore => ({
      pool: store,
      report: (changes) => (changes.length === 0 ? enlisted() : enlisted(changesPart(changes))),
      enqueue: (followups) =>
        followups.length === 0
          ? enlisted()
          : enlisted(
              jobsPart(
                followups.map(({ queue, delaySeconds, accountId, messageId, position }) => ({
                  queue,
                  data: { messageIds: [messageId], accountId, position },
                  run_at: new Date(now().getTime() + delaySeconds * 1_000),
                })),
              ),
            ),
    }),
  };
}

type NewJob = Omit<TestJob, 'id'>;

function jobsPart(jobs: readonly NewJob[]): Part {
  return insertJobs([
    jobs.map(({ queue }) => queue),
    jobs.map(({ data }) => JSON.stringify(data)),
    jobs.map(({ run_at }) => run_at),
  ]);
}

function changesPart(changes: readonly StatusChange[]): Part {
  return insertChanges([
    changes.map(({ messageId }) => messageId),
    changes.map(({ position }) => position),
    changes.map(({ status }) => status),
    changes.map(({ reason }) => reason),
    changes.map(({ at }) => at),
  ]);
}

const insertChanges = conditional`
insert into test_changes (message_id, position, status, reason, at)
select * from given cross join unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::timestamptz[])`;
const insertJobs = conditional`
insert into test_jobs (queue, data, run_at)
select * from given cross join unnest($1::text[], $2::jsonb[], $3::timestamptz[])`;

const tables = `
  create table if not exists test_jobs (
    id bigint generated always as identity primary key, queue text, data jsonb, run_at timestamptz,
    tries int not null default 0
  );
  create table if not exists test_changes (
    id bigint generated always as identity primary key, message_id bigint, position int, status text, reason text,
    at timestamptz
  )`;
