import type { Pool } from 'pg';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import type { OnReceipt, Receipt } from './gateway.ts';

/** A part of a text that asks for a receipt of its own. */
export interface TextPart {
  /** What its receipts name. A part that was submitted twice has two. */
  readonly reference: string;
  /** From 1. */
  readonly part: number;
}

/** A receipt that may be of a part. */
interface PartReport extends Pick<Receipt, 'status'> {
  readonly reference: string;
  readonly reason?: string | null | undefined;
  /** Now, if absent. */
  readonly receivedAt?: Date;
}

interface PartReceiptsOptions {
  /** Where the parts are. */
  readonly pool: Pool;
  readonly onReceipt: OnReceipt;
}

/**
 * Receipts of the parts of long texts, in any order and repeatedly: DELIVERED once every part is, UNDELIVERED
 * with the first that is not.
 */
export function createPartReceipts({ pool, onReceipt }: PartReceiptsOptions) {
  /**
   * Reports what the parts of an attempt say together. What is written is read by another statement: of two
   * receipts at once, on two replicas, the later one sees both.
   */
  async function report(attemptIds: ReadonlySet<string>): Promise<ReadonlyMap<string, unknown>> {
    const { rows } = await pool.query<Together>(togetherSql([[...attemptIds]]));
    const outcomes = await Promise.allSettled(rows.map((row) => onReceipt(receiptOf(row))));
    return new Map(
      outcomes.flatMap((outcome, at) =>
        outcome.status === 'rejected' ? [[rows[at]?.attemptId ?? '', outcome.reason] as const] : [],
      ),
    );
  }

  /**
   * Resolves to the attempts of those receipts that are of parts, once what they say together is committed,
   * and to why it was not.
   */
  async function apply(
    reports: readonly PartReport[],
  ): Promise<readonly ({ readonly attemptId: string; readonly failure?: unknown } | undefined)[]> {
    const { rows } = await pool.query<{ n: number; attemptId: string }>(
      noteSql([
        reports.map(({ reference }) => reference),
        reports.map(({ status }) => status),
        reports.map(({ reason }) => reason ?? null),
        reports.map(({ receivedAt }) => receivedAt),
      ]),
    );
    if (rows.length === 0) return reports.map(() => undefined);
    const failures = await report(new Set(rows.map(({ attemptId }) => attemptId)));
    const found = new Map(rows.map(({ n, attemptId }) => [n, attemptId]));
    return reports.map((_, at) => {
      const attemptId = found.get(at + 1);
      if (attemptId === undefined) return undefined;
      return failures.has(attemptId) ? { attemptId, failure: failures.get(attemptId) } : { attemptId };
    });
  }

  return {
    apply,
    /** Resolves to whether the receipt is of a part. @throws if what its text says cannot be committed. */
    async applyOne(receipt: PartReport): Promise<boolean> {
      const [found] = await apply([receipt]);
      if (found?.failure !== undefined) throw found.failure;
      return found !== undefined;
    },
    /** Resolves once the parts of an attempt are stored; idempotent. */
    async keep(attemptId: string, parts: readonly TextPart[]): Promise<void> {
      const references = parts.map(({ reference }) => reference);
      await pool.query(keepSql([attemptId, references, parts.map(({ part }) => part)]));
    },
    /** Drops those of which no receipt is expected any longer. */
    async dropOld(): Promise<void> {
      await pool.query(dropOldSql([]));
    },
  };
}

/** What the parts of an attempt say together, if that is final. */
interface Together {
  readonly attemptId: string;
  readonly reason: string | null;
  readonly isDelivered: boolean;
  readonly at: Date;
}

function receiptOf({ attemptId, reason, isDelivered, at }: Together): Receipt {
  if (isDelivered) return { attemptId, status: 'DELIVERED', at };
  return { attemptId, status: 'UNDELIVERED', at, ...(reason !== null && { reason }) };
}

const keepSql = prepared`
insert into ${t.text_parts} (attempt_id, reference, part)
select $1::uuid, reference, part from unnest($2::text[], $3::integer[]) as part (reference, part)
on conflict do nothing`;

/**
 * Notes what receipts say of their parts; DELIVERED stays. An SMSC may give an id again: the youngest part
 * counts that has no receipt yet, failed, or had its receipt in the last ten minutes, since an SMSC repeats
 * receipts. A receipt that came before its part was stored may be of it for an hour.
 */
const noteSql = prepared`
with found as materialized (
  select distinct on (reported.n) reported.n, part.reference, part.attempt_id, reported.status, reported.reason,
    coalesce(reported.received_at, now()) as at
  from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
    with ordinality as reported (reference, status, reason, received_at, n)
  join ${t.text_parts} part on part.reference = reported.reference
  where (
    part.status is null
    or part.status = 'UNDELIVERED' and reported.status = 'DELIVERED'
    or part.reported_at > coalesce(reported.received_at, now()) - interval '10 minutes'
  ) and part.sent_at < coalesce(reported.received_at, now()) + interval '1 hour'
  order by reported.n, part.sent_at desc
), best as (
  select distinct on (reference, attempt_id) reference, attempt_id, status, reason, at
  from found where status in ('DELIVERED', 'UNDELIVERED')
  order by reference, attempt_id, status
), written as (
  update ${t.text_parts} part set status = best.status, reason = best.reason, reported_at = best.at
  from best
  where part.reference = best.reference and part.attempt_id = best.attempt_id
    and part.status is distinct from best.status and part.status is distinct from 'DELIVERED'
)
select n::integer as n, attempt_id as "attemptId" from found`;

const togetherSql = prepared`
select attempt_id as "attemptId", bool_and(is_delivered) as "isDelivered",
  (array_agg(reason order by at, part) filter (where has_failed))[1] as reason,
  case when bool_and(is_delivered) then max(at) else min(at) filter (where has_failed) end as at
from (
  select attempt_id, part, bool_or(status is not distinct from 'DELIVERED') as is_delivered,
    bool_or(status = 'UNDELIVERED') and not bool_or(status = 'DELIVERED') as has_failed,
    (array_agg(reason order by reported_at) filter (where status = 'UNDELIVERED'))[1] as reason,
    min(reported_at) filter (where status is not null) as at
  from ${t.text_parts} where attempt_id = any($1::uuid[])
  group by attempt_id, part
) as part
group by attempt_id
having bool_and(is_delivered) or bool_or(has_failed)`;

/** A stage without a final report ends as long after its begin (ADR-0044). */
const dropOldSql = prepared`
delete from ${t.text_parts} where sent_at < now() - interval '10 days'`;
