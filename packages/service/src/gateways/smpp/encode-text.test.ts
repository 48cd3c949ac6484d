import { describe, expect, test } from 'vitest';
import { alphabetOf } from './alphabets.ts';
import { encodeText, type TextSettings } from './encode-text.ts';

const encode = (text: string, settings: TextSettings = {}) => encodeText(text, settings, () => 0xbeef);

describe('in one message_payload', () => {
  const sizes = (text: string, settings?: TextSettings) =>
    encode(text, settings)?.map(({ data_coding, short_message, message_payload }) => [
      data_coding,
      short_message.length,
      message_payload?.length ?? 'none',
    ]);

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
    expect(sizes(character.repeat(count))).toEqual(expected && [expected]);
  });

  test.each([
    ['latin1', 'x', 140, [0, 140, 'none']],
    ['latin1', 'ß', 141, [0, 0, 141]],
    ['ascii', 'x', 140, [0, 140, 'none']],
    ['ascii', 'x', 141, [0, 0, 141]],
    ['ucs2', 'x', 70, [8, 140, 'none']],
    ['ucs2', 'x', 71, [8, 0, 142]],
  ] as const)('in %s: %s × %i', (alphabet, character, count, expected) => {
    expect(sizes(character.repeat(count), { alphabet })).toEqual([expected]);
  });

  test.each([
    ['x', 152],
    ['ж', 66],
  ])('%s: with a longer header, %i of them fit each of 255 parts', (character, count) => {
    expect(encode(character.repeat(count * 255), { references: 16 })).toHaveLength(1);
    expect(encode(character.repeat(count * 255 + 1), { references: 16 })).toBeUndefined();
  });

  test('is UCS-2 in big-endian as soon as one character is not in the alphabet', () => {
    expect(encode('aж')?.[0]?.short_message.toString('hex')).toBe('00610436');
  });
});

describe('the alphabet of the SMSC', () => {
  const written = (text: string, settings: TextSettings) => {
    const [{ data_coding, short_message } = {}] = encode(text, settings) ?? [];
    return [data_coding, short_message?.toString('hex')];
  };

  test.each([
    ['gsm', '@$_£{', [0, '000211011b28']],
    ['latin1', '@$_£{ü', [0, '40245fa37bfc']],
    ['latin1', '€', [8, '20ac']],
    ['ascii', '@$_{', [0, '40245f7b']],
    ['ascii', '£', [8, '00a3']],
    ['ucs2', '@', [8, '0040']],
  ] as const)('%s: %s', (alphabet, text, octets) => {
    expect(written(text, { alphabet })).toEqual(octets);
  });

  test.each([
    ['ascii', 1],
    ['latin1', 3],
    ['gsm', 1],
  ] as const)('%s may have the data_coding %i; UCS-2 keeps its own', (alphabet, dataCoding) => {
    expect(written('A', { alphabet, dataCoding })).toEqual([dataCoding, '41']);
    expect(written('ж', { alphabet, dataCoding })).toEqual([8, '0436']);
  });

  test.each([
    [0, {}, '0002', '@$'],
    [0, { alphabet: 'latin1' }, 'fc', 'ü'],
    [0, { alphabet: 'ascii' }, 'fc', undefined],
    [0, { alphabet: 'ucs2' }, '0436', 'ж'],
    [0, { alphabet: 'latin1', dataCoding: 3 }, '00', '@'],
    [1, {}, '40', '@'],
    [3, {}, 'fc', 'ü'],
    [8, {}, '0436', 'ж'],
    [8, {}, '043600', undefined],
    [4, {}, '00', undefined],
  ] as const)('reads data_coding %i with %j: %s', (dataCoding, settings, octets, text) => {
    expect(alphabetOf(dataCoding, settings)?.decode(Buffer.from(octets, 'hex'))).toBe(text);
  });
});

describe('in parts', () => {
  const cut = (text: string, settings: TextSettings = {}) =>
    encode(text, { longTexts: 'parts', ...settings });

  test.each([
    ['x', 161, 0, [153, 8], {}],
    ['€', 81, 0, [152, 10], {}],
    ['ж', 71, 8, [134, 8], {}],
    ['👋', 36, 8, [132, 12], {}],
    ['x', 161, 0, [152, 9], { references: 16 }],
    ['ж', 71, 8, [132, 10], { references: 16 }],
    ['ü', 141, 0, [134, 7], { alphabet: 'latin1' }],
    ['ü', 141, 0, [133, 8], { alphabet: 'latin1', references: 16 }],
    ['x', 141, 1, [134, 7], { alphabet: 'ascii', dataCoding: 1 }],
  ] as const)(
    '%s × %i, none of which ends within a character',
    (...[character, count, coding, lengths, by]) => {
      const parts = cut(character.repeat(count), by) ?? [];
      const header = 'references' in by ? 7 : 6;
      expect(parts.map(({ short_message }) => short_message.length - header)).toEqual(lengths);
      expect(parts.map(({ data_coding, esm_class }) => [data_coding, esm_class])).toEqual(
        lengths.map(() => [coding, 0x40]),
      );
    },
  );

  const text = Array.from({ length: 400 }, (_, at) => String(at % 10)).join('');

  test.each([
    [8, ['050003ef0301', '050003ef0302', '050003ef0303']],
    [16, ['060804beef0301', '060804beef0302', '060804beef0303']],
  ] as const)('numbers them under a reference of %i bits, and loses no character', (references, headers) => {
    const parts = cut(text, { references })?.map(({ short_message }) => short_message) ?? [];
    const length = headers[0].length / 2;
    expect(parts.map((part) => part.toString('hex', 0, length))).toEqual(headers);
    expect(parts.map((part) => part.toString('latin1', length)).join('')).toBe(text);
  });

  test('by parameters instead of headers', () => {
    const parts = cut(text, { longTexts: 'sar' }) ?? [];
    expect(parts.map(({ short_message: _, ...fields }) => fields)).toEqual(
      [1, 2, 3].map((number) => ({
        data_coding: 0,
        sar_msg_ref_num: 0xbeef,
        sar_total_segments: 3,
        sar_segment_seqnum: number,
      })),
    );
    expect(parts.map(({ short_message }) => short_message.toString('latin1')).join('')).toBe(text);
  });

  test('rejects more than 255 parts, even if the octets would fit', () => {
    expect(cut('x'.repeat(153 * 255))).toHaveLength(255);
    expect(cut('x'.repeat(153 * 255 + 1))).toBeUndefined();
    // 33 of these fit into a part and leave two of its octets unused.
    expect(cut('👋'.repeat(33 * 255 + 1))).toBeUndefined();
  });
});
