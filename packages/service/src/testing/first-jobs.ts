import type { Pool } from 'pg';
import { beforeAll } from 'vitest';
import type { EnqueueFirstStages } from '../intake/commit-batch.ts';
import { type Part, part } from '../store/prepared.ts';

import type { TestDatabase } from './test-database.ts';

/** A plain table in place of the queue of stages: a row for each job of a message. */
export interface FirstJobs {
  readonly enqueue: EnqueueFirstStages;
  /** How many jobs each message of an account has, in the order of acceptance. */
  ofMessages(pool: Pool, accountId: number): Promise<readonly number[]>;
  /** Jobs whose message does not exist. */
  withoutMessage(pool: Pool): Promise<number>;
}

/** Stages that no replica does. */
export function written(...parts: Part[]) {
  return { parts, committed() {}, notCommitted() {} };
}

const insert = part`insert into test_first_jobs select id from accepted where id = any($1::bigint[])`;

/** What the statement of the intake accepts, by the ids. */
export const accepting = part`accepted as materialized (select unnest($1::bigint[]) as id)`;

/** Makes the table before the first test of the file. */
export function withFirstJobs(database: TestDatabase): FirstJobs {
  beforeAll(() => database.pool.query('create table test_first_jobs (message_id bigint)'));
  return {
    enqueue: (candidates) => written(insert([candidates.map(({ messageId }) => messageId)])),
    async ofMessages(pool, accountId) {
      const { rows } = await pool.query<{ jobs: number }>(
        `select (select count(*) from test_first_jobs j where j.message_id = m.id)::int as jobs
         from cascade.messages m where m.account_id = $1 order by m.id`,
        [accountId],
      );
      return rows.map(({ jobs }) => jobs);
    },
    async withoutMessage(pool) {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::int as count from test_first_jobs where message_id not in (select id from cascade.messages)',
      );
      return rows[0]?.count ?? Number.NaN;
    },
  };
}
