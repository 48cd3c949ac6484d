import { describe, expect, test } from 'vitest';
import { newKeyedId } from '../../store/message-key.ts';
import type { GatewayAttempt } from '../gateway.ts';
import { submissionOf } from './submission-of.ts';

const attempt: GatewayAttempt = {
  attemptId: newKeyedId({ accountId: 1, messageId: 1 }),
  channel: 'SMS',
  address: '+12025550199',
  addressType: 'PHONE',
  subject: 'codes',
  content: { contentType: 'TEXT', text: 'Hello' },
};
const fieldsOf = (part: Partial<GatewayAttempt>) => submissionOf({ ...attempt, ...part });
const refusal = (reason: string) => ({ refusal: reason });

test('a long text is the last field: some SMSCs read the fields behind it wrongly', () => {
  const submission = fieldsOf({ content: { contentType: 'TEXT', text: 'long '.repeat(60) } });
  const [submit = {}] = 'submits' in submission ? submission.submits : [];
  const names = Object.keys(submit).filter((name) =>
    ['user_message_reference', 'message_payload'].includes(name),
  );
  expect(names).toEqual(['user_message_reference', 'message_payload']);
});

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
    expect(fieldsOf({ subject })).toMatchObject({ submits: [fields] });
  });

  test.each(['twelve chars', 'Кафе', ''])('cannot be %j', (subject) => {
    expect(fieldsOf({ subject })).toEqual(refusal('error-subject-unknown'));
  });
});

describe('the destination', () => {
  test('of another type has an unknown type of number', () => {
    const fields = { dest_addr_ton: 0, dest_addr_npi: 0, destination_addr: 'box-7' };
    expect(fieldsOf({ address: 'box-7', addressType: 'BOX' })).toMatchObject({ submits: [fields] });
  });

  test.each(['', '+', 'ж', 'a b', '1'.repeat(21)])('cannot be %j', (address) => {
    expect(fieldsOf({ address, addressType: 'BOX' })).toEqual(refusal('error-address-format'));
  });
});

describe('the text', () => {
  test('may be a caption', () => {
    const content = { contentType: 'IMAGE', caption: 'Look' };
    expect(fieldsOf({ content })).toMatchObject({ submits: [{ short_message: Buffer.from('Look') }] });
  });

  test.each([[{}], [{ text: '' }], [{ text: null }]])('is missing in %j', (content) => {
    expect(fieldsOf({ content })).toEqual(refusal('message-undeliverable'));
  });

  test('is too long beyond 255 parts', () => {
    expect(fieldsOf({ content: { text: 'x'.repeat(153 * 255 + 1) } })).toEqual(refusal('too-long-message'));
  });
});

describe('the reference', () => {
  /** What the phone joins the parts by, and `user_message_reference`. */
  const referencesOf = (attemptId: string) => {
    const submission = submissionOf({ ...attempt, attemptId, content: { text: 'x'.repeat(200) } }, 'parts');
    if ('refusal' in submission) throw new Error(submission.refusal);
    const [{ short_message, user_message_reference } = {}] = submission.submits;
    if (!Buffer.isBuffer(short_message)) throw new Error('no part');
    return { joinedBy: short_message.readUInt8(3), reference: Number(user_message_reference) };
  };

  test('is the same when the attempt is repeated, and fits its field, whatever the attempt id looks like', () => {
    expect(referencesOf(attempt.attemptId)).toEqual(referencesOf(attempt.attemptId));
    expect(fieldsOf({})).toMatchObject({ submits: [{ registered_delivery: 1 }] });
    expect(referencesOf('x')).toEqual({ joinedBy: 0, reference: 0 });
  });

  test('differs between messages, of one account and of many, as numbers drawn at random do', () => {
    const draws = 10_000;
    for (const accounts of [1, draws]) {
      const all = Array.from({ length: draws }, (_, n) =>
        referencesOf(newKeyedId({ accountId: 1 + (n % accounts), messageId: 1 + n })),
      );
      // 9,275 of 65,536 values are expected, with a standard deviation of about 25.
      const distinct = new Set(all.map(({ reference }) => reference)).size;
      expect(distinct).toBeGreaterThan(9_275 - 200);
      expect(distinct).toBeLessThan(9_275 + 200);
      const counts = Array.from(
        { length: 256 },
        (_, octet) => all.filter(({ joinedBy }) => joinedBy === octet).length,
      );
      const expected = draws / 256;
      // Chi-square of 255 degrees of freedom: 255 is expected, with a standard deviation of 23.
      expect(counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(450);
    }
  });
});
