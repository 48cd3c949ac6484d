import { encodeGsm } from './gsm-alphabet.ts';

/** The number of parts is one octet. */
export const mostParts = 255;

/** The encoding of a text, and how much of it fits. Lengths are in bytes of SMPP. */
export interface Alphabet {
  /** 0 is the default alphabet of the SMSC, usually GSM 03.38; 8 is UCS-2 (SMPP 3.4, §5.2.19). */
  readonly data_coding: 0 | 8;
  /** The whole text. */
  readonly octets: Buffer;
  /**
   * Capacity of a single SMS, and of one part of several: 140 octets hold 160 septets (3GPP TS 23.040,
   * §9.2.3.24.1).
   */
  readonly one: number;
  readonly part: number;
  /** The text by its characters, which must not be split. */
  characters(): readonly Buffer[];
}

/** The smallest alphabet that contains all characters of the text. */
export function alphabetFor(text: string): Alphabet {
  const septets = encodeGsm(text);
  const ucs2 = (part: string) => Buffer.from(part, 'utf16le').swap16();
  return septets === undefined
    ? { data_coding: 8, octets: ucs2(text), one: 140, part: 134, characters: () => Array.from(text, ucs2) }
    : {
        data_coding: 0,
        octets: septets,
        one: 160,
        part: 153,
        characters: () => Array.from(text, (character) => encodeGsm(character) ?? Buffer.alloc(0)),
      };
}
