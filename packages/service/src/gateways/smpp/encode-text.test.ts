import { expect, test } from 'vitest';
import { encodeText } from './encode-text.ts';

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
