import { setTimeout } from 'node:timers/promises';
import { type Audit, audit, lookInto } from '@cascade/service/bench';

/** What the store says after the attack. */
export interface Books extends Audit {
  /** Answered with 200, and not in the store exactly once. */
  readonly notOnce: number;
  /** Accounts that spent something else than five for each delivered message. */
  readonly wronglySpent: number;
}

const patienceMs = 120_000;

/** Waits until all messages have ended, and compares the store with the answers. */
export function readBooks(dataFolder: string, accepted: readonly string[]): Promise<Books> {
  return lookInto(dataFolder, async (pool) => {
    const end = performance.now() + patienceMs;
    while ((await audit(pool)).notEnded > 0 && performance.now() < end) await setTimeout(1_000);
    const { rows } = await pool.query<Pick<Books, 'notOnce' | 'wronglySpent'>>(comparison, [accepted]);
    const [compared] = rows;
    return { notOnce: Number.NaN, wronglySpent: Number.NaN, ...compared, ...(await audit(pool)) };
  });
}

const comparison = `
select
  (select count(*)::int from unnest($1::text[]) as accepted (id)
    where (select count(*) from cascade.messages where request_id_as_sent = accepted.id) <> 1) as "notOnce",
  (select count(*)::int from cascade.accounts a
    where (select coalesce(sum(amount), 0) from cascade.ledger l where l.account_id = a.id and l.credit = 'spent')
      <> 5 * (select count(*) from cascade.status_events e join cascade.messages m on m.id = e.message_id
        where m.account_id = a.id and e.status = 'DELIVERED')) as "wronglySpent"`;
