import type { GatewayAttempt } from '../gateway.ts';
import { readContent } from '../read-content.ts';
import { cutText, encodeText } from './encode-text.ts';
import type { Fields, SmppSettings } from './smpp-connection.ts';

/**
 * The fields of each submit_sm of an attempt, or the undelivered reason (§7.4) if SMPP cannot carry the
 * message.
 */
export type Submission = { readonly submits: readonly Fields[] } | { readonly refusal: string };

/** `registered_delivery`: a receipt for the final outcome, or none (SMPP 3.4, §5.2.17). */
const finalReceipt = 1;
const noReceipt = 0;

/**
 * The submit_sm of an attempt; several if a long text is sent in parts. `user_message_reference` is derived
 * from the attempt id, so it is the same when the attempt is repeated. It has 16 bits: only a hint for an
 * SMSC that detects duplicates. If a text is sent in parts, a receipt is requested for the last part only,
 * and counts for all.
 */
export function submissionOf(
  { attemptId, address, addressType, subject, content }: GatewayAttempt,
  longTexts: SmppSettings['longTexts'] = 'payload',
): Submission {
  const destination = destinationOf(address, addressType);
  if (destination === undefined) return { refusal: 'error-address-format' };
  const source = sourceOf(subject);
  if (source === undefined) return { refusal: 'error-subject-unknown' };
  const { text } = readContent(content);
  if (text === '') return { refusal: 'message-undeliverable' };
  const reference = referenceOf(attemptId);
  const parts = partsOf(text, longTexts, reference);
  if (parts === undefined) return { refusal: 'too-long-message' };
  const last = parts.length - 1;
  return {
    submits: parts.map((part, at) => ({
      // The reference comes before the payload: the library of some SMSCs cannot read a long payload before
      // another TLV.
      ...source,
      ...destination,
      user_message_reference: reference,
      ...part,
      registered_delivery: at === last ? finalReceipt : noReceipt,
    })),
  };
}

/**
 * The end of an attempt id is random; its head names the account, which many messages share (`newKeyedId`).
 */
function referenceOf(attemptId: string): number {
  return Number.parseInt(attemptId.slice(-4), 16) || 0;
}

function partsOf(
  text: string,
  longTexts: SmppSettings['longTexts'],
  reference: number,
): readonly object[] | undefined {
  const whole = encodeText(text);
  if (whole === undefined) return undefined;
  const isLong = whole.message_payload !== undefined;
  return isLong && longTexts === 'parts' ? cutText(text, reference) : [whole];
}

/** Type of number and numbering plan (SMPP 3.4, §5.2.5 and §5.2.6). */
const international = { ton: 1, npi: 1 };
const shortCode = { ton: 3, npi: 0 };
const alphanumeric = { ton: 5, npi: 0 };
const unknown = { ton: 0, npi: 0 };

function destinationOf(address: string, addressType: string): Fields | undefined {
  const { ton, npi } = addressType === 'PHONE' ? international : unknown;
  const destination_addr = address.replace(/^\+/, '');
  if (!/^[\x21-\x7e]{1,20}$/.test(destination_addr)) return undefined;
  return { dest_addr_ton: ton, dest_addr_npi: npi, destination_addr };
}

/**
 * The sender signature: a name of at most 11 characters (3GPP TS 23.040, §9.1.2.5), a number, or a short
 * code. Without one the SMSC uses its default.
 */
function sourceOf(subject: string | null): Fields | undefined {
  const { ton, npi } = kindOf(subject);
  const source_addr = ton === international.ton ? subject?.replace(/^\+/, '') : (subject ?? '');
  if (ton === alphanumeric.ton && !/^[\x20-\x7e]{1,11}$/.test(subject ?? '')) return undefined;
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr };
}

function kindOf(subject: string | null): typeof unknown {
  if (subject === null) return unknown;
  if (/^\+?[0-9]{7,15}$/.test(subject)) return international;
  return /^[0-9]{3,6}$/.test(subject) ? shortCode : alphanumeric;
}
