import type { DefaultAlphabet } from './table.ts';

/** The characters of GSM 03.38 that the texts have and that are not where ASCII has them. */
const gsm: ReadonlyMap<number, string> = new Map([
  [0x00, '@'],
  [0x01, '£'],
  [0x02, '$'],
  [0x05, 'é'],
  [0x11, '_'],
]);
const gsmExtension: ReadonlyMap<number, string> = new Map([
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
]);
const toExtension = 0x1b;

const readers: Readonly<Record<DefaultAlphabet, (octets: Buffer) => string>> = {
  gsm: fromGsm,
  latin1: (octets) => octets.toString('latin1'),
  ascii: (octets) => octets.toString('latin1').replace(/[^\n -~]/g, '?'),
};

/** The text of a part, by its data_coding (SMPP 3.4, §5.2.19), as an SMSC with this alphabet reads it. */
export function decoded(content: string, dataCoding: number, alphabet: DefaultAlphabet): string {
  const octets = Buffer.from(content, 'hex');
  if (dataCoding === 8) return octets.swap16().toString('utf16le');
  if (dataCoding === 3) return readers.latin1(octets);
  if (dataCoding === 1) return readers.ascii(octets);
  return readers[alphabet](octets);
}

function fromGsm(octets: Buffer): string {
  let text = '';
  let isEscaped = false;
  for (const octet of octets) {
    if (octet === toExtension) isEscaped = true;
    else {
      const known = isEscaped ? (gsmExtension.get(octet) ?? '?') : gsm.get(octet);
      text += known ?? String.fromCharCode(octet);
      isEscaped = false;
    }
  }
  return text;
}
