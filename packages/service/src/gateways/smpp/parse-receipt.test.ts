import { describe, expect, test } from 'vitest';
import { parseReceipt } from './parse-receipt.ts';
import type { Pdu } from './smpp-connection.ts';

const deliver = (text: string, part: Partial<Pdu> = {}): Pdu => ({
  command: 'deliver_sm',
  command_status: 0,
  esm_class: 0x04,
  data_coding: 0,
  short_message: Buffer.from(text, 'latin1'),
  ...part,
});
const receipt = (rest: string) =>
  `id:A_1 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 ${rest} text:stat:x`;
const undelivered = (reason: string) => ({ id: 'A_1', status: 'UNDELIVERED', reason });

describe('the state', () => {
  test.each([
    ['DELIVRD', { id: 'A_1', status: 'DELIVERED' }],
    ['delivrd', { id: 'A_1', status: 'DELIVERED' }],
    ['ENROUTE', { id: 'A_1', status: 'SENT' }],
    ['ACCEPTD', { id: 'A_1', status: 'SENT' }],
    ['EXPIRED', undelivered('message-undeliverable')],
    ['DELETED', undelivered('message-undeliverable')],
    ['UNDELIV', undelivered('message-undeliverable')],
    ['UNKNOWN', undelivered('message-undeliverable')],
    ['REJECTD', undelivered('message-undeliverable')],
    ['NEWWORD', undelivered('message-undeliverable')],
  ])('%s', (state, expected) => {
    expect(parseReceipt(deliver(receipt(`stat:${state} err:000`)))).toEqual(expected);
  });

  test.each([
    [0, 'SENT'],
    [1, 'SENT'],
    [2, 'DELIVERED'],
    [3, 'UNDELIVERED'],
    [4, 'UNDELIVERED'],
    [5, 'UNDELIVERED'],
    [6, 'SENT'],
    [7, 'UNDELIVERED'],
    [8, 'UNDELIVERED'],
    [9, 'UNDELIVERED'],
  ])('%i as an optional parameter wins over the text', (message_state, status) => {
    const text = receipt(status === 'DELIVERED' ? 'stat:UNDELIV' : 'stat:DELIVRD');
    expect(parseReceipt(deliver(text, { message_state }))).toMatchObject({ status });
  });

  test('that is missing counts as SENT', () => {
    expect(parseReceipt(deliver('id:A_1'))).toEqual({ id: 'A_1', status: 'SENT' });
  });
});

describe('the reason', () => {
  const reasons = { '069': 'spam-rate-limit-hit' };
  test.each([
    ['069', 'spam-rate-limit-hit'],
    ['69', 'message-undeliverable'],
    ['toString', 'message-undeliverable'],
  ])('of err:%s', (error, reason) => {
    expect(parseReceipt(deliver(receipt(`stat:UNDELIV err:${error}`)), reasons)).toEqual(undelivered(reason));
  });
});

describe('the id', () => {
  test('as an optional parameter wins over the text', () => {
    const told = { receipted_message_id: 'B', esm_class: 0 };
    expect(parseReceipt(deliver(receipt('stat:DELIVRD'), told))).toMatchObject({ id: 'B' });
  });

  test('may be in a message_payload, and in UCS-2', () => {
    const octets = Buffer.from(receipt('stat:DELIVRD'), 'utf16le').swap16();
    const part = { short_message: Buffer.alloc(0), message_payload: octets, data_coding: 8 };
    expect(parseReceipt(deliver('', part))).toEqual({ id: 'A_1', status: 'DELIVERED' });
  });
});

test.each([
  ['a message of a subscriber', deliver(receipt('stat:DELIVRD'), { esm_class: 0 })],
  ['an acknowledgement of a subscriber', deliver(receipt('stat:DELIVRD'), { esm_class: 0x08 })],
  ['a receipt of nothing', deliver('stat:DELIVRD')],
  ['no text', deliver('', { short_message: undefined })],
])('is not %s', (_, pdu) => {
  expect(parseReceipt(pdu)).toBeUndefined();
});

test('may be an intermediate notification', () => {
  expect(parseReceipt(deliver(receipt('stat:ENROUTE'), { esm_class: 0x20 }))).toMatchObject({
    status: 'SENT',
  });
});
