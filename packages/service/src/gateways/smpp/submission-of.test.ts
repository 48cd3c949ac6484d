import smpp from 'smpp';
import { describe, expect, test } from 'vitest';
import { newKeyedId } from '../../store/message-key.ts';
import { readSubmit } from '../../testing/smpp/smpp-wire.ts';
import type { GatewayAttempt } from '../gateway.ts';
import { createSubmissions, type SubmissionSettings } from './submission-of.ts';

const attempt: GatewayAttempt = {
  attemptId: newKeyedId({ accountId: 1, messageId: 1 }),
  channel: 'SMS',
  address: '+12025550199',
  addressType: 'PHONE',
  subject: 'codes',
  content: { contentType: 'TEXT', text: 'Hello' },
};
const fieldsOf = (part: Partial<GatewayAttempt>, settings: SubmissionSettings = {}) =>
  createSubmissions(settings)({ ...attempt, ...part });
/** The octets of the first submit_sm, as the library writes it. */
function octetsOf(settings: SubmissionSettings, part: Partial<GatewayAttempt> = {}): Buffer {
  const submission = fieldsOf(part, settings);
  if ('refusal' in submission) throw new Error(submission.refusal);
  return new smpp.PDU('submit_sm', submission.submits[0]).toBuffer();
}
const submitted = (settings: SubmissionSettings, part?: Partial<GatewayAttempt>) =>
  readSubmit(octetsOf(settings, part).subarray(16));
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
    const submission = fieldsOf({ attemptId, content: { text: 'x'.repeat(200) } }, { longTexts: 'parts' });
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

describe('the settings', () => {
  test.each([
    [{}, [5, 0, 'codes'], [1, 1, '12025550199']],
    [{ source: { ton: 0, npi: 1 } }, [0, 1, 'codes'], [1, 1, '12025550199']],
    [{ source: { npi: 9 }, destination: { ton: 2 } }, [5, 9, 'codes'], [2, 1, '12025550199']],
    [{ destination: { ton: 0, npi: 0 } }, [5, 0, 'codes'], [0, 0, '12025550199']],
  ])('%j number the addresses', (settings, source, destination) => {
    expect(submitted(settings)).toMatchObject({ source, destination });
  });

  test('a number as the sender has no plus, whatever its type', () => {
    const part = { subject: '+4915112345678' };
    expect(submitted({ source: { ton: 2 } }, part).source).toEqual([2, 1, '4915112345678']);
  });

  test('have a service_type', () => {
    expect(octetsOf({}).toString('latin1', 16, 17)).toBe('\0');
    expect(octetsOf({ serviceType: 'CMT' }).toString('latin1', 16, 20)).toBe('CMT\0');
  });

  test.each([0, 1, 2, 0x11])('ask for receipts by %i, for the last part alone', (registeredDelivery) => {
    expect(submitted({ registeredDelivery }).registeredDelivery).toBe(registeredDelivery);
    const long = { content: { text: 'x'.repeat(400) } };
    expect(fieldsOf(long, { registeredDelivery, longTexts: 'parts' })).toMatchObject({
      submits: [
        { registered_delivery: 0 },
        { registered_delivery: 0 },
        { registered_delivery: registeredDelivery },
      ],
    });
  });

  test('ask for a receipt of each part, if the settings say so', () => {
    const long = { content: { text: 'x'.repeat(400) } };
    const settings = { receiptOf: 'each', registeredDelivery: 2, longTexts: 'sar' } as const;
    expect(fieldsOf(long, settings)).toMatchObject({
      submits: Array(3).fill({ registered_delivery: 2 }),
    });
    expect(fieldsOf(long, { ...settings, receiptOf: 'last' })).toMatchObject({
      submits: [0, 0, 2].map((registered_delivery) => ({ registered_delivery })),
    });
  });

  test('add parameters of the vendor before a long text, as text or octets', () => {
    const parameters = { '0x1400': '1101', '5121': { hex: '0A00ff' }, '0x3FFF': 'end\0' };
    const optional = { '1400': '31313031', '1401': '0a00ff', '3fff': '656e6400' };
    expect(submitted({ parameters }).optional).toMatchObject(optional);
    const long = submitted({ parameters }, { content: { text: 'x'.repeat(161) } }).optional;
    expect(long).toMatchObject(optional);
    const octets = octetsOf({ parameters }, { content: { text: 'x'.repeat(161) } });
    expect(octets.subarray(-4 - 161).toString('hex', 0, 4)).toBe('042400a1');
  });

  test('have the priority of the gateway, or of the sender', () => {
    expect(submitted({}).priority).toBe(0);
    const settings = {
      priority: 1,
      senders: { codes: { priority: 3 }, offers: { parameters: {} } },
    } as const;
    const priorities = ['codes', 'offers', 'other', 'constructor', null].map(
      (subject) => submitted(settings, { subject }).priority,
    );
    expect(priorities).toEqual([3, 1, 1, 1, 1]);
  });

  test('add parameters of the sender to those of the gateway, and in their place', () => {
    const parameters = { '0x1400': 'all', '0x1401': 'all' };
    // The same tag in another spelling.
    const senders = { codes: { parameters: { '5121': 'own', '0x1402': 'own' } } };
    expect(submitted({ parameters, senders }).optional).toMatchObject({
      '1400': Buffer.from('all').toString('hex'),
      '1401': Buffer.from('own').toString('hex'),
      '1402': Buffer.from('own').toString('hex'),
    });
    const { optional } = submitted({ parameters, senders }, { subject: 'other' });
    expect(optional['1401']).toBe(Buffer.from('all').toString('hex'));
    expect(optional).not.toHaveProperty('1402');
  });

  test('have no optional parameters with SMPP 3.3, and long texts go in parts', () => {
    const parameters = { '0x1400': 'x' };
    const settings = {
      interfaceVersion: 0x33,
      parameters,
      senders: { codes: { parameters } },
      longTexts: 'sar',
    } as const;
    for (const text of ['x', 'x'.repeat(161)])
      expect(submitted(settings, { content: { text } }).optional).toEqual({});
    expect(submitted(settings, { content: { text: 'x'.repeat(161) } }).esmClass).toBe(0x40);
  });

  test('end a message whose submit_sm would be too large, and take the largest one', () => {
    const long = { content: { text: 'x'.repeat(5_000) } };
    const { length } = octetsOf({}, long);
    expect(fieldsOf(long, { largestPdu: length })).toHaveProperty('submits');
    expect(fieldsOf(long, { largestPdu: length - 1 })).toEqual(refusal('too-long-message'));
    expect(fieldsOf(long, { largestPdu: 300, longTexts: 'parts' })).toHaveProperty('submits');
  });

  test('leave room for the validity_period of an attempt that expires', () => {
    const { length } = octetsOf({}, { content: { text: 'x'.repeat(300) } });
    const expiring = { content: { text: 'x'.repeat(300) }, expiresAt: '2026-11-27T12:00:00.000Z' };
    expect(fieldsOf(expiring, { largestPdu: length + 15 })).toEqual(refusal('too-long-message'));
    expect(fieldsOf(expiring, { largestPdu: length + 16 })).toHaveProperty('submits');
    expect(fieldsOf(expiring, { largestPdu: length, validity: 'none' })).toHaveProperty('submits');
  });

  test('send a long text by sar parameters, under one reference', () => {
    const { optional, esmClass } = submitted({ longTexts: 'sar' }, { content: { text: 'x'.repeat(200) } });
    const reference = (optional['0204'] ?? '').slice(2);
    expect(optional).toMatchObject({ '020c': `00${reference}`, '020e': '02', '020f': '01' });
    expect(esmClass).toBe(0);
  });
});

test('two long texts to a number never share a reference, and a repeated one keeps its own', () => {
  const submissionOf = createSubmissions({ longTexts: 'parts' });
  const content = { text: 'x'.repeat(200) };
  const referenceOf = (attemptId: string, address = attempt.address) => {
    const submission = submissionOf({ ...attempt, attemptId, address, content });
    const [{ short_message } = {}] = 'submits' in submission ? submission.submits : [];
    return Buffer.isBuffer(short_message) ? short_message[3] : undefined;
  };
  const ids = ['1007', '2007', '3007'].map((end) => `00000000-1000-8000-8001-23418985${end}`);
  expect(ids.map((id) => referenceOf(id))).toEqual([7, 8, 9]);
  expect(ids.map((id) => referenceOf(id))).toEqual([7, 8, 9]);
  expect(referenceOf(ids[1] ?? '', '+12025550198')).toBe(7);
});
