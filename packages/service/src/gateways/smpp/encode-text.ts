import { type Coding, codingsOf } from './alphabets.ts';
import type { SmppSettings } from './smpp-connection.ts';

export type TextSettings = Pick<SmppSettings, 'alphabet' | 'dataCoding' | 'longTexts' | 'references'>;

/** The fields of a submit_sm that carry a text, or a part of it. */
export interface EncodedText {
  readonly data_coding: number;
  readonly short_message: Buffer;
  /** Instead of `short_message`, if the text does not fit one SMS. */
  readonly message_payload?: Buffer;
  /** The text begins with a header (UDHI; SMPP 3.4, §5.2.12). */
  readonly esm_class?: 0x40;
  readonly sar_msg_ref_num?: number;
  readonly sar_total_segments?: number;
  readonly sar_segment_seqnum?: number;
}

/** The number of parts is one octet. */
const mostParts = 255;

/**
 * Encodes a text in the smallest alphabet that holds it; undefined if it needs more than 255 parts. A text
 * that does not fit one SMS is sent as `longTexts` says:
 *
 * - `payload`: in one `message_payload`, which the SMSC splits. It has one id and one receipt, and is
 *   repeated as a whole.
 * - `parts`: each with a header, by which the phone joins them (3GPP TS 23.040, §9.2.3.24.1 and §9.2.3.24.8).
 * - `sar`: each with parameters, of which the SMSC makes the header (SMPP 3.4, §5.3.2.22 to §5.3.2.24).
 *
 * @param reference Called for parts: what they share, of as many bits as `references` says.
 */
export function encodeText(
  text: string,
  settings: TextSettings,
  reference: () => number,
): readonly EncodedText[] | undefined {
  const { longTexts = 'payload', references = 8 } = settings;
  const { coding, octets } = codingFor(text, settings);
  const { dataCoding: data_coding, alphabet } = coding;
  if (octets.length <= alphabet.room(0)) return [{ data_coding, short_message: octets }];
  const room = alphabet.room(headerLength[references]);
  if (longTexts === 'payload')
    return octets.length > room * mostParts
      ? undefined
      : [{ data_coding, short_message: Buffer.alloc(0), message_payload: octets }];
  const parts = cut(text, coding, room);
  if (parts.length > mostParts) return undefined;
  const number = reference();
  return parts.map((part, at) => {
    const place: Place = { reference: number, total: parts.length, number: at + 1 };
    return { data_coding, ...(longTexts === 'sar' ? bySar(part, place) : byHeader(part, place, references)) };
  });
}

/** Where a part belongs. */
interface Place {
  readonly reference: number;
  readonly total: number;
  readonly number: number;
}

function bySar(short_message: Buffer, { reference, total, number }: Place) {
  return {
    short_message,
    sar_msg_ref_num: reference,
    sar_total_segments: total,
    sar_segment_seqnum: number,
  };
}

/** Octets of the header, by the bits of its reference. */
const headerLength = { 8: 6, 16: 7 } as const;

type References = keyof typeof headerLength;

/** Information element 0 has a reference of one octet, element 8 of two. */
function byHeader(part: Buffer, { reference, total, number }: Place, references: References) {
  const header =
    references === 8
      ? [5, 0, 3, reference & 0xff, total, number]
      : [6, 8, 4, reference >> 8, reference & 0xff, total, number];
  return { esm_class: 0x40 as const, short_message: Buffer.concat([Buffer.from(header), part]) };
}

function codingFor(text: string, settings: TextSettings): { coding: Coding; octets: Buffer } {
  for (const coding of codingsOf(settings)) {
    const octets = coding.alphabet.encode(text);
    if (octets !== undefined) return { coding, octets };
  }
  throw new Error('expected an alphabet with every character, found none');
}

/** Splits a text into parts of at most that many octets. Characters are not split. */
function cut(text: string, { alphabet }: Coding, room: number): readonly Buffer[] {
  const parts: Buffer[][] = [];
  let left = 0;
  for (const character of text) {
    const octets = alphabet.encode(character) ?? Buffer.alloc(0);
    if (octets.length > left) {
      parts.push([]);
      left = room;
    }
    parts.at(-1)?.push(octets);
    left -= octets.length;
  }
  return parts.map((part) => Buffer.concat(part));
}
