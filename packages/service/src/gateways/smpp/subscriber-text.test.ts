import { describe, expect, test } from 'vitest';
import type { Pdu } from './smpp-connection.ts';
import { subscriberText } from './subscriber-text.ts';

const deliver = (hex: string, part: Partial<Pdu> = {}): Pdu => ({
  command: 'deliver_sm',
  command_status: 0,
  esm_class: 0,
  source_addr_ton: 1,
  source_addr: '12025550155',
  destination_addr: '73535',
  data_coding: 0,
  short_message: Buffer.from(hex, 'hex'),
  ...part,
});
const read = (...[hex, part, settings]: [string, Partial<Pdu>?, Parameters<typeof subscriberText>[2]?]) =>
  subscriberText('SMS', deliver(hex, part), settings ?? {});

test('has its text, its octets and its numbers', () => {
  expect(read('53544f50')).toEqual({
    channel: 'SMS',
    from: '+12025550155',
    to: '73535',
    text: 'STOP',
    octets: 'U1RPUA==',
    dataCoding: 0,
  });
});

test.each([
  [1, '12025550155', '+12025550155'],
  [1, '+12025550155', '+12025550155'],
  [2, '2025550155', '2025550155'],
  [5, 'shop', 'shop'],
  [1, 'shop', 'shop'],
  [0, '', ''],
])('with type of number %i, %j is from %j', (source_addr_ton, source_addr, from) => {
  expect(read('41', { source_addr_ton, source_addr })).toMatchObject({ from });
});

test.each([
  [0, {}, '0002', '@$'],
  [0, { alphabet: 'latin1' }, 'fc', 'ü'],
  [8, {}, '04140430', 'Да'],
  // Half an emoji, at the edge of a part.
  [8, {}, '0041d83d', 'A\u{fffd}'],
  [4, {}, '0001ff', null],
  [8, {}, '00', null],
] as const)('of data_coding %i with %j and octets %s is %j', (data_coding, settings, hex, text) => {
  const octets = Buffer.from(hex, 'hex').toString('base64');
  expect(read(hex, { data_coding }, settings)).toMatchObject({ text, octets, dataCoding: data_coding });
});

test('may be in a message_payload, or missing', () => {
  const part = { short_message: undefined, message_payload: Buffer.from('A') };
  expect(read('', part)).toMatchObject({ text: 'A' });
  expect(read('', { short_message: undefined, data_coding: undefined })).toMatchObject({
    text: '',
    octets: '',
  });
});

describe('a part', () => {
  const headed = { esm_class: 0x40 };
  test.each([
    ['of 8 bits', '050003ef0201 41', { reference: 0xef, total: 2, number: 1 }],
    ['of 16 bits', '060804beef0302 41', { reference: 0xbeef, total: 3, number: 2 }],
    ['behind ports', '0b05040b8423f0 0003ef0201 41', { reference: 0xef, total: 2, number: 1 }],
  ])('by a header with a reference %s', (_, hex, part) => {
    expect(read(hex.replaceAll(' ', ''), headed)).toMatchObject({ text: 'A', part });
  });

  test('by parameters', () => {
    const sar = { sar_msg_ref_num: 7, sar_segment_seqnum: 1, sar_total_segments: 2 };
    expect(read('41', sar).part).toEqual({ reference: 7, number: 1, total: 2 });
  });

  test.each(['050003ef02', '03050102 41', '0200 41', '00 41'])('is not in the header %s', (hex) => {
    expect(read(hex.replaceAll(' ', ''), headed)).not.toHaveProperty('part');
  });

  test('needs a header that esm_class announces', () => {
    expect(read('050003ef020141')).not.toHaveProperty('part');
  });
});
