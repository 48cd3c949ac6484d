import { describe, expect, test } from 'vitest';
import { bodyOf, type Delivery, readDelivery, type SmppReceipt } from './read-delivery.ts';
import { receiptStates } from './receipt-states.ts';
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
const read = (...[text, part, settings]: [string, Partial<Pdu>?, Parameters<typeof readDelivery>[1]?]) =>
  readDelivery(deliver(text, part), settings);

const is = (members: Omit<SmppReceipt, 'id'>): Delivery => ({
  kind: 'receipt',
  receipt: { id: 'A_1', ...members },
});
const enroute = is({ status: 'SENT' });
const delivered = is({ status: 'DELIVERED' });
const undelivered = is({ status: 'UNDELIVERED', reason: 'message-undeliverable' });
const unlisted = (state: string) => is({ status: 'SENT', unlisted: state });

describe('the state', () => {
  test.each([
    ['enroute', 'BUFFRED BUFFERED BUFFERD ACKED QUEUED ENROUTE enroute SUBMITD SUBMITTED SCHEDULED', enroute],
    ['enroute', 'ACCEPTD ACCEPTED ACCEPTE acceptd PENDING 0 1 6 06', enroute],
    ['delivered', 'DELIVRD delivrd DELIVERED Delivered DELIVERD DELIVER 2 002', delivered],
    ['undelivered', 'EXPIRED DELETED UNDELIV UNDELIVERABLE UNKNOWN REJECTD REJECTED FAILED', undelivered],
    ['undelivered', '3 4 5 7 8', undelivered],
  ])('is %s for %s', (_, words, expected) => {
    for (const word of words.split(' ')) expect(read(receipt(`stat:${word} err:000`))).toEqual(expected);
  });

  test.each(['NEWWORD', 'DELIVERY_FAILED', 'DELIVERING', 'DEL', 'D', '10', '27'])(
    'is not final for %s, which is not listed',
    (word) => expect(read(receipt(`stat:${word} err:000`))).toEqual(unlisted(word)),
  );

  test('that the SMSC skipped on purpose is UNDELIVERED with a word for the log', () => {
    for (const word of ['9', 'SKIPPED'])
      expect(read(receipt(`stat:${word}`))).toEqual(
        is({
          status: 'UNDELIVERED',
          reason: 'message-undeliverable',
          remark: expect.stringContaining('skip'),
        }),
      );
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
    expect(read(text, { message_state })).toMatchObject({ receipt: { status } });
  });

  test('of the text counts if the parameter is not listed', () => {
    expect(read(receipt('stat:DELIVRD'), { message_state: 10 })).toEqual(delivered);
    expect(read(receipt('stat:'), { message_state: 10 })).toEqual(unlisted('10'));
  });

  test('that is missing counts as SENT', () => {
    for (const text of ['id:A_1', 'id:A_1 stat: err:000', 'id:A_1 stat:'])
      expect(read(text)).toEqual(enroute);
  });

  test('may follow blanks, and end with a comma', () => {
    expect(read('ID: A_1 Stat:  DELIVRD,err:000')).toEqual(delivered);
  });

  test('by the settings wins over the table, by word or number, in any case', () => {
    const states = {
      parked: 'enroute',
      handed: 'delivered',
      '027': 'undelivered',
      DELIVRD: 'enroute',
    } as const;
    const by = (rest: string, part?: Partial<Pdu>) => read(receipt(rest), part, { states });
    expect(by('stat:PARKED')).toEqual(enroute);
    expect(by('stat:Handed')).toEqual(delivered);
    expect(by('stat:27')).toEqual(undelivered);
    expect(by('stat:DELIVRD')).toEqual(enroute);
    expect(by('stat:constructor')).toEqual(unlisted('CONSTRUCTOR'));
    expect(by('', { message_state: 27 })).toEqual(undelivered);
  });

  test('has one row for each word and number', () => {
    for (const column of ['words', 'numbers'] as const) {
      const all = receiptStates.flatMap((row): readonly unknown[] => row[column]);
      expect(new Set(all).size).toBe(all.length);
    }
  });
});

describe('an intermediate notification', () => {
  test.each(['ENROUTE', 'UNDELIV', 'UNKNOWN', 'DELIVRD', '2', '5'])('with %s is never final', (word) => {
    expect(read(receipt(`stat:${word}`), { esm_class: 0x20 })).toEqual(enroute);
  });

  test('is never final by its parameters either', () => {
    const part = { esm_class: 0x20, receipted_message_id: 'A_1', message_state: 5 };
    expect(read('', part)).toEqual(enroute);
  });
});

describe('the reason', () => {
  const reasons = {
    '069': 'spam-rate-limit-hit',
    '3:27': 'error-address-format',
    EXPIRED: 'too-long-message',
    '5': 'duplicated',
  };
  const networkError = (...octets: number[]) => ({ network_error_code: Buffer.from(octets) });
  test.each([
    ['stat:UNDELIV err:069', {}, 'spam-rate-limit-hit'],
    ['stat:UNDELIV err:69', {}, 'message-undeliverable'],
    ['stat:UNDELIV err:toString', {}, 'message-undeliverable'],
    ['stat:UNDELIV', networkError(3, 0, 27), 'error-address-format'],
    ['stat:UNDELIV err:001', networkError(3, 0, 27), 'error-address-format'],
    ['stat:UNDELIV err:069', networkError(3, 0, 27), 'spam-rate-limit-hit'],
    ['stat:UNDELIV', networkError(3, 1, 27), 'message-undeliverable'],
    ['stat:UNDELIV', networkError(3), 'message-undeliverable'],
    ['stat:expired err:001', {}, 'too-long-message'],
    // The number of a state must not be taken for an err.
    ['stat:5', {}, 'message-undeliverable'],
  ])('of %s with %j', (rest, part, reason) => {
    expect(read(receipt(rest), part, { reasons })).toEqual(is({ status: 'UNDELIVERED', reason }));
  });
});

describe('the id', () => {
  test('as an optional parameter wins over the text', () => {
    const told = { receipted_message_id: 'B', esm_class: 0 };
    expect(read(receipt('stat:DELIVRD'), told)).toMatchObject({ kind: 'receipt', receipt: { id: 'B' } });
  });

  test.each([0, 7])('may be in a message_payload, in UCS-2, behind a header of %i octets', (length) => {
    const header = Buffer.from([length - 1, ...Array(Math.max(0, length - 1)).fill(0)].slice(0, length));
    const octets = Buffer.concat([header, Buffer.from(receipt('stat:DELIVRD'), 'utf16le').swap16()]);
    const part = { short_message: Buffer.alloc(0), message_payload: octets, data_coding: 8 };
    expect(read('', { ...part, esm_class: length === 0 ? 0x04 : 0x44 })).toEqual(delivered);
  });

  test('may be missing', () => {
    for (const esm_class of [0x04, 0x20])
      expect(read('stat:DELIVRD', { esm_class })).toEqual({ kind: 'without-id' });
  });
});

describe('another message type', () => {
  test.each([0x08, 0x10, 0x18])('%i is an acknowledgement, also with an id', (esm_class) => {
    const part = { esm_class, receipted_message_id: 'A_1' };
    expect(read(receipt('stat:DELIVRD'), part)).toEqual({ kind: 'acknowledgement' });
  });

  test.each([0, 0x40, 0x80])('%i is a text, or a receipt if its id is ours', (esm_class) => {
    expect(read('STOP', { esm_class })).toEqual({ kind: 'text' });
    expect(read('my id: 5', { esm_class })).toEqual({ kind: 'text' });
    expect(read(receipt('stat:DELIVRD'), { esm_class: esm_class & ~0x40 })).toEqual({
      kind: 'text',
      maybe: { id: 'A_1', status: 'DELIVERED' },
    });
  });

  test('no text at all is a text', () => {
    expect(read('', { short_message: undefined, esm_class: 0 })).toEqual({ kind: 'text' });
  });
});

test('a header that claims to be longer than the text is text', () => {
  const { header, text } = bodyOf(deliver('\x09abc', { esm_class: 0x40 }));
  expect([header.length, text.toString('latin1')]).toEqual([0, '\x09abc']);
});
