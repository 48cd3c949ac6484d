import { expect, test } from 'vitest';
import { heardLog } from '../testing/heard-log.ts';
import { createReportedTexts } from './reported-texts.ts';

/** What is read, and what the log is told. */
function reading() {
  const log = heardLog();
  return { texts: createReportedTexts(log, { channel: 'SMS' }), logged: () => log.warn.mock.calls };
}

test.each(['duplicated', 'error-address-format', 'not-template-match'])('%s is listed', (reason) => {
  const { texts, logged } = reading();
  expect(texts.reason(reason)).toBe(reason);
  expect(logged()).toEqual([]);
});

test('a reason that is not listed passes, and the log has it once', () => {
  const { texts, logged } = reading();
  for (const reason of ['a-new-one', 'a-new-one', 'another']) expect(texts.reason(reason)).toBe(reason);
  const says = 'a gateway gave a reason that is not listed, which is passed on';
  expect(logged()).toEqual([
    [{ channel: 'SMS', reason: 'a-new-one', length: 9 }, says],
    [{ channel: 'SMS', reason: 'another', length: 7 }, says],
  ]);
});

test('of a reason in free words, which may hold a number, the log has the length', () => {
  const { texts, logged } = reading();
  expect(texts.reason('+12025550199 is absent')).toBe('+12025550199 is absent');
  expect(JSON.stringify(logged())).not.toContain('+12025550199');
  expect(logged()).toMatchObject([[{ length: 22 }, expect.any(String)]]);
});

test.each([
  ['nothing', ''],
  ['101 characters', 'x'.repeat(101)],
  ['U+0000', 'a\0'],
  ['a line end', 'a\nb'],
  ['a lone surrogate', 'a\ud800'],
])('%s counts as no reason, and the log has its length', (_, reason) => {
  const { texts, logged } = reading();
  for (let n = 0; n < 3; n += 1) expect(texts.reason(reason)).toBeUndefined();
  const says = 'a gateway gave a reason that is none, and message-undeliverable is reported';
  expect(logged()).toEqual([[{ channel: 'SMS', length: reason.length }, says]]);
});

test.each([
  ['255 characters', 'x'.repeat(255), 255],
  ['256 characters', 'x'.repeat(256), undefined],
  ['nothing', '', undefined],
  ['U+0000', '\0', undefined],
  ['a lone surrogate', '\udc00', undefined],
  ['a number', 4711, undefined],
  ['no member', undefined, undefined],
])('a reference of %s is kept as it is, or not at all', (_, reference, length) => {
  const { texts, logged } = reading();
  for (let n = 0; n < 2; n += 1) expect(texts.reference(reference)?.length).toBe(length);
  expect(logged()).toHaveLength(typeof reference === 'string' && length === undefined ? 1 : 0);
});
