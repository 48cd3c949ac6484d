import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { poll } from '../poll.ts';
import { StoreAwayError } from '../store/connection/errors.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import { keyOfId } from '../store/message-key.ts';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import type { OnHeardReceipt, OnReceipt, Receipt } from './gateway.ts';
import { createPartReceipts, type TextPart } from './part-receipts.ts';

/** A receipt that names its attempt by the `receiptReference` of the gateway's response. */
export interface ReferencedReceipt extends Pick<Receipt, 'status' | 'reason'> {
  readonly reference: string;
}

/**
 * Finds the attempts of receipts, in memory and in every database, and keeps those receipts that have none
 * yet.
 */
export type ReceiptMatcher = ReturnType<typeof createReceiptMatcher>;

export interface MatcherOptions {
  /** Of all databases; undefined while a database has not started. The first stores receipts. */
  readonly pools: () => readonly (Pool | undefined)[];
  readonly onReceipt: OnReceipt;
  /** Asked first about receipts of attempts that this process heard of: most need no lookup. */
  readonly onHeard?: OnHeardReceipt;
  /** Called with stored receipts that were matched, and with those that were dropped. */
  readonly onUnmatched?: (outcome: UnmatchedOutcome, count: number) => void;
  readonly log: Log;
  /** The most stored receipts; 100,000 if absent. */
  readonly most?: number;
}

export type UnmatchedOutcome = 'matched' | 'dropped';

/** The longest pause between two passes, for receipts that another replica has stored. */
const idleMs = 30_000;
/** Receipts of one pass. */
const batchSize = 500;
/** Between two deletions of old receipts. */
const dropEveryMs = 60_000;

export function createReceiptMatcher(options: MatcherOptions) {
  const { pools, onReceipt, onHeard = async () => false } = options;
  let wake = () => {};
  let asked = 0;
  const parts = partsOf(options);
  const lookups = createGroupCommit<Wanted & { readonly number: number }, Found>({
    commit: (wanted) => find(pools(), wanted),
    keyOf: ({ number }) => String(number),
    batchLimit: 256,
    queueLimit: 10_000,
  });
  return {
    /**
     * Resolves to true once the receipt is committed to the youngest attempt with the reference that is under
     * way or has just got this status, or to the youngest if none is; to false if there is no attempt.
     *
     * @param heard The attempt that this process got the reference for, which may not be committed yet.
     */
    async apply({ reference, ...report }: ReferencedReceipt, heard?: string): Promise<boolean> {
      if (heard !== undefined && (await onHeard({ attemptId: heard, ...report }, reference))) return true;
      asked += 1;
      const { attemptId, failure } = await lookups.submit({
        reference,
        status: report.status,
        heard,
        number: asked,
      });
      if (failure !== undefined) throw failure;
      if (attemptId === undefined) return false;
      await onReceipt({ attemptId, ...report });
      return true;
    },
    /** Resolves once the receipt is stored, to be matched later. */
    async keep({ reference, status, reason }: ReferencedReceipt): Promise<void> {
      await started(pools()[0]).query(storeReceiptSql([reference, status, reason ?? null]));
      wake();
    },
    /** The same for the part of a text that has the reference. */
    applyToPart: (receipt: ReferencedReceipt): Promise<boolean> => parts.applyOne(receipt),
    /** Resolves once the parts are stored. Receipts of them that have come are matched at once. */
    async keepParts(attemptId: string, kept: readonly TextPart[]): Promise<void> {
      await parts.keep(attemptId, kept);
      const references = kept.map(({ reference }) => reference);
      const { rowCount } = await started(pools()[0]).query(makeDueSql([references]));
      if (rowCount !== 0) wake();
    },
    /** Begins to match stored receipts; returns what ends it. */
    start(): () => Promise<void> {
      const polling = poll(matcherOf(options), { shortest: idleMs, longest: idleMs });
      wake = polling.wake;
      return polling.stop;
    },
  };
}

/**
 * Matches stored receipts, and drops old ones now and then. Resolves to the milliseconds until it is to be
 * called again.
 */
function matcherOf(options: MatcherOptions): () => Promise<number> {
  const parts = partsOf(options);
  let droppedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    try {
      if (performance.now() - droppedAt > dropEveryMs) {
        await dropOld(options);
        await parts.dropOld();
        droppedAt = performance.now();
      }
      return await matchStored(options);
    } catch (error) {
      options.log.warn({ error: describeError(error) }, 'stored receipts cannot be matched now');
      return idleMs;
    }
  };
}

/** Resolves to milliseconds until it is to be called again. */
async function matchStored(options: MatcherOptions): Promise<number> {
  const { pools, onReceipt, onUnmatched } = options;
  const storing = started(pools()[0]);
  const { rows: due } = await storing.query<StoredReceipt>(claimDueSql([batchSize]));
  const found = await find(pools(), due);
  const known = due.flatMap((receipt, at) => {
    const attemptId = found[at]?.attemptId;
    return attemptId === undefined ? [] : [{ attemptId, receipt }];
  });
  const others = due.filter((_, at) => found[at]?.attemptId === undefined);
  const ofParts = others.length === 0 ? [] : await partsOf(options).apply(others);
  const outcomes = await Promise.allSettled(
    known.map(({ attemptId, receipt: { status, reason, receivedAt } }) =>
      onReceipt({ attemptId, status, ...(reason !== null && { reason }), at: receivedAt }),
    ),
  );
  const matched = [
    ...known.filter((_, at) => outcomes[at]?.status === 'fulfilled').map(({ receipt }) => receipt),
    ...others.filter((_, at) => ofParts[at] !== undefined && ofParts[at].failure === undefined),
  ];
  if (matched.length > 0) {
    await storing.query(deleteMatchedSql(columnsOf(matched)));
    onUnmatched?.('matched', matched.length);
  }
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  const failureOfPart = ofParts.find((part) => part?.failure !== undefined)?.failure;
  if (failure !== undefined || failureOfPart !== undefined) throw failure ?? failureOfPart;
  const { rows } = await storing.query<{ wait: number | null }>(untilNextSql([]));
  return Math.min(idleMs, Math.max(0, rows[0]?.wait ?? idleMs));
}

function partsOf({ pools, onReceipt }: MatcherOptions) {
  return createPartReceipts({ pool: () => started(pools()[0]), onReceipt });
}

async function dropOld({ pools, onUnmatched, log, most = 100_000 }: MatcherOptions): Promise<void> {
  const { rowCount } = await started(pools()[0]).query(dropOldSql([most]));
  if (rowCount === null || rowCount === 0) return;
  onUnmatched?.('dropped', rowCount);
  log.warn({ receipts: rowCount }, 'receipts of unknown messages are dropped');
}

/** @throws if the database has not started yet: the SMSC sends the receipt again. */
function started(pool: Pool | undefined): Pool {
  if (pool === undefined) throw new StoreAwayError('the service has not started yet');
  return pool;
}

/** The attempt that was searched for, if there is one. */
interface Found {
  readonly attemptId?: string;
  /** Why it may be in a database that did not answer. */
  readonly failure?: unknown;
}

/** What an attempt is searched for by. */
interface Wanted extends Pick<Receipt, 'status'> {
  readonly reference: string;
  readonly heard?: string | undefined;
  readonly receivedAt?: Date;
}

interface StoredReceipt extends Wanted {
  readonly reason: string | null;
  readonly receivedAt: Date;
}

interface Candidate {
  /** Of what was wanted, from 1. */
  readonly n: number;
  readonly id: string;
  /** It is under way, or the receipt may be a repeated one of it. */
  readonly isOpen: boolean;
  readonly startedAt: Date;
}

/**
 * An SMSC may give an id again, and to attempts of different databases: the youngest that is open has the
 * receipt.
 */
async function find(
  pools: readonly (Pool | undefined)[],
  wanted: readonly Wanted[],
): Promise<readonly Found[]> {
  if (wanted.length === 0) return [];
  const keys = wanted.map(({ heard = '' }) => keyOfId(heard));
  const values = [
    wanted.map(({ reference }) => reference),
    keys.map((key) => key?.accountId),
    keys.map((key) => key?.messageId),
    wanted.map(({ heard }, at) => (keys[at] === undefined ? undefined : heard)),
    wanted.map(({ receivedAt }) => receivedAt),
    wanted.map(({ status }) => status),
  ];
  const answers = await Promise.allSettled(
    (pools.length === 0 ? [undefined] : pools).map(async (pool) =>
      started(pool).query<Candidate>(findCandidatesSql(values)),
    ),
  );
  const failed = answers.find((answer) => answer.status === 'rejected');
  const best = new Map<number, Candidate>();
  for (const one of answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.rows : [])))
    if (isBetter(one, best.get(one.n))) best.set(one.n, one);
  return wanted.map((_, at) => {
    const found = best.get(at + 1);
    if (failed !== undefined && found?.isOpen !== true) return { failure: failed.reason };
    return found === undefined ? {} : { attemptId: found.id };
  });
}

function isBetter(one: Candidate, than: Candidate | undefined): boolean {
  if (than === undefined) return true;
  return one.isOpen === than.isOpen ? one.startedAt > than.startedAt : one.isOpen;
}

/**
 * The best candidate of this database for each. An SMSC repeats a receipt whose response was lost, or that
 * could not be committed in time: then the attempt has its status already, and an older attempt with the same
 * id must not get it. The clocks of replicas and database differ by milliseconds, so an attempt may seem to
 * have started after its receipt.
 */
const findCandidatesSql = prepared`
select wanted.n::integer as n, found.id, found.is_open as "isOpen", found.started_at as "startedAt"
from unnest($1::text[], $2::bigint[], $3::bigint[], $4::uuid[], $5::timestamptz[], $6::text[])
  with ordinality as wanted (reference, account_id, message_id, heard, received_at, status, n)
cross join lateral (
  select candidate.id, candidate.started_at, candidate.state <> 'ended' or (
    candidate.status = wanted.status
    and candidate.ended_at > coalesce(wanted.received_at, now()) - interval '10 minutes'
  ) as is_open
  from (
    select a.id, a.state, a.status, a.ended_at, a.started_at
    from ${t.stage_attempts} a
    where a.gateway_reference = wanted.reference and a.gateway_reference like 'smpp:%'
    union all
    select b.id, b.state, b.status, b.ended_at, b.started_at
    from ${t.stage_attempts} b
    where b.account_id = wanted.account_id and b.message_id = wanted.message_id and b.id = wanted.heard
  ) as candidate
  where wanted.received_at is null or candidate.started_at <= wanted.received_at + interval '10 seconds'
  order by is_open desc, candidate.started_at desc
  limit 1
) as found`;

/** A repeated receipt counts from its last arrival: it may be of an attempt that got the same id since. */
const storeReceiptSql = prepared`
insert into ${t.unmatched_receipts} (reference, status, reason) values ($1, $2, $3)
on conflict (reference, status) do update
set reason = excluded.reason, received_at = excluded.received_at, next_try_at = excluded.next_try_at`;

/**
 * Takes what is due away from other replicas, until each receipt has waited twice as long; five minutes at
 * most. Those that are due in a far future were stored before the clock was set back.
 */
const claimDueSql = prepared`
with due as (
  select reference, status, received_at from ${t.unmatched_receipts}
  where next_try_at <= now() order by next_try_at limit $1 for update skip locked
), of_the_future as (
  select reference, status, received_at from ${t.unmatched_receipts}
  where next_try_at > now() + interval '10 minutes' order by next_try_at desc limit $1 for update skip locked
)
update ${t.unmatched_receipts} receipt
set next_try_at = due.again_at
from (
  select reference, status, now() + greatest(interval '1 second', least(interval '5 minutes', now() - received_at)) as again_at
  from (select * from due union all select * from of_the_future) as claimed
  offset 0
) as due
where receipt.reference = due.reference and receipt.status = due.status
returning receipt.reference, receipt.status, receipt.reason, receipt.received_at as "receivedAt"`;

const makeDueSql = prepared`
update ${t.unmatched_receipts} set next_try_at = now() where reference = any($1::text[]) and next_try_at > now()`;

const untilNextSql = prepared`
select (extract(epoch from min(next_try_at) - now()) * 1000)::float8 as wait from ${t.unmatched_receipts}`;

function columnsOf(receipts: readonly StoredReceipt[]): unknown[] {
  return [
    receipts.map(({ reference }) => reference),
    receipts.map(({ status }) => status),
    receipts.map(({ receivedAt }) => receivedAt),
  ];
}

/** A receipt that came again meanwhile stays. */
const deleteMatchedSql = prepared`
delete from ${t.unmatched_receipts} receipt
using unnest($1::text[], $2::text[], $3::timestamptz[]) as matched (reference, status, received_at)
where receipt.reference = matched.reference and receipt.status = matched.status
  and receipt.received_at = matched.received_at`;

const dropOldSql = prepared`
delete from ${t.unmatched_receipts}
where received_at < now() - interval '3 days' or received_at <= (
  select received_at from ${t.unmatched_receipts} order by received_at desc offset $1::integer limit 1
)`;
