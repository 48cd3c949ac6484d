import { encodeGsm } from './gsm-alphabet.ts';

/** How a text travels: the fields of a submit_sm that carry it. */
export interface EncodedText {
  /** 0 is the alphabet of the SMSC, GSM 03.38 as a rule; 8 is UCS-2 (SMPP 3.4, §5.2.19). */
  readonly data_coding: 0 | 8;
  readonly short_message: Buffer;
  /** Instead of `short_message`, for what does not fit one SMS. */
  readonly message_payload?: Buffer;
}

/** One SMS, and one part of many, in bytes of SMPP: 140 octets hold 160 septets (3GPP TS 23.040, §9.2.3.24.1). */
const capacities = { 0: { one: 160, part: 153 }, 8: { one: 140, part: 134 } } as const;

/** Parts are counted in one octet. */
const mostParts = 255;

/**
 * The smallest encoding that holds the text; nothing if even 255 parts are too few. A long text goes in one
 * `message_payload`, and the SMSC cuts it: so it has one id, one receipt and one end, and whoever repeats it repeats
 * all of it. Parts cut here would be accepted, refused and reported one by one.
 */
export function encodeText(text: string): EncodedText | undefined {
  const septets = encodeGsm(text);
  const data_coding = septets === undefined ? 8 : 0;
  const octets = septets ?? Buffer.from(text, 'utf16le').swap16();
  const { one, part } = capacities[data_coding];
  if (octets.length <= one) return { data_coding, short_message: octets };
  if (octets.length > part * mostParts) return undefined;
  return { data_coding, short_message: Buffer.alloc(0), message_payload: octets };
}
