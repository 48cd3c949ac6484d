import {
  callbackUrlNotValid,
  judgeCallbackRegistration,
  judgeCallbackUrl,
  problem,
  type RequestProblem,
} from '@cascade/validator';
import { type CallbackSecrets, replaceSecret } from '@cascade/validator/callback-secrets';
import type { Pool, PoolClient } from 'pg';
import { countRegistration } from '../accounts/count-registration.ts';
import {
  type CallbackUrlFault,
  checkCallbackUrl,
  createUrlProbes,
  describeFault,
  type ProbeRefusal,
} from '../callbacks/check-callback-url.ts';
import { announceRenewal } from '../callbacks/registrations.ts';
import { defined } from '../defined.ts';
import type { ApiOperation } from '../http/operation.ts';
import { membersOf } from '../json-object.ts';
import type { AddressPolicy } from '../permitted-address.ts';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';

export interface SetCallbackOptions extends AddressPolicy {
  readonly pool: Pool;
}

/**
 * Registers the callback URL, once it has answered a HEAD request with 200 (ADR-0014). The headers that the
 * operator declared stay only with the URL that they were declared for (ADR-0017). What waits for a receiver
 * of the account is tried again. A new secret signs beside the one before it for a day (ADR-0057).
 */
export function createSetCallback({ pool, ...policy }: SetCallbackOptions): ApiOperation {
  const probes = createUrlProbes();
  return async (account, body) => {
    const found = judgeCallbackRegistration(body);
    if (found !== undefined) return { problem: found };
    const { statusCallbackUrl, subjectId, secret: given } = membersOf(body);
    // Only addresses of other events, to which nothing is sent (ADR-0058).
    if (statusCallbackUrl === undefined) return { body: defined({ subjectId }) };
    const url = String(statusCallbackUrl);
    const unfit = judgeCallbackUrl(url, () => policy.allowLoopback);
    if (unfit !== undefined) return { problem: unfit };
    const verdict = await probes.run(account.id, () => checkCallbackUrl(url, policy));
    if (verdict !== 'ok') return { problem: problemOf(verdict, url) };
    const sender = typeof subjectId === 'number' ? subjectId : null;
    const secret = await inTransaction(pool, async (client, write) => {
      // Locks the account, so its registrations follow each other.
      const version = await countRegistration(client, account.id);
      const { kept, ...state } = await readSecrets(client, account.id, sender);
      const { secrets, made } = replaceSecret(kept, typeof given === 'string' ? given : undefined, state);
      const { current = null, previous } = secrets ?? {};
      const values = [current, previous?.secret ?? null, previous?.until ?? null];
      write(client.query(registerSql, [account.id, sender, url, version, ...values]));
      write(announceRenewal(client, account.id));
      return made;
    });
    return { body: defined({ statusCallbackUrl: url, subjectId, secret }) };
  };
}

interface SecretsRow {
  readonly now: Date;
  readonly isSigned: boolean;
  readonly current: string | null;
  readonly previous: string | null;
  readonly until: Date | null;
}

/** What signs the callbacks of a registration now, by the clock of the database. */
async function readSecrets(client: PoolClient, accountId: number, subjectId: number | null) {
  const { rows } = await client.query<SecretsRow>(secretsSql, [accountId, subjectId]);
  const { now = new Date(), isSigned = false, current = null, previous = null, until = null } = rows[0] ?? {};
  const before = previous === null || until === null ? undefined : { secret: previous, until };
  const kept: CallbackSecrets | undefined =
    current === null ? undefined : { current, ...defined({ previous: before }) };
  return { now, isSigned, kept };
}

const secretsSql = sql`
select now()::timestamptz(3) as now, callback.secret as current, callback.previous_secret as previous,
  callback.previous_until as until, exists (
    select from ${t.callback_secrets} secrets
    where secrets.account_id = account.id and (secrets.expires_at is null or secrets.expires_at > now())
  ) as "isSigned"
from ${t.accounts} account
left join ${t.callbacks} callback
  on callback.account_id = account.id and callback.subject_id is not distinct from $2
where account.id = $1`;

const registerSql = sql`
insert into ${t.callbacks} as callbacks
  (account_id, subject_id, url, version, secret, previous_secret, previous_until)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (account_id, subject_id) do update
set secret = excluded.secret, previous_secret = excluded.previous_secret, previous_until = excluded.previous_until,
  url = excluded.url, failing_since = null, last_error = null, version = excluded.version,
  disabled_at = case when callbacks.disabled_reason <> '410' then callbacks.disabled_at end,
  headers = case when callbacks.url = excluded.url then callbacks.headers end`;

function problemOf(verdict: CallbackUrlFault | ProbeRefusal | 'cannot-tell', url: string): RequestProblem {
  switch (verdict) {
    case 'account-is-busy':
      return problem('too-many-requests', {
        detail: 'other registrations wait for the answer of their URL',
      });
    case 'service-is-busy':
    case 'cannot-tell':
      return problem('service-unavailable', {
        detail: '/statusCallbackUrl: cannot be checked at the moment',
      });
    case 'address-not-allowed':
      // By plain HTTP, only the resolver knows whether it leads to this machine.
      return callbackUrlNotValid(url.startsWith('http:') ? 'must be an HTTPS URL' : describeFault(verdict));
    default:
      return callbackUrlNotValid(describeFault(verdict));
  }
}
