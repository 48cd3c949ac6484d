import type { Receipt } from '../gateway.ts';
import type { Pdu, SmppSettings } from './smpp-connection.ts';

/** A delivery receipt: the SMSC's id of the message, and its status. */
interface SmppReceipt extends Pick<Receipt, 'status' | 'reason'> {
  readonly id: string;
}

/**
 * Parses the receipt in a deliver_sm; undefined for anything else, such as a message of a subscriber.
 * Optional parameters win over the text (SMPP 3.4, §5.2.12, §5.3.2 and appendix B). Times are ignored,
 * because their time zone is not specified.
 */
export function parseReceipt(
  deliver: Pdu,
  reasons: NonNullable<SmppSettings['reasons']> = {},
): SmppReceipt | undefined {
  const text = textOf(deliver);
  const parameter = deliver.receipted_message_id;
  const id =
    typeof parameter === 'string' && parameter !== '' ? parameter : /\bid:\s*([^\s]+)/i.exec(text)?.[1];
  if (id === undefined || !isReceipt(deliver)) return undefined;
  const state = stateOf(deliver.message_state, /\bstat:\s*([A-Z]+)/i.exec(text)?.[1]);
  if (state === 'DELIVERED') return { id, status: 'DELIVERED' };
  if (state === 'ENROUTE') return { id, status: 'SENT' };
  const error = /\berr:\s*([^\s]+)/i.exec(text)?.[1];
  const reason = error !== undefined && Object.hasOwn(reasons, error) ? reasons[error] : undefined;
  return { id, status: 'UNDELIVERED', reason: reason ?? 'message-undeliverable' };
}

/**
 * By the message type in `esm_class`: 0001 is a receipt, 1000 an intermediate notification. Not every SMSC
 * sets it.
 */
function isReceipt({ esm_class, receipted_message_id }: Pdu): boolean {
  const type = typeof esm_class === 'number' ? esm_class & 0x3c : 0;
  return type === 0x04 || type === 0x20 || receipted_message_id !== undefined;
}

function textOf({ short_message, message_payload, data_coding }: Pdu): string {
  const octets = [short_message, message_payload].find((one) => Buffer.isBuffer(one) && one.length > 0);
  if (!Buffer.isBuffer(octets)) return '';
  return data_coding === 8 && octets.length % 2 === 0
    ? Buffer.from(octets).swap16().toString('utf16le')
    : octets.toString('latin1');
}

type ReceiptStatus = 'DELIVERED' | 'ENROUTE' | 'FAILED';

/** SMPP 3.4, §5.2.28, and the abbreviations of appendix B. Unlisted states count as failed. */
const outcomes: ReadonlyMap<unknown, ReceiptStatus> = new Map<unknown, ReceiptStatus>([
  [2, 'DELIVERED'],
  ['DELIVRD', 'DELIVERED'],
  // Scheduled, en route, or accepted on behalf of the subscriber: not final.
  [0, 'ENROUTE'],
  [1, 'ENROUTE'],
  [6, 'ENROUTE'],
  ['SCHEDULED', 'ENROUTE'],
  ['ENROUTE', 'ENROUTE'],
  ['ACCEPTD', 'ENROUTE'],
]);

function stateOf(number: unknown, abbreviation: string | undefined): ReceiptStatus {
  const state = typeof number === 'number' ? number : abbreviation?.toUpperCase();
  return state === undefined ? 'ENROUTE' : (outcomes.get(state) ?? 'FAILED');
}

/** How the SMSC writes its ids; leading zeros and capitals do not matter. */
type IdForm = NonNullable<SmppSettings['messageIds']>['response'];

const digits: Readonly<Record<IdForm, RegExp>> = { decimal: /^[0-9]+$/, hex: /^[0-9a-f]+$/i };

/**
 * The longest id that is told apart: an index has room for it. SMPP 3.4 gives an id 64 characters (§5.2.23).
 */
const longestId = 255;

/**
 * Our reference of a message by the SMSC's id. By its form an id becomes a decimal number without leading
 * zeros, so that a response and a receipt agree; without a form, or if it does not have it, it stays as it
 * is.
 */
export function referenceOf(gateway: string, id: string, form: IdForm | undefined): `smpp:${string}` {
  // PostgreSQL cannot store U+0000, which ends an id in SMPP.
  const [text = ''] = id.slice(0, longestId).split('\0', 1);
  const canonical =
    form === undefined || !digits[form].test(text) ? text : BigInt(form === 'hex' ? `0x${text}` : text);
  return `smpp:${gateway}:${canonical}`;
}
