import type { PoolClient } from 'pg';
import { prepared } from '../store/prepared.ts';
import type { IntakeVerdict } from './intake-item.ts';

/**
 * The arguments of the function `cascade.accept_messages` (migration 17), by the names of its parameters. An item has
 * the same place in every array; an item without a cost has no message, and only asks about its request id.
 */
export interface AcceptArguments {
  /** The ids of the messages, the same in every try. Those of refused messages are lost. */
  readonly message_ids: readonly number[];
  /** Whether it waits for accounts that another transaction has locked. */
  readonly may_wait: boolean;
  /** The accounts of the items with a message, each once, rising: the function locks them in this order. */
  readonly payers: readonly number[];
  readonly account_ids: readonly number[];
  readonly request_ids: readonly string[];
  readonly fingerprints: readonly (Buffer | undefined)[];
  /** Minor units (ADR-0012). */
  readonly costs: readonly (number | undefined)[];
  readonly ids_as_sent: readonly (string | undefined)[];
  readonly cascade_ids: readonly (number | undefined)[];
  readonly addresses: readonly (string | undefined)[];
  readonly address_types: readonly (string | undefined)[];
  readonly comments: readonly (string | undefined)[];
  readonly start_times: readonly (Date | null | undefined)[];
  /** A JSON array. As an array of texts it would be escaped once more, at many times its memory. */
  readonly contents: string;
  /** A JSON array of the stages of each message. */
  readonly plans: string;
  readonly traceparents: readonly (string | null | undefined)[];
}

/** Another transaction has locked the account; nothing was decided. */
export type Locked = 'locked';

/** `accepted before`: by an earlier try, whose answer was lost. */
type StoredVerdict = IntakeVerdict | Locked | 'accepted before';

/**
 * Applies rules 1 and 5 of §4.1 to a batch in the order of arrival, as if its items came one by one, and writes all that
 * acceptance writes. A message that the balance does not cover leaves the balance to the items behind it.
 */
export async function acceptMessages(
  client: PoolClient,
  args: AcceptArguments,
): Promise<readonly (IntakeVerdict | Locked)[]> {
  const { rows } = await client.query<{ verdicts: readonly StoredVerdict[] }>(
    acceptSql(parameters.map((name) => args[name])),
  );
  return (rows[0]?.verdicts ?? []).map((verdict) => (verdict === 'accepted before' ? 'accepted' : verdict));
}

const parameters = [
  'message_ids',
  'may_wait',
  'payers',
  'account_ids',
  'request_ids',
  'fingerprints',
  'costs',
  'ids_as_sent',
  'cascade_ids',
  'addresses',
  'address_types',
  'comments',
  'start_times',
  'contents',
  'plans',
  'traceparents',
] as const satisfies readonly (keyof AcceptArguments)[];

const byName = parameters.map((name, at) => `${name} => $${at + 1}`);
const acceptSql = prepared(`select cascade.accept_messages(${byName.join(', ')}) as verdicts`);
