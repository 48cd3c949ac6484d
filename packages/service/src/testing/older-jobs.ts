import type { Pool } from 'pg';

/** What the versions up to migration 36 kept due work in, as far as migrations read it. */
export async function createOlderJobs(pool: Pool): Promise<void> {
  await pool.query(`
    drop schema if exists cascade_jobs cascade;
    create schema cascade_jobs;
    create type cascade_jobs.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create table cascade_jobs.job (
      id uuid not null default gen_random_uuid(), name text not null, data jsonb,
      state cascade_jobs.job_state not null default 'created', retry_count integer not null default 0,
      start_after timestamptz not null default now(), created_on timestamptz not null default clock_timestamp(),
      primary key (name, id)
    )`);
}

/** @param job `inSeconds` from now it starts. */
export async function addOlderJob(
  pool: Pool,
  name: 'cascade-stage' | 'cascade-timer' | 'cascade-callback',
  data: object,
  { state = 'created', inSeconds = 0, tries = 0 } = {},
): Promise<void> {
  await pool.query(
    `insert into cascade_jobs.job (name, data, state, start_after, retry_count)
     values ($1, $2, $3::cascade_jobs.job_state, now() + $4 * interval '1 second', $5)`,
    [name, data, state, inSeconds, tries],
  );
}
