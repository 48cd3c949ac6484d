import { decodeGsm, encodeGsm } from './gsm-alphabet.ts';
import type { SmppSettings } from './smpp-connection.ts';

/** How texts become octets of SMPP, and how many of them fit one SMS. */
export interface Alphabet {
  /** Undefined if the alphabet lacks a character. */
  encode(text: string): Buffer | undefined;
  /** Undefined if the octets are not a text of the alphabet. */
  decode(octets: Buffer): string | undefined;
  /** The capacity of an SMS beside a user data header of that length, in octets of SMPP. */
  room(header: number): number;
}

/** An SMS has 140 octets (3GPP TS 23.040, §9.2.3.16). */
const octetsOfSms = 140;

const gsm: Alphabet = {
  encode: encodeGsm,
  decode: decodeGsm,
  // The SMSC packs eight septets into seven octets.
  room: (header) => Math.floor(((octetsOfSms - header) * 8) / 7),
};

/** An alphabet of Unicode's first characters, an octet for each. */
const octetAlphabet = (last: number): Alphabet => ({
  encode: (text) => (isWithin(text, last) ? Buffer.from(text, 'latin1') : undefined),
  decode: (octets) => (octets.some((octet) => octet > last) ? undefined : octets.toString('latin1')),
  room: (header) => octetsOfSms - header,
});

function isWithin(text: string, last: number): boolean {
  return Array.from(text).every((character) => (character.codePointAt(0) ?? 0) <= last);
}

const ucs2: Alphabet = {
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
  decode: (octets) =>
    octets.length % 2 === 0 ? Buffer.from(octets).swap16().toString('utf16le') : undefined,
  room: (header) => (octetsOfSms - header) & ~1,
};

type AlphabetName = NonNullable<SmppSettings['alphabet']>;

const alphabets: Readonly<Record<AlphabetName, Alphabet>> = {
  gsm,
  latin1: octetAlphabet(0xff),
  ascii: octetAlphabet(0x7f),
  ucs2,
};

/** An alphabet, and the `data_coding` that announces it (SMPP 3.4, §5.2.19). */
export interface Coding {
  readonly dataCoding: number;
  readonly alphabet: Alphabet;
}

type CodingSettings = Pick<SmppSettings, 'alphabet' | 'dataCoding'>;

/** UCS-2 has a `data_coding` of its own. */
const ucs2Coding: Coding = { dataCoding: 8, alphabet: ucs2 };

/** The codings to try for a text, the smaller one first: UCS-2 has every character. */
export function codingsOf({ alphabet = 'gsm', dataCoding = 0 }: CodingSettings): readonly Coding[] {
  return alphabet === 'ucs2' ? [ucs2Coding] : [{ dataCoding, alphabet: alphabets[alphabet] }, ucs2Coding];
}

/**
 * The alphabet of a text from the SMSC; undefined for octets that are not a text, and for other alphabets.
 */
export function alphabetOf(code: number, settings: CodingSettings): Alphabet | undefined {
  const { alphabet = 'gsm', dataCoding = 0 } = settings;
  if (code === dataCoding) return alphabets[alphabet];
  const standard = new Map([
    [0, gsm],
    [1, alphabets.ascii],
    [3, alphabets.latin1],
    [8, ucs2],
  ]);
  return standard.get(code);
}
