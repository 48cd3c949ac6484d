import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { prepared } from './prepared.ts';

/** This process among the replicas of a shard. What it holds is its own while it is alive (decisions/one-holder.md). */
export interface Replica {
  /** Another one after the others have released this one. */
  readonly id: number;
  /** Whether what it holds under this id is still its own: it is not if the others may have released it by now. */
  holds(id: number): boolean;
  /** Gives up all that it holds. */
  leave(): Promise<void>;
}

export interface ReplicaOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Milliseconds of a clock that nothing sets. */
  readonly now?: () => number;
  /** Waits between two beats; a second if absent. */
  readonly pause?: (signal: AbortSignal) => Promise<unknown>;
}

/** Milliseconds. A replica counts as dead after this silence, and stops to trust itself earlier. */
const silence = 10_000;
const trust = 7_000;
/** Milliseconds: the longest pause between two looks at the others that still counts as watching them. */
const gap = 3_000;

/** Joins the replicas of a database, and watches the others: those that are silent are released. */
export async function joinReplicas(options: ReplicaOptions): Promise<Replica> {
  const { pool, log, now = performance.now.bind(performance), pause = oneSecond } = options;
  const stopping = new AbortController();
  const others = watchOthers(now);
  let id = 0;
  /** When the last beat that was answered was sent. */
  let beatAt = Number.NEGATIVE_INFINITY;

  async function enter(): Promise<void> {
    const [next, sentAt] = [randomInt(1, 2 ** 48 - 1), now()];
    await pool.query(enterSql([next]));
    [id, beatAt] = [next, sentAt];
  }

  async function beat(): Promise<void> {
    const sentAt = now();
    const { rows } = await pool.query<Beats>(beatSql([id]));
    if (rows.some((row) => row.id === id)) beatAt = sentAt;
    else {
      log.warn({ replica: id }, 'this replica was silent for too long, and others do its work');
      await enter();
    }
    const silent = others.silentOf(rows.filter((row) => row.id !== id));
    if (silent.length === 0) return;
    await pool.query(releaseSql([silent.map((one) => one.id), silent.map(({ beats }) => beats)]));
    log.warn({ replicas: silent.length }, 'silent replicas are released: others do their work');
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    for (;;) {
      await pause(signal);
      if (signal.aborted) return;
      await beat().catch((error) => log.warn({ error: describeError(error) }, 'a beat was not recorded'));
    }
  }

  await enter();
  const running = run();
  return {
    get id() {
      return id;
    },
    holds: (held) => held === id && now() - beatAt < trust,
    async leave() {
      stopping.abort();
      await running;
      await pool.query(releaseSql([[id], [null]])).catch(() => {});
    },
  };
}

function oneSecond(signal: AbortSignal): Promise<unknown> {
  return setTimeout(1_000, undefined, { signal, ref: false }).catch(() => {});
}

interface Beats {
  readonly id: number;
  readonly beats: number;
}

/** Judges the others by this process's own clock, and only while it looks at them without a gap. */
function watchOthers(now: () => number) {
  let seen = new Map<number, { readonly beats: number; readonly since: number }>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    silentOf(rows: readonly Beats[]): readonly Beats[] {
      const at = now();
      if (at - lookedAt > gap) seen = new Map();
      lookedAt = at;
      const entries = rows.map(({ id, beats }) => {
        const before = seen.get(id);
        return [id, before?.beats === beats ? before : { beats, since: at }] as const;
      });
      seen = new Map(entries);
      return rows.filter(({ id }) => at - (seen.get(id)?.since ?? at) >= silence);
    },
  };
}

const enterSql = prepared('insert into cascade.replicas (id) values ($1::bigint)');

/** What the beats are afterwards; without its own row, the replica was released. */
const beatSql = prepared(`
with own as (update cascade.replicas set beats = beats + 1 where id = $1::bigint returning id, beats)
select id, beats from own
union all
select id, beats from cascade.replicas where id <> $1::bigint
`);

/** Unless they have beaten since. */
const releaseSql = prepared(`
delete from cascade.replicas r
using unnest($1::bigint[], $2::bigint[]) as silent (id, beats)
where r.id = silent.id and r.beats = coalesce(silent.beats, r.beats)
`);
