import { describe, expect, test } from 'vitest';
import type { GatewayAttempt } from '../gateway.ts';
import { submissionOf } from './submission-of.ts';

const attempt: GatewayAttempt = {
  attemptId: 'beefed93-13d5-463a-9ec3-898506f4937a',
  channel: 'SMS',
  address: '+12025550199',
  addressType: 'PHONE',
  subject: 'codes',
  content: { contentType: 'TEXT', text: 'Hello' },
};
const fieldsOf = (part: Partial<GatewayAttempt>) => submissionOf({ ...attempt, ...part });
const refusal = (reason: string) => ({ refusal: reason });

describe('the source', () => {
  test.each([
    ['codes', 5, 0, 'codes'],
    ['My Shop 24', 5, 0, 'My Shop 24'],
    ['+4915112345678', 1, 1, '4915112345678'],
    ['4915112345678', 1, 1, '4915112345678'],
    ['73535', 3, 0, '73535'],
    [null, 0, 0, ''],
  ])('of %j', (subject, source_addr_ton, source_addr_npi, source_addr) => {
    const fields = { source_addr_ton, source_addr_npi, source_addr };
    expect(fieldsOf({ subject })).toMatchObject({ fields });
  });

  test.each(['twelve chars', 'Кафе', ''])('cannot be %j', (subject) => {
    expect(fieldsOf({ subject })).toEqual(refusal('error-subject-unknown'));
  });
});

describe('the destination', () => {
  test('of another type has an unknown type of number', () => {
    const fields = { dest_addr_ton: 0, dest_addr_npi: 0, destination_addr: 'box-7' };
    expect(fieldsOf({ address: 'box-7', addressType: 'BOX' })).toMatchObject({ fields });
  });

  test.each(['', '+', 'ж', 'a b', '1'.repeat(21)])('cannot be %j', (address) => {
    expect(fieldsOf({ address, addressType: 'BOX' })).toEqual(refusal('error-address-format'));
  });
});

describe('the text', () => {
  test('may be a caption', () => {
    const content = { contentType: 'IMAGE', caption: 'Look' };
    expect(fieldsOf({ content })).toMatchObject({ fields: { short_message: Buffer.from('Look') } });
  });

  test.each([[{}], [{ text: '' }], [{ text: null }]])('is missing in %j', (content) => {
    expect(fieldsOf({ content })).toEqual(refusal('message-undeliverable'));
  });

  test('is too long beyond 255 parts', () => {
    expect(fieldsOf({ content: { text: 'x'.repeat(153 * 255 + 1) } })).toEqual(refusal('too-long-message'));
  });
});

test('keeps its user_message_reference when it is repeated, whatever the attempt id looks like', () => {
  expect(fieldsOf({})).toMatchObject({ fields: { user_message_reference: 0xbeef, registered_delivery: 1 } });
  expect(fieldsOf({ attemptId: 'x' })).toMatchObject({ fields: { user_message_reference: 0 } });
});
