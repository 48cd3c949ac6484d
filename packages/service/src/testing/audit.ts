import type { Pool } from 'pg';

/** What must not be there, counted; and what may, for a while. */
export interface Audit {
  /** Accepted messages. */
  readonly messages: number;
  /** Request ids that have more than one message. */
  readonly doubleMessages: number;
  /** Messages whose price was set aside more than once, or of which more was moved on than was set aside. */
  readonly doubleDebits: number;
  /** Accounts whose balance or reserve is not what their ledger says, or whose reserve is not that of their messages. */
  readonly wrongBooks: number;
  /** Messages that wait for something yet. */
  readonly notEnded: number;
  /** Ended messages for which money is still set aside. */
  readonly notReleased: number;
  /** Status events that no receiver has taken. */
  readonly notReported: number;
}

/** Looks through the whole store, in one snapshot. */
export async function audit(pool: Pool): Promise<Audit> {
  const { rows } = await pool.query<Audit>(`select ${columns}`);
  const [row] = rows;
  if (row === undefined) throw new Error('the audit found nothing');
  return row;
}

const count = (from: string) => `(select count(*)::int from ${from})`;

const doubleMessages = count(`(
  select from cascade.messages group by account_id, request_id having count(*) > 1
) as double`);

const doubleDebits = count(`(
  select from cascade.ledger where message_id is not null group by message_id
  having count(*) filter (where debit = 'available' and credit = 'reserved') > 1
    or sum(amount) filter (where debit = 'reserved') > sum(amount) filter (where credit = 'reserved')
) as double`);

/** Every account, as it stands, as its ledger adds up, and as its messages have it. */
const wrongBooks = count(`(
  select from cascade.accounts a
  left join lateral (
    select
      coalesce(sum(case 'available' when credit then amount when debit then -amount else 0 end), 0) as available,
      coalesce(sum(case 'reserved' when credit then amount when debit then -amount else 0 end), 0) as reserved
    from cascade.ledger where account_id = a.id
  ) as ledger on true
  left join lateral (
    select coalesce(sum(reserved), 0) as reserved from cascade.messages where account_id = a.id
  ) as messages on true
  where a.balance - a.reserved <> ledger.available
    or a.reserved <> ledger.reserved or a.reserved <> messages.reserved
) as wrong`);

const columns = `
  ${count('cascade.messages')} as messages,
  ${doubleMessages} as "doubleMessages",
  ${doubleDebits} as "doubleDebits",
  ${wrongBooks} as "wrongBooks",
  ${count(`cascade.messages where state <> 'ended'`)} as "notEnded",
  ${count(`cascade.messages where state = 'ended' and reserved > 0`)} as "notReleased",
  ${count(`cascade.status_events where state = 'pending'`)} as "notReported"`;
