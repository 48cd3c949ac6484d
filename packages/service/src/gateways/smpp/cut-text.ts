import { alphabetFor, mostParts } from './alphabet-for.ts';

/** A part of a long text: the fields of a submit_sm that carry it. */
export interface TextPart {
  /** The text starts with a header (UDHI; SMPP 3.4, §5.2.12). */
  readonly esm_class: 0x40;
  readonly data_coding: 0 | 8;
  readonly short_message: Buffer;
}

/**
 * Splits a text into parts that each fit one SMS. The phone joins them by their headers (3GPP TS 23.040,
 * §9.2.3.24.1), which share the low octet of the reference. Characters are not split. Undefined if the text
 * needs more than 255 parts.
 */
export function cutText(text: string, reference: number): readonly TextPart[] | undefined {
  const { data_coding, characters, part } = alphabetFor(text);
  const parts: Buffer[][] = [];
  let room = 0;
  for (const character of characters()) {
    if (character.length > room) {
      parts.push([]);
      room = part;
    }
    parts.at(-1)?.push(character);
    room -= character.length;
  }
  if (parts.length > mostParts) return undefined;
  return parts.map((octets, at) => ({
    esm_class: 0x40,
    data_coding,
    short_message: Buffer.concat([header(reference, parts.length, at + 1), ...octets]),
  }));
}

/** A header of five octets: information element 0, of three octets. */
function header(reference: number, of: number, number: number): Buffer {
  return Buffer.from([5, 0, 3, reference & 0xff, of, number]);
}
