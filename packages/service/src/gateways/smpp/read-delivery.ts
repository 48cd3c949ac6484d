import { defined } from '../../defined.ts';
import type { Receipt } from '../gateway.ts';
import { listedState, normalState, type ReceiptState } from './receipt-states.ts';
import type { Pdu, SmppSettings } from './smpp-connection.ts';

/** A receipt: the SMSC's id of the message, and its status. */
export interface SmppReceipt extends Pick<Receipt, 'status' | 'reason'> {
  readonly id: string;
  /** The state as the SMSC wrote it, if neither we nor the settings know it: then the status is SENT. */
  readonly unlisted?: string;
  /** What the log says of its state. */
  readonly remark?: string;
}

/** What a deliver_sm or data_sm is. */
export type Delivery =
  | { readonly kind: 'receipt'; readonly receipt: SmppReceipt }
  /** A text of a subscriber; if it reads like a receipt, it is one if the id is ours. */
  | { readonly kind: 'text'; readonly maybe?: SmppReceipt }
  /** A receipt that names no message. */
  | { readonly kind: 'without-id' }
  /** The phone or its user acknowledges a message, or a conversation has ended: not a status. */
  | { readonly kind: 'acknowledgement' };

type StateSettings = Pick<SmppSettings, 'reasons' | 'states'>;

/** The message type in `esm_class` (SMPP 3.4, §5.2.12). */
const messageType = { receipt: 0x04, intermediate: 0x20 };
const acknowledgements: ReadonlySet<number> = new Set([0x08, 0x10, 0x18]);

/**
 * Reads a deliver_sm or data_sm by its message type, its optional parameters and its text, of which the
 * parameters win (SMPP 3.4, §5.2.12, §5.3.2 and appendix B). An intermediate notification is never final,
 * and neither is a state that is not listed. Times are ignored, because their time zone is not specified.
 */
export function readDelivery(deliver: Pdu, settings: StateSettings = {}): Delivery {
  const type = typeof deliver.esm_class === 'number' ? deliver.esm_class & 0x3c : 0;
  if (acknowledgements.has(type)) return { kind: 'acknowledgement' };
  const text = textOf(deliver);
  const parameter = deliver.receipted_message_id;
  const hasParameter = typeof parameter === 'string' && parameter !== '';
  const id = hasParameter ? parameter : fieldOf(text, 'id');
  const isReceipt = type === messageType.receipt || type === messageType.intermediate;
  if (id === undefined) return { kind: isReceipt ? 'without-id' : 'text' };
  const written = statesOf(deliver, text);
  const found = stateOf(written, settings.states);
  const isFinal = type !== messageType.intermediate && found !== undefined && found.state !== 'enroute';
  const report = isFinal ? reportOf(found.state, reasonOf(deliver, text, settings.reasons)) : sent;
  const unlisted = found === undefined ? written[0] : undefined;
  const receipt = defined({ id, ...report, unlisted, remark: isFinal ? found.remark : undefined });
  if (isReceipt || hasParameter) return { kind: 'receipt', receipt };
  return written.length === 0 ? { kind: 'text' } : { kind: 'text', maybe: receipt };
}

const sent = { status: 'SENT' } as const;

function reportOf(state: ReceiptState, reason: string): Pick<SmppReceipt, 'status' | 'reason'> {
  return state === 'delivered' ? { status: 'DELIVERED' } : { status: 'UNDELIVERED', reason };
}

/** A field of the text, e.g. `err:000`; undefined if it is empty. */
function fieldOf(text: string, name: 'id' | 'err'): string | undefined {
  return new RegExp(String.raw`\b${name}:\s*(\S+)`, 'i').exec(text)?.[1];
}

/** The longest word of a state that is read: words are logged and compared. */
const longestWord = 40;

/** The state by the parameter and by the text, as far as they have it. */
function statesOf({ message_state }: Pdu, text: string): readonly string[] {
  const number = typeof message_state === 'number' ? normalState(message_state) : undefined;
  return [number, wordOf(text)].filter((one) => one !== undefined);
}

function wordOf(text: string): string | undefined {
  // Behind an empty `stat:` follows the next field, whose name ends with a colon.
  const word = /\bstat:\s*([^\s,;:]+)(?![^\s,;]*:)/i.exec(text)?.[1];
  return word === undefined ? undefined : normalState(word.slice(0, longestWord));
}

/** The first state that the settings or the table have; en route if there is none at all. */
function stateOf(
  written: readonly string[],
  states: StateSettings['states'] = {},
): { readonly state: ReceiptState; readonly remark?: string } | undefined {
  if (written.length === 0) return { state: 'enroute' };
  const own = new Map(Object.entries(states).map(([name, state]) => [normalState(name), state]));
  for (const one of written) {
    const state = own.get(one);
    const found = state === undefined ? listedState(one) : { state };
    if (found !== undefined) return found;
  }
  return undefined;
}

/** By `err`, by type and code of `network_error_code` (§5.3.2.31), or by the word of the state. */
function reasonOf(deliver: Pdu, text: string, reasons: StateSettings['reasons'] = {}): string {
  const word = wordOf(text);
  // A number would be taken for an `err`.
  const name = word !== undefined && /^[0-9]+$/.test(word) ? undefined : word;
  const keys = [fieldOf(text, 'err'), networkError(deliver), name];
  const known = keys.find((key) => key !== undefined && Object.hasOwn(reasons, key));
  return reasons[known ?? ''] ?? 'message-undeliverable';
}

/** E.g. `3:27`: GSM, 27. */
function networkError({ network_error_code: octets }: Pdu): string | undefined {
  if (!Buffer.isBuffer(octets) || octets.length < 3) return undefined;
  return `${octets.readUInt8(0)}:${octets.readUInt16BE(1)}`;
}

/** A user data header comes before the text (`esm_class`, §5.2.12). */
const hasHeader = 0x40;

function textOf(deliver: Pdu): string {
  const octets = bodyOf(deliver).text;
  return deliver.data_coding === 8 && octets.length % 2 === 0
    ? Buffer.from(octets).swap16().toString('utf16le')
    : octets.toString('latin1');
}

/** The octets of the text, and of the user data header before it. */
export function bodyOf({ short_message, message_payload, esm_class }: Pdu) {
  const octets = [short_message, message_payload].find((one) => Buffer.isBuffer(one) && one.length > 0);
  const all = Buffer.isBuffer(octets) ? octets : Buffer.alloc(0);
  const isHeaded = typeof esm_class === 'number' && (esm_class & hasHeader) !== 0;
  const end = isHeaded && all.length > 0 ? 1 + all.readUInt8(0) : 0;
  return end > all.length
    ? { header: Buffer.alloc(0), text: all }
    : { header: all.subarray(Math.min(1, end), end), text: all.subarray(end) };
}
