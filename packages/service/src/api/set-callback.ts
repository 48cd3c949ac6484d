import { judgeCallbackRegistration, problem } from '@cascade/validator';
import type { Pool } from 'pg';
import { callbackUrlFaults, checkCallbackUrl } from '../callbacks/check-callback-url.ts';
import { defined } from '../defined.ts';
import { membersOf } from '../json-object.ts';
import type { Operation } from './operation.ts';

export interface SetCallbackOptions {
  readonly pool: Pool;
  /** Allows plain HTTP to loopback; for development only. */
  readonly allowLoopback: boolean;
}

/** Registers the callback URL, once it has answered a HEAD request with 200 (ADR-0014). */
export function createSetCallback({ pool, allowLoopback }: SetCallbackOptions): Operation {
  return async (account, body) => {
    const found = judgeCallbackRegistration(body);
    if (found !== undefined) return { problem: found };
    const { statusCallbackUrl, subjectId } = membersOf(body);
    const url = String(statusCallbackUrl);
    const fault = await checkCallbackUrl(url, { allowLoopback });
    if (fault !== 'ok')
      return { problem: problem('callback-url-not-valid', { detail: callbackUrlFaults[fault] }) };
    const sender = typeof subjectId === 'number' ? subjectId : null;
    await pool.query(
      `insert into cascade.callbacks (account_id, subject_id, url) values ($1, $2, $3)
       on conflict (account_id, subject_id) do update set url = excluded.url, disabled_at = null`,
      [account.id, sender, url],
    );
    return { body: defined({ statusCallbackUrl: url, subjectId }) };
  };
}
