import type { Bed } from '@cascade/bench/harness/bed';
import { sum, sums, tenths } from '@cascade/bench/harness/statistics';
import { runProgram } from '@cascade/repository/test-kit';
import { type Audit, audit, program, sql, t } from '@cascade/service/bench';
import { faultsByName } from './faults.ts';
import type { Schedule } from './schedule.ts';
import { healthy, type World } from './world.ts';

/** What must be 0 at every time. */
export async function promisesOf({ store, callers }: Pick<World, 'store' | 'callers'>) {
  const ids = [...callers.ledger.acknowledged.keys()];
  const stored = await storedOf(store, ids);
  const { doubleMessages, doubleDebits, wrongBooks, notReleased } = await auditOf(store);
  const missing = ids.filter((id) => !stored.has(id)).length;
  return { missing, doubleMessages, doubleDebits, wrongBooks, notReleased };
}

type Store = World['store'];

/** Of all parts of the store. */
async function auditOf({ looks }: Store): Promise<Audit> {
  return sums(await Promise.all(looks.map((look) => look(audit))));
}

interface Stored {
  readonly id: string;
  readonly messages: number;
  readonly hasEnded: boolean;
  /** Otherwise the service has refused every stage, and no gateway gets it. */
  readonly isEnqueued: boolean;
}

/** The messages with these request ids. */
async function storedOf({ looks }: Store, ids: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
  const ask = sql`
    select request_id_as_sent as id, count(*)::int as messages, bool_and(state = 'ended') as "hasEnded",
      bool_or(exists (
        select from ${t.status_events} as event
        where event.account_id = messages.account_id and event.message_id = messages.id and status = 'ENQUEUED'
      )) as "isEnqueued"
    from ${t.messages} as messages where request_id_as_sent = any($1::text[]) group by 1`;
  const parts = await Promise.all(looks.map((look) => look((asked) => asked.query<Stored>(ask, [ids]))));
  return new Map(parts.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)));
}

interface StoredEvent {
  /** The webhook-id. */
  readonly id: string;
  /** Delivered, pending, given-up (counted as undelivered), or without a registered address. */
  readonly state: string;
}

async function eventsOf({ looks }: Store): Promise<readonly StoredEvent[]> {
  const ask = sql`select id, state from ${t.status_events}`;
  const parts = await Promise.all(looks.map((look) => look((asked) => asked.query<StoredEvent>(ask))));
  return parts.flatMap(({ rows }) => rows);
}

/** How many messages have not spent the prices of the stages that were enqueued: refused ones cost nothing (ADR-0012). */
async function wronglySpentOf({ looks }: Store): Promise<number> {
  const ask = sql`
    with spent as (
      select account_id, message_id, sum(amount) as amount from ${t.ledger} as entry
      where credit = 'spent' group by account_id, message_id
    ), tried as (
      select account_id, message_id, sum((stages -> (position - 1) ->> 'price')::bigint) as amount
      from ${t.status_events} as event join ${t.message_plans} as plan using (account_id, message_id)
      where status = 'ENQUEUED' group by account_id, message_id
    )
    select count(*)::int as messages from spent full join tried using (account_id, message_id)
    where coalesce(spent.amount, 0) <> coalesce(tried.amount, 0)`;
  const parts = await Promise.all(
    looks.map((look) => look((asked) => asked.query<{ messages: number }>(ask))),
  );
  return sum(parts.flatMap(({ rows }) => rows.map(({ messages }) => messages)));
}

/** Resolves when all messages have ended and all events are reported, or after the patience: what is left then. */
export async function drained({ store, pauses }: World, patienceMs: number, say: (line: string) => void) {
  const begin = performance.now();
  for (let saidAt = begin; ; ) {
    const { notEnded, notReported } = await auditOf(store);
    const now = performance.now();
    if (notEnded + notReported === 0 || now - begin > patienceMs || pauses.isCut)
      return { drainSeconds: tenths(now - begin), notEnded, notReported };
    if (now - saidAt > 10_000) {
      say(`draining: ${notEnded} messages and ${notReported} callbacks to go`);
      saidAt = now;
    }
    await pauses.pause(1_000);
  }
}

/** What `cascade-service audit` has found. */
interface AuditReport {
  readonly messages: number;
  readonly forgotten: readonly object[];
  readonly unreleased: readonly object[];
  readonly books: readonly object[];
}

/** Runs the command as an operator does, beside the service. */
async function auditByCommand(bed: Bed, { url }: Store): Promise<AuditReport> {
  const where = url === undefined ? ['--data', bed.dataFolder] : [];
  const { DATABASE_URL: _, ...inherited } = process.env;
  const { out, err } = await runProgram(process.execPath, [program, 'audit', '--json', ...where], {
    environment: { ...inherited, ...(url !== undefined && { DATABASE_URL: url }) },
  });
  try {
    return JSON.parse(out);
  } catch (cause) {
    throw new Error(`cascade-service audit has no report:\n${out}${err}`, { cause });
  }
}

export type CollectedEvidence = Awaited<ReturnType<typeof collect>>;

/** Reads what callers, store, gateway and receivers have, for the judge. Nothing is under way any more. */
export async function collect(world: World, schedule: Schedule) {
  const { bed, store, callers, gateway, residents, replicas, volleys } = world;
  const ids = [...callers.ledger.acknowledged.keys()];
  // An event that comes meanwhile is in the store before a receiver has it.
  const takenBefore = new Set(residents.flatMap(({ receiver }) => [...receiver.taken().keys()]));
  const events = await eventsOf(store);
  const counted = await gateway.counts();
  const seen = await gateway.judge();
  const isBreaking = schedule.faults.some(({ fault }) =>
    fault.some((name) => faultsByName[name]?.isOfReceivers),
  );
  return {
    ledger: callers.ledger,
    stored: await storedOf(store, ids),
    check: await auditOf(store),
    wronglySpent: await wronglySpentOf(store),
    audit: await auditByCommand(bed, store),
    events,
    takenBefore,
    /** A broken receiver sees repeats first, which wait for nothing (ADR-0037). */
    receivers: residents.map(({ entry, receiver }) => ({
      isWell: entry.account === healthy || entry.receiver === 'threaded' || !isBreaking,
      taken: receiver.taken(),
      arrivals: receiver.arrivals(),
    })),
    gateway: seen,
    /** How often each request id came to the gateway; undefined if it does not count. */
    sends: seen.kind === 'simulator' ? undefined : new Map(counted),
    volleys,
    output: replicas.all.map(({ output }) => output).join('\n'),
  };
}
