import { expect, test } from 'vitest';
import { cutText, encodeText } from './encode-text.ts';

const sizes = (text: string) => {
  const encoded = encodeText(text);
  return (
    encoded && [encoded.data_coding, encoded.short_message.length, encoded.message_payload?.length ?? 'none']
  );
};

test.each([
  ['x', 160, [0, 160, 'none']],
  ['x', 161, [0, 0, 161]],
  ['€', 80, [0, 160, 'none']],
  ['€', 81, [0, 0, 162]],
  ['ж', 70, [8, 140, 'none']],
  ['ж', 71, [8, 0, 142]],
  ['👋', 35, [8, 140, 'none']],
  ['👋', 36, [8, 0, 144]],
  ['x', 153 * 255, [0, 0, 153 * 255]],
  ['x', 153 * 255 + 1, undefined],
  ['ж', 67 * 255, [8, 0, 134 * 255]],
  ['ж', 67 * 255 + 1, undefined],
])('%s × %i', (character, count, expected) => {
  expect(sizes(character.repeat(count))).toEqual(expected);
});

test('is UCS-2 in big-endian as soon as one character is not in GSM 03.38', () => {
  expect(encodeText('aж')?.short_message.toString('hex')).toBe('00610436');
});

const cut = (text: string) => cutText(text, 0x1beef)?.map(({ short_message }) => short_message);

test.each([
  ['x', 161, 0, [153, 8]],
  ['€', 81, 0, [152, 10]],
  ['ж', 71, 8, [134, 8]],
  ['👋', 36, 8, [132, 12]],
])('%s × %i in parts, none of which ends within a character', (character, count, coding, lengths) => {
  const parts = cutText(character.repeat(count), 1) ?? [];
  expect(parts.map(({ short_message }) => short_message.length - 6)).toEqual(lengths);
  expect(parts.map(({ data_coding, esm_class }) => [data_coding, esm_class])).toEqual(
    lengths.map(() => [coding, 0x40]),
  );
});

test('numbers the parts under one octet of the reference, and loses no character', () => {
  const text = Array.from({ length: 400 }, (_, at) => String(at % 10)).join('');
  const parts = cut(text) ?? [];
  expect(parts.map((part) => part.toString('hex', 0, 6))).toEqual([
    '050003ef0301',
    '050003ef0302',
    '050003ef0303',
  ]);
  expect(parts.map((part) => part.toString('latin1', 6)).join('')).toBe(text);
});

test('rejects more than 255 parts, even if the octets would fit', () => {
  expect(cut('x'.repeat(153 * 255))).toHaveLength(255);
  expect(cut('x'.repeat(153 * 255 + 1))).toBeUndefined();
  // 33 of these fit into a part and leave two of its octets unused.
  expect(cut('👋'.repeat(33 * 255 + 1))).toBeUndefined();
});
