/** The fields of a submit_sm that carry a whole text. */
interface EncodedText {
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

/** A part of a long text: the fields of a submit_sm that carry it. */
interface TextPart {
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

/** The number of parts is one octet. */
const mostParts = 255;

/** The encoding of a text, and how much of it fits. Lengths are in bytes of SMPP. */
interface Alphabet {
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
function alphabetFor(text: string): Alphabet {
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

// 3GPP TS 23.038 §6.2.1: the default alphabet by code. ESC (0x1B) is not a character, but the prefix of the
// extension.
const basic = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞ\u{1b}ÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');

const toExtension = 0x1b;

const extension: readonly (readonly [string, number])[] = [
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
];

const codes: ReadonlyMap<string, readonly number[]> = new Map([
  ...[...basic].map((character, code): [string, number[]] => [character, [code]]).filter(isCharacter),
  ...extension.map(([character, code]): [string, number[]] => [character, [toExtension, code]]),
]);

function isCharacter([, [code]]: readonly [string, readonly number[]]): boolean {
  return code !== toExtension;
}

/** Encodes a text in GSM 03.38, one septet per byte; undefined if the alphabet lacks a character. */
function encodeGsm(text: string): Buffer | undefined {
  const septets: number[] = [];
  for (const character of text) {
    const code = codes.get(character);
    if (code === undefined) return undefined;
    septets.push(...code);
  }
  return Buffer.from(septets);
}
