import type { Pool } from 'pg';
import { keyOfId } from '../store/message-key.ts';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import type { Receipt } from './gateway.ts';

/** What an attempt is searched for by. */
export interface Wanted extends Pick<Receipt, 'status'> {
  readonly reference: string;
  /** The attempt that this process got the reference for, which may not be committed yet. */
  readonly heard?: string | undefined;
  readonly receivedAt?: Date;
}

/** The attempt that was searched for, if there is one. */
export interface FoundAttempt {
  readonly attemptId?: string;
  /** Why nothing is certain. */
  readonly failure?: unknown;
}

/** Finds the attempt of each, in their order. */
export type FindAttempts = (wanted: readonly Wanted[]) => Promise<readonly FoundAttempt[]>;

/** An attempt that may be the one. */
export interface PossibleAttempt {
  readonly attemptId: string;
  /** It is under way, or the receipt may be a repeated one of it. */
  readonly isOpen: boolean;
  readonly startedAt: Date;
}

/** Finds attempts in one database. */
export async function findAttempts(pool: Pool, wanted: readonly Wanted[]): Promise<readonly FoundAttempt[]> {
  const candidates = await findCandidates(pool, wanted);
  return candidates.map((best) => (best === undefined ? {} : { attemptId: best.attemptId }));
}

/** The best candidate of a database for each: an SMSC may give an id again, and the youngest that is open has the receipt. */
export async function findCandidates(
  pool: Pool,
  wanted: readonly Wanted[],
): Promise<readonly (PossibleAttempt | undefined)[]> {
  const keys = wanted.map(({ heard = '' }) => keyOfId(heard));
  const values = [
    wanted.map(({ reference }) => reference),
    keys.map((key) => key?.accountId),
    keys.map((key) => key?.messageId),
    wanted.map(({ heard }, at) => (keys[at] === undefined ? undefined : heard)),
    wanted.map(({ receivedAt }) => receivedAt),
    wanted.map(({ status }) => status),
  ];
  const { rows } = await pool.query<PossibleAttempt & { readonly n: number }>(findCandidatesSql(values));
  const byNumber = new Map(rows.map(({ n, ...candidate }) => [n, candidate]));
  return wanted.map((_, at) => byNumber.get(at + 1));
}

/**
 * An SMSC repeats a receipt whose response was lost, or that
 * could not be committed in time: then the attempt has its status already, and an older attempt with the same
 * id must not get it. The clocks of replicas and database differ by milliseconds, so an attempt may seem to
 * have started after its receipt.
 */
const findCandidatesSql = prepared`
select wanted.n::integer as n, found.id as "attemptId", found.is_open as "isOpen", found.started_at as "startedAt"
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
