import { expect, test } from 'vitest';
import { clientOf, message } from '../test/support/client-of.ts';
import { sampleAccounts } from './generated/cases.ts';
import { preflight, unread } from './preflight.ts';
import { createTestProvider } from './test-provider/create-test-provider.ts';

const [{ cascades }] = sampleAccounts;
const two = { ...message, cascadeId: 31634 };

test('a valid message has no problem, with or without a requestId', () => {
  expect(preflight(message, { cascades })).toBeUndefined();
  expect(preflight({ ...message, requestId: null }, { cascades })).toBeUndefined();
});

test('names code, detail and pointer', () => {
  expect(preflight({ ...message, content: { smsContent: { contentType: 'TEXT', text: '' } } })).toMatchObject(
    {
      code: 'text-not-specified',
      status: 400,
      pointer: '/content/smsContent/text',
    },
  );
});

test('a cascade can be given in short, as the provider lists it, or in the list of all', async () => {
  const { data = [] } = await clientOf(createTestProvider()).listCascades();
  const listed = data.find(({ id }) => id === 31634);
  const short = cascades.find(({ id }) => id === 31634);
  const detail = preflight(two, { cascades: data })?.detail;
  expect(detail).toContain(
    '[cascadeTemplateId:31,634;stageUuid:2ede9313-0539-463a-9ec3-898506f4937a;channelType:CHATTWO]',
  );
  expect(preflight(two, listed && { cascade: listed })?.detail).toBe(detail);
  expect(preflight(two, short && { cascade: short })?.detail).toBe(detail);
});

test('cascades that were not given are not checked; an id outside the list of all is not found', () => {
  const [first] = cascades;
  expect(preflight(two)).toBeUndefined();
  expect(preflight(two, { cascade: first })).toBeUndefined();
  expect(preflight(two, { cascades: [first] })?.code).toBe('cascade-not-found');
});

test('it judges the JSON that is sent: dates are strings, undefined members are gone', () => {
  expect(preflight({ ...message, startTime: new Date(0), comment: undefined })).toBeUndefined();
  expect(preflight({ ...message, content: undefined })?.code).toBe('content-not-specified');
  expect(preflight(undefined)?.code).toBe('matched-template-not-found');
});

test('a keyboard or an attachment that a strict account never reads is named', () => {
  const older = { keyboard: { rows: [] }, attachment: null };
  const request = { content: { chattwoContent: older, smsContent: { attachment: {} } } };
  expect(unread(request)).toEqual(['/content/chattwoContent/keyboard', '/content/smsContent/attachment']);
  expect(unread(request, { lenient: { keyboard: true } })).toEqual(['/content/smsContent/attachment']);
  for (const odd of [undefined, 'text', { content: [] }]) expect(unread(odd)).toEqual([]);
});

test('a start time is at most 366 days ahead (ADR-0043)', () => {
  const hour = 3_600_000;
  const limit = Date.now() + 366 * 24 * hour;
  expect(preflight({ ...message, startTime: new Date(limit - hour) })).toBeUndefined();
  expect(preflight({ ...message, startTime: new Date(limit + hour) })).toMatchObject({
    code: 'matched-template-not-found',
    detail: '/startTime: must be at most 366 days ahead, found 367',
  });
});

test('a body may have 1 MiB, in bytes', () => {
  const withMember = (unknown: string) => preflight({ ...message, unknown })?.code;
  expect(withMember('x'.repeat(1_100_000))).toBe('payload-too-large');
  expect(withMember('€'.repeat(400_000))).toBe('payload-too-large');
  expect(withMember('x'.repeat(1_000_000))).toBeUndefined();
});

test.each([
  ['a day that does not exist', { startTime: '2030-02-30T00:00:00Z' }, '/startTime'],
  ['the hour 24', { startTime: '2030-01-01T24:00:00Z' }, '/startTime'],
  ['half a surrogate pair', { comment: '\ud800' }, '/comment'],
  ['U+0000', { comment: '\0' }, '/comment'],
  ['more levels than a provider reads', { extra: nestedArrays(100) }, ''],
])('finds %s', (_what, part, pointer) => {
  const request = {
    cascadeId: 2002,
    subscriberFilter: { address: '1', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'x' } },
  };
  expect(preflight(request)).toBeUndefined();
  expect(preflight({ ...request, ...part })).toMatchObject({ code: 'matched-template-not-found', pointer });
});

function nestedArrays(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels));
}
