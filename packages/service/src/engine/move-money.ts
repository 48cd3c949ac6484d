import type { PoolClient } from 'pg';
import { prepared } from '../store/prepared.ts';
import type { Move } from './cascade-state.ts';

/** A move of a message's money out of the reserve. */
export interface AccountMove extends Move {
  readonly accountId: number;
  readonly messageId: number;
}

/**
 * Adds entries to the ledger and updates the accounts by their sums (ADR-0012): spent money leaves the
 * balance and the reserve, released money only the reserve. The accounts must be locked.
 */
export async function moveMoney(client: PoolClient, moves: readonly AccountMove[]): Promise<void> {
  if (moves.length === 0) return;
  await client.query(
    moveMoneySql([
      moves.map(({ accountId }) => accountId),
      moves.map(({ messageId }) => messageId),
      moves.map(({ to }) => to),
      moves.map(({ amount }) => amount),
    ]),
  );
}

const moveMoneySql = prepared(`with moves as materialized (
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[])
         as m (account_id, message_id, target, amount)
     ), booked as (
       insert into cascade.ledger (id, account_id, message_id, debit, credit, amount)
       overriding system value
       select nextval('cascade.ledger_id_seq'), account_id, message_id, 'reserved', target, amount from moves
     )
     update cascade.accounts a
     set balance = a.balance - sums.spent, reserved = a.reserved - sums.moved
     from (
       select account_id, sum(amount)::bigint as moved,
         coalesce(sum(amount) filter (where target = 'spent'), 0)::bigint as spent
       from moves
       group by account_id
     ) as sums
     where a.id = sums.account_id`);
