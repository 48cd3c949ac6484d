import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { poll } from '../poll.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { type FindAttempts, type FoundAttempt, findAttempts, type Wanted } from './find-attempts.ts';
import type { OnHeardReceipt, OnReceipt, Receipt } from './gateway.ts';
import { createPartReceipts, type TextPart } from './part-receipts.ts';

/** A receipt that names its attempt by the `receiptReference` of the gateway's response. */
export interface ReferencedReceipt extends Pick<Receipt, 'status' | 'reason'> {
  readonly reference: string;
}

/** Finds the attempts of receipts, in memory and in the database, and keeps those receipts that have none yet. */
export type ReceiptMatcher = ReturnType<typeof createReceiptMatcher>;

export interface MatcherOptions {
  /** Where receipts are stored whose attempt is not known yet. */
  readonly pool: Pool;
  /** Looks for the attempts; in the pool if absent. */
  readonly find?: FindAttempts | undefined;
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
  const { pool, find = findIn(pool), onReceipt, onHeard = async () => false } = options;
  let wake = () => {};
  let asked = 0;
  const parts = partsOf(options);
  const lookups = createGroupCommit<Wanted & { readonly number: number }, FoundAttempt>({
    commit: find,
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
      await pool.query(storeReceiptSql([reference, status, reason ?? null]));
      wake();
    },
    /** The same for the part of a text that has the reference. */
    applyToPart: (receipt: ReferencedReceipt): Promise<boolean> => parts.applyOne(receipt),
    /** Resolves once the parts are stored. Receipts of them that have come are matched at once. */
    async keepParts(attemptId: string, kept: readonly TextPart[]): Promise<void> {
      await parts.keep(attemptId, kept);
      const references = kept.map(({ reference }) => reference);
      const { rowCount } = await pool.query(makeDueSql([references]));
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
  const { pool, find = findIn(pool), onReceipt, onUnmatched } = options;
  const { rows: due } = await pool.query<StoredReceipt>(claimDueSql([batchSize]));
  const found = due.length === 0 ? [] : await find(due);
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
    await pool.query(deleteMatchedSql(columnsOf(matched)));
    onUnmatched?.('matched', matched.length);
  }
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  const failureOfPart = ofParts.find((part) => part?.failure !== undefined)?.failure;
  if (failure !== undefined || failureOfPart !== undefined) throw failure ?? failureOfPart;
  const { rows } = await pool.query<{ wait: number | null }>(untilNextSql([]));
  return Math.min(idleMs, Math.max(0, rows[0]?.wait ?? idleMs));
}

function partsOf({ pool, onReceipt }: MatcherOptions) {
  return createPartReceipts({ pool, onReceipt });
}

function findIn(pool: Pool): FindAttempts {
  return (wanted) => findAttempts(pool, wanted);
}

async function dropOld({ pool, onUnmatched, log, most = 100_000 }: MatcherOptions): Promise<void> {
  const { rowCount } = await pool.query(dropOldSql([most]));
  if (rowCount === null || rowCount === 0) return;
  onUnmatched?.('dropped', rowCount);
  log.warn({ receipts: rowCount }, 'receipts of unknown messages are dropped');
}

interface StoredReceipt extends Wanted {
  readonly reason: string | null;
  readonly receivedAt: Date;
}

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
