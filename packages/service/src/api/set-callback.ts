import {
  callbackUrlNotValid,
  judgeCallbackRegistration,
  judgeCallbackUrl,
  problem,
  type RequestProblem,
} from '@cascade/validator';
import type { Pool } from 'pg';
import { countRegistration } from '../accounts/count-registration.ts';
import {
  type CallbackUrlFault,
  checkCallbackUrl,
  createUrlProbes,
  describeFault,
  type ProbeRefusal,
} from '../callbacks/check-callback-url.ts';
import type { AddressPolicy } from '../callbacks/permitted-address.ts';
import { announceRenewal } from '../callbacks/registrations.ts';
import { defined } from '../defined.ts';
import type { ApiOperation } from '../http/operation.ts';
import { membersOf } from '../json-object.ts';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';

export interface SetCallbackOptions extends AddressPolicy {
  readonly pool: Pool;
}

/**
 * Registers the callback URL, once it has answered a HEAD request with 200 (ADR-0014). The headers that the
 * operator declared stay only with the URL that they were declared for (ADR-0017). What waits for a receiver
 * of the account is tried again.
 */
export function createSetCallback({ pool, ...policy }: SetCallbackOptions): ApiOperation {
  const probes = createUrlProbes();
  return async (account, body) => {
    const found = judgeCallbackRegistration(body);
    if (found !== undefined) return { problem: found };
    const { statusCallbackUrl, subjectId } = membersOf(body);
    const url = String(statusCallbackUrl);
    const unfit = judgeCallbackUrl(url, () => policy.allowLoopback);
    if (unfit !== undefined) return { problem: unfit };
    const verdict = await probes.run(account.id, () => checkCallbackUrl(url, policy));
    if (verdict !== 'ok') return { problem: problemOf(verdict, url) };
    const sender = typeof subjectId === 'number' ? subjectId : null;
    await inTransaction(pool, async (client, write) => {
      const version = await countRegistration(client, account.id);
      write(client.query(registerSql, [account.id, sender, url, version]));
      write(announceRenewal(client, account.id));
    });
    return { body: defined({ statusCallbackUrl: url, subjectId }) };
  };
}

const registerSql = sql`
insert into ${t.callbacks} as callbacks (account_id, subject_id, url, version)
values ($1, $2, $3, $4)
on conflict (account_id, subject_id) do update
set url = excluded.url, failing_since = null, last_error = null, version = excluded.version,
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
