import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { prepared } from './prepared.ts';
import { sql, t } from './tables.ts';

export interface ReplicaOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Milliseconds of a clock that nothing sets. */
  readonly now?: () => number;
  /** Waits between two beats; a second if absent. */
  readonly pause?: (signal: AbortSignal) => Promise<unknown>;
}

/** Milliseconds of a replica's own clock. */
interface Patience {
  /** A replica counts as dead after this silence, */
  readonly silence: number;
  /** and stops to trust itself earlier. */
  readonly trust: number;
  /**
   * What a pause between two looks at the others counts at most, since they may not have been able to beat in
   * it. A pause of more than three of these is an outage, and what was seen before it counts no longer.
   */
  readonly gap: number;
}

const patience: Patience = { silence: 10_000, trust: 7_000, gap: 3_000 };

/** Joins the replicas of a database, and watches the others: those that are silent are released. */
export async function joinReplicas(options: ReplicaOptions): Promise<Replica> {
  const replica = new Replica(options);
  await replica.join();
  return replica;
}

/**
 * This process among the replicas of a database. What it holds is its own while it is alive
 * (decisions/one-holder.md).
 */
class Replica {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #pause: (signal: AbortSignal) => Promise<unknown>;
  readonly #stopping = new AbortController();
  #id = 0;
  #watch = unwatched;
  /** When the last beat that was answered was sent. */
  #beatAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor({ pool, log, now = () => performance.now(), pause = oneSecond }: ReplicaOptions) {
    this.#pool = pool;
    this.#log = log;
    this.#now = now;
    this.#pause = pause;
  }

  /** Resolves once it is one of them. */
  async join(): Promise<void> {
    await this.#enter();
    this.#running = this.#run();
  }

  /** Another one after the others have released this one. */
  get id(): number {
    return this.#id;
  }

  /**
   * Whether what it holds under this id is still its own: it is not if the others may have released it by
   * now.
   */
  holds(held: number): boolean {
    return held === this.#id && isTrusted(this.#beatAt, this.#now());
  }

  /** Gives up all that it holds. A field, since the shutdown takes it alone. */
  readonly leave = async (): Promise<void> => {
    this.#stopping.abort();
    await this.#running;
    await this.#pool.query(releaseSql([[this.#id], [null]])).catch(() => {});
  };

  async #enter(): Promise<void> {
    const id = randomInt(1, 2 ** 48 - 1);
    const sentAt = this.#now();
    await this.#pool.query(enterSql([id]));
    this.#id = id;
    this.#beatAt = sentAt;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#pause(signal);
      if (signal.aborted) return;
      await this.#beat().catch((error) =>
        this.#log.warn({ error: describeError(error) }, 'a beat was not recorded'),
      );
    }
  }

  async #beat(): Promise<void> {
    const sentAt = this.#now();
    const { rows } = await this.#pool.query<Beats>(beatSql([this.#id]));
    if (rows.some(({ id }) => id === this.#id)) this.#beatAt = sentAt;
    else {
      this.#log.warn({ replica: this.#id }, 'this replica was silent for too long, and others do its work');
      await this.#enter();
    }
    await this.#releaseSilent(rows.filter(({ id }) => id !== this.#id));
  }

  async #releaseSilent(others: readonly Beats[]): Promise<void> {
    const { silent, ...watched } = lookAtOthers(this.#watch, others, this.#now());
    this.#watch = watched;
    if (silent.length === 0) return;
    await this.#pool.query(releaseSql([silent.map(({ id }) => id), silent.map(({ beats }) => beats)]));
    this.#log.warn({ replicas: silent.length }, 'silent replicas are released: others do their work');
  }
}

/** It is made by {@link joinReplicas} alone: before that, nothing is its own. */
export type { Replica };

function oneSecond(signal: AbortSignal): Promise<unknown> {
  return setTimeout(1_000, undefined, { signal, ref: false }).catch(() => {});
}

/** What the beats of a replica are. */
export interface Beats {
  readonly id: number;
  readonly beats: number;
}

/** What a replica has seen of the others, by its own clock. */
export interface Watch {
  readonly seen: ReadonlyMap<number, { readonly beats: number; readonly silence: number }>;
  readonly lookedAt: number;
}

const unwatched: Watch = { seen: new Map(), lookedAt: Number.NEGATIVE_INFINITY };

/** The others count as silent only while this replica looks at them, also where each look is slow. */
export function lookAtOthers(
  { seen, lookedAt }: Watch,
  others: readonly Beats[],
  at: number,
  { silence, gap }: Patience = patience,
): Watch & { readonly silent: readonly Beats[] } {
  const passed = at - lookedAt;
  const before = passed > 3 * gap ? unwatched.seen : seen;
  const entries = others.map(({ id, beats }) => {
    const last = before.get(id);
    return [
      id,
      { beats, silence: last?.beats === beats ? last.silence + Math.min(gap, passed) : 0 },
    ] as const;
  });
  const after = new Map(entries);
  const silent = others.filter(({ id }) => (after.get(id)?.silence ?? 0) >= silence);
  return { seen: after, lookedAt: at, silent };
}

/**
 * Whether a replica may still do what it holds: its last answered beat was sent so recently that no other has
 * released it.
 */
export function isTrusted(beatAt: number, at: number, { trust }: Patience = patience): boolean {
  return at - beatAt < trust;
}

const enterSql = prepared`insert into ${t.replicas} (id) values ($1::bigint)`;

/** SQL: the owners of a table, and those of them that are gone: a walk over the few owners, by the index. */
const gonePart = (table: (typeof t)['callback_parcels'], at: number) => sql`
owners_${at} (id) as (
  select min(owner) from ${table} where owner is not null
  union all
  select (select min(owner) from ${table} where owner > owners.id) from owners_${at} as owners where owners.id is not null
), gone_${at} as (
  select owners.id from owners_${at} as owners
  where owners.id is not null and not exists (select from ${t.replicas} living where living.id = owners.id)
), freed_${at} as (
  update ${table} set owner = null where owner = any(array(select id from gone_${at}))
)`;

/**
 * What the beats are afterwards; without its own row, the replica was released. Frees work of owners that are
 * gone, also what these have written since.
 */
const beatSql = prepared`
with recursive own as (
  update ${t.replicas} set beats = beats + 1 where id = $1::bigint returning id, beats
), ${gonePart(t.callback_parcels, 0)}, ${gonePart(t.stage_parcels, 1)}
select id, beats from own
union all
select id, beats from ${t.replicas} where id <> $1::bigint
`;

/** Unless they have beaten since. Their work is free. */
const releaseSql = prepared`
with gone as (
  delete from ${t.replicas} r
  using unnest($1::bigint[], $2::bigint[]) as silent (id, beats)
  where r.id = silent.id and r.beats = coalesce(silent.beats, r.beats)
  returning r.id
), freed as (
  update ${t.callback_parcels} set owner = null where owner = any(array(select id from gone))
)
update ${t.stage_parcels} set owner = null where owner = any(array(select id from gone))
`;
