import { setTimeout } from 'node:timers/promises';
import type { ServerBehindProxy } from '@cascade/service/bench';
import type { CountingReceiver } from '../crash/receiver.ts';
import type { Call } from './load.ts';

/** What must be 0, but for the repeated callbacks, which may repeat. */
export interface Losses {
  readonly accepted: number;
  /** Accepted, and not reported as delivered within four minutes. */
  readonly undelivered: number;
  /** Seconds until the last of them was reported. */
  readonly deliveredAfterSeconds: number;
  /** Refused as a repetition, although no request was sent twice: its own first attempt had been accepted. */
  readonly refusedAsRepeated: number;
  readonly doubleMessages: number;
  readonly doubleDebits: number;
  readonly wrongBooks: number;
  readonly repeatedCallbacks: number;
}

const longestWaitMs = 240_000; // 4 minutes

export async function findLosses(
  server: ServerBehindProxy,
  receiver: CountingReceiver,
  calls: readonly Call[],
): Promise<Losses> {
  const accepted = calls.filter(({ status }) => status === 200).map(({ requestId }) => requestId);
  const begin = performance.now();
  const missing = () => accepted.filter((requestId) => !receiver.delivered.has(requestId)).length;
  while (missing() > 0 && performance.now() - begin < longestWaitMs) await setTimeout(100);
  const deliveredAfterSeconds = Math.round((performance.now() - begin) / 100) / 10;
  const [books] = await server.ask<Pick<Losses, 'doubleMessages' | 'doubleDebits' | 'wrongBooks'>>(booksSql);
  const posts = [...receiver.times.values()].reduce((sum, times) => sum + times, 0);
  return {
    accepted: accepted.length,
    undelivered: missing(),
    deliveredAfterSeconds,
    refusedAsRepeated: calls.filter(({ problem }) => problem === 'requestId-is-not-unique').length,
    doubleMessages: Number.NaN,
    doubleDebits: Number.NaN,
    wrongBooks: Number.NaN,
    ...books,
    repeatedCallbacks: posts - receiver.times.size,
  };
}

const booksSql = `
select
  (select count(*)::int from (
    select from cascade.messages group by account_id, request_id having count(*) > 1
  ) as double) as "doubleMessages",
  (select count(*)::int from (
    select from cascade.ledger where debit = 'available' and credit = 'reserved'
    group by message_id having count(*) > 1
  ) as double) as "doubleDebits",
  (select count(*)::int from cascade.accounts a
    where a.reserved <> (select coalesce(sum(reserved), 0) from cascade.messages m where m.account_id = a.id)
      or a.balance <> coalesce((
        select sum(case when credit = 'available' and debit = 'external' then amount else 0 end
          - case when credit = 'spent' then amount else 0 end)
        from cascade.ledger l where l.account_id = a.id
      ), 0)) as "wrongBooks"`;
