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
