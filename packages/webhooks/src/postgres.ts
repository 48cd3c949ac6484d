import { defaultClaimSeconds, defaultKeepSeconds, type EventStore } from './event-store.ts';

/** The part of a pool or client of `pg` that the store uses. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

export interface PostgresStoreOptions {
  /** Two days if absent. */
  readonly keepInSeconds?: number;
  /** A minute if absent. */
  readonly claimInSeconds?: number;
}

/** An {@link EventStore} whose old ids the application deletes. */
export interface PostgresStore extends EventStore {
  /** Deletes expired ids; call it regularly, for example every hour. */
  prune(): Promise<void>;
}

/** The table of {@link createPostgresStore}, for your migrations; idempotent. */
export const postgresTable = `
create table if not exists cascade_status_events (
  id text primary key,          -- webhook-id
  claimed_by uuid not null,     -- the claim that holds, or held, the event
  claimed_until timestamptz not null,
  handled_at timestamptz        -- null until handled
);
create index if not exists cascade_status_events_age on cascade_status_events (claimed_until);
`;

// One statement, so that the row lock admits only one of several concurrent claims.
const claim = `
insert into cascade_status_events as event (id, claimed_by, claimed_until)
values ($1, $2, now() + make_interval(secs => $3))
on conflict (id) do update
set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
where event.handled_at is null and event.claimed_until <= now()
returning id`;

const find = `
select id from cascade_status_events where id = $1 and handled_at is not null`;

// Also after the claim has expired, or a later one was released: the event is handled.
const commit = `
insert into cascade_status_events (id, claimed_by, claimed_until, handled_at)
values ($1, $2, now(), now())
on conflict (id) do update set handled_at = now()`;

const release = `
delete from cascade_status_events where id = $1 and claimed_by = $2 and handled_at is null`;

const prune = `
delete from cascade_status_events where claimed_until < now() - make_interval(secs => $1)`;

/** A store that all replicas of a receiver share, in PostgreSQL; its table is {@link postgresTable}. */
export function createPostgresStore(database: Queryable, options: PostgresStoreOptions = {}): PostgresStore {
  const { keepInSeconds = defaultKeepSeconds, claimInSeconds = defaultClaimSeconds } = options;
  const run = async (text: string, values: unknown[]) => (await database.query(text, values)).rows.length > 0;
  return {
    async claim(id) {
      const owner = crypto.randomUUID();
      if (await run(claim, [id, owner, claimInSeconds]))
        return {
          state: 'new',
          commit: async () => void (await run(commit, [id, owner])),
          release: async () => void (await run(release, [id, owner])),
        };
      return { state: (await run(find, [id])) ? 'seen' : 'busy' };
    },
    prune: async () => void (await run(prune, [keepInSeconds])),
  };
}
