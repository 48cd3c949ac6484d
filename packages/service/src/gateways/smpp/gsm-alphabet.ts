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
export function encodeGsm(text: string): Buffer | undefined {
  const septets: number[] = [];
  for (const character of text) {
    const code = codes.get(character);
    if (code === undefined) return undefined;
    septets.push(...code);
  }
  return Buffer.from(septets);
}

/** Two escapes are a space on phones. */
const characters: ReadonlyMap<number, string> = new Map(
  [...basic].map((character, code): [number, string] => [code, code === toExtension ? ' ' : character]),
);

const extended: ReadonlyMap<number, string> = new Map(
  extension.map(([character, code]): [number, string] => [code, character]),
);

/**
 * Decodes GSM 03.38, one septet per byte. A code that the extension lacks is read without its escape, as
 * phones do (§6.2.1.1); undefined if an octet has eight bits.
 */
export function decodeGsm(septets: Buffer): string | undefined {
  let text = '';
  let isEscaped = false;
  for (const code of septets) {
    const character = characters.get(code);
    if (character === undefined) return undefined;
    if (code === toExtension && !isEscaped) {
      isEscaped = true;
      continue;
    }
    text += (isEscaped ? extended.get(code) : undefined) ?? character;
    isEscaped = false;
  }
  return text;
}
