import smpp from 'smpp';
import { expect, test } from 'vitest';
import { decodeGsm, encodeGsm } from './gsm-alphabet.ts';

test('has the bytes of 3GPP TS 23.038', () => {
  expect(encodeGsm('@$ _Ç\n')?.toString('hex')).toBe('00022011090a');
  expect(encodeGsm('Grüße Ñandú'.replace('ú', 'ù'))?.toString('hex')).toBe('47727e1e65205d616e6406');
  expect(encodeGsm('[€] {^} \\~|\f')?.toString('hex')).toBe('1b3c1b651b3e201b281b141b29201b2f1b3d1b401b0a');
});

test('agrees with the table of the library about every character up to U+FFFF but ESC', () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const { ASCII } = smpp.encodings;
  const encode = (one: string) => (ASCII.match(one) ? ASCII.encode(one).toString('hex') : undefined);
  expect(
    characters.filter((one) => one !== '\x1b' && encodeGsm(one)?.toString('hex') !== encode(one)),
  ).toEqual([]);
  expect(characters.filter((one) => encodeGsm(one) !== undefined)).toHaveLength(127 + 10);
});

test('rejects ESC, which would change the meaning of the next character', () => {
  expect(encodeGsm('\x1be')).toBeUndefined();
});

test('decodes what it encodes, and what phones read otherwise', () => {
  const text = '@$ _Ç\nGrüße [€] {^} \\~|\f';
  expect(decodeGsm(encodeGsm(text) ?? Buffer.alloc(0))).toBe(text);
  // An escape before a code that the extension lacks, two escapes, and one at the end.
  expect(decodeGsm(Buffer.from('1b411b1b421b', 'hex'))).toBe('A B');
  expect(decodeGsm(Buffer.from([0x41, 0x80]))).toBeUndefined();
});
