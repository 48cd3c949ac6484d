import type { Pool } from 'pg';
import type { PlannedStage } from '../accounts/directory/account.ts';
import { prepared } from '../store/prepared.ts';

/** Where an account has its status events sent. */
export interface Receiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  /** The last registration of its account, of any sender. */
  readonly version: number;
  /** The HTTP status or error code of the last failure; null while attempts succeed. */
  readonly lastError: string | null;
  /** All currently valid secrets of the account, newest first. */
  readonly secrets: readonly string[];
}

/** What decides on the receiver of an event. */
interface Addressed {
  readonly accountId: number;
  readonly stage: PlannedStage | null;
}

interface Row {
  readonly accountId: number;
  readonly subjectId: number | null;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly disabled: boolean;
  readonly version: number;
  readonly lastError: string | null;
  readonly secrets: readonly string[];
}

/**
 * The receivers of events as they are registered now, each read once. That of a sender wins over that of its account
 * (ADR-0014); undefined without a registration.
 */
export async function loadReceivers(
  pool: Pool,
  events: readonly Addressed[],
): Promise<(event: Addressed) => Receiver | undefined> {
  if (events.length === 0) return () => undefined;
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const subjectIds = [...new Set(events.flatMap(({ stage }) => stage?.subjectId ?? []))];
  const { rows } = await pool.query<Row>(registered([accountIds, subjectIds]));
  const receivers = new Map(
    rows.map(({ accountId, subjectId, headers, ...row }) => [
      keyOf(accountId, subjectId),
      { ...row, headers: headers ?? {} },
    ]),
  );
  return ({ accountId, stage }) =>
    receivers.get(keyOf(accountId, stage?.subjectId ?? null)) ?? receivers.get(keyOf(accountId, null));
}

function keyOf(accountId: number, subjectId: number | null): string {
  return `${accountId} ${subjectId ?? ''}`;
}

const registered = prepared(`
select
  callback.account_id as "accountId", callback.subject_id as "subjectId", callback.url, callback.headers,
  callback.disabled_at is not null as disabled, callback.last_error as "lastError",
  (select account.registrations from cascade.accounts account where account.id = callback.account_id) as version,
  array(
    select secret from cascade.callback_secrets secrets
    where secrets.account_id = callback.account_id and (expires_at is null or expires_at > now())
    order by created_at desc, secret
  ) as secrets
from cascade.callbacks callback
where callback.account_id = any($1::bigint[]) and (callback.subject_id is null or callback.subject_id = any($2::integer[]))
`);
