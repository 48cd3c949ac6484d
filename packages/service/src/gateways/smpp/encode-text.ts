import { alphabetFor, mostParts } from './alphabet-for.ts';

/** The fields of a submit_sm that carry a whole text. */
export interface EncodedText {
  readonly data_coding: 0 | 8;
  readonly short_message: Buffer;
  /** Instead of `short_message`, if the text does not fit one SMS. */
  readonly message_payload?: Buffer;
}

/**
 * Encodes a text in the smallest alphabet that holds it; undefined if it needs more than 255 parts. A long
 * text is one `message_payload`, which the SMSC splits: it has one id and one receipt, and is repeated as a
 * whole. For an SMSC without support for that parameter there is `cutText`.
 */
export function encodeText(text: string): EncodedText | undefined {
  const { data_coding, octets, one, part } = alphabetFor(text);
  if (octets.length <= one) return { data_coding, short_message: octets };
  if (octets.length > part * mostParts) return undefined;
  return { data_coding, short_message: Buffer.alloc(0), message_payload: octets };
}
