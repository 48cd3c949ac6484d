import { alphabetFor, mostParts } from './alphabet-for.ts';

/** How a text travels in one piece: the fields of a submit_sm that carry it. */
export interface EncodedText {
  readonly data_coding: 0 | 8;
  readonly short_message: Buffer;
  /** Instead of `short_message`, for what does not fit one SMS. */
  readonly message_payload?: Buffer;
}

/**
 * The smallest encoding that holds the text; nothing if even 255 parts are too few. A long text goes in one
 * `message_payload`, and the SMSC cuts it: so it has one id, one receipt and one end, and whoever repeats it repeats
 * all of it. For an SMSC that does not know that parameter there is `cutText`.
 */
export function encodeText(text: string): EncodedText | undefined {
  const { data_coding, octets, one, part } = alphabetFor(text);
  if (octets.length <= one) return { data_coding, short_message: octets };
  if (octets.length > part * mostParts) return undefined;
  return { data_coding, short_message: Buffer.alloc(0), message_payload: octets };
}
