import { readContent } from '../../engine/content-of.ts';
import type { GatewayAttempt } from '../gateway.ts';
import { encodeText } from './encode-text.ts';
import type { Fields } from './smpp-connection.ts';

/** The fields of a submit_sm, or the undelivered reason of what SMPP cannot carry (§7.4). */
export type Submission = { readonly fields: Fields } | { readonly refusal: string };

/** Asks for a receipt of the final outcome (SMPP 3.4, §5.2.17). */
const finalReceipt = 1;

/**
 * An attempt as a submit_sm. `user_message_reference` is made of the attempt id and stays the same when the attempt is
 * repeated: 16 bits, a hint for an SMSC that looks for duplicates, and no more.
 */
export function submissionOf({
  attemptId,
  address,
  addressType,
  subject,
  content,
}: GatewayAttempt): Submission {
  const destination = destinationOf(address, addressType);
  if (destination === undefined) return { refusal: 'error-address-format' };
  const source = sourceOf(subject);
  if (source === undefined) return { refusal: 'error-subject-unknown' };
  const { text } = readContent(content);
  if (text === '') return { refusal: 'message-undeliverable' };
  const encoded = encodeText(text);
  if (encoded === undefined) return { refusal: 'too-long-message' };
  return {
    fields: {
      ...source,
      ...destination,
      ...encoded,
      registered_delivery: finalReceipt,
      user_message_reference: Number.parseInt(attemptId.slice(0, 4), 16) || 0,
    },
  };
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
 * The sender signature: a name of at most 11 characters (3GPP TS 23.040, §9.1.2.5), a number, or a short code. Without
 * one the SMSC takes its own.
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
