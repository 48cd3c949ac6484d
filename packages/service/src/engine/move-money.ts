import { type Part, part } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import type { Move } from './cascade-state.ts';

/** A move of a message's money out of the reserve. */
export interface AccountMove extends Move {
  readonly accountId: number;
  readonly messageId: number;
}

/**
 * Adds entries to the ledger and updates the accounts by their sums (ADR-0012): spent money leaves the
 * balance and the reserve, released money only the reserve. Locks the accounts in the order of their ids.
 */
export function moveMoney(moves: readonly AccountMove[]): readonly Part[] {
  if (moves.length === 0) return [];
  const [accounts, targets, amounts] = [
    moves.map(({ accountId }) => accountId),
    moves.map(({ to }) => to),
    moves.map(({ amount }) => amount),
  ];
  return [
    entriesPart([accounts, moves.map(({ messageId }) => messageId), targets, amounts]),
    sumsPart([accounts, targets, amounts]),
  ];
}

const entriesPart = part`
insert into ${t.ledger} (id, account_id, message_id, debit, credit, amount)
overriding system value
select nextval('${t.schema}.ledger_id_seq'), account_id, message_id, 'reserved', target, amount
from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as m (account_id, message_id, target, amount)`;

const sumsPart = part`
update ${t.accounts} a
set balance = a.balance - sums.spent, reserved = a.reserved - sums.moved
from (
  select account_id, sum(amount)::bigint as moved,
    coalesce(sum(amount) filter (where target = 'spent'), 0)::bigint as spent
  from unnest($1::bigint[], $2::text[], $3::bigint[]) as m (account_id, target, amount)
  group by account_id
) as sums
join (
  select id from ${t.accounts} where id = any($1::bigint[]) order by id for no key update
) as locked on locked.id = sums.account_id
where a.id = sums.account_id`;
