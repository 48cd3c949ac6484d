import { expect, test } from 'vitest';
import { keyOfId, newKeyedId } from './message-key.ts';

test('an id is a UUID of version 8 (RFC 9562) that names its message', () => {
  for (const accountId of [0, 1, 4_711, 0xf_ffff_ffff])
    for (const messageId of [0, 1, 4_096, 0xffff_ffff_ffff]) {
      const id = newKeyedId({ accountId, messageId });
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(keyOfId(id)).toEqual({ accountId, messageId });
    }
});

test('ids of one message differ', () => {
  const ids = new Set(Array.from({ length: 5_000 }, () => newKeyedId({ accountId: 7, messageId: 9 })));
  expect(ids.size).toBe(5_000);
});

test.each([
  ['of another version', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'],
  ['in upper case', '0000000A-1000-8000-8000-000000000000'],
  ['with another variant', '00000001-1000-8000-c000-000000000000'],
  ['with more behind it', '00000001-1000-8000-8000-0000000000001'],
  ['of another form', 'attempt'],
])('an id %s names no message', (_, id) => {
  expect(keyOfId(id)).toBeUndefined();
});

test.each([[-1], [1.5], [Number.NaN], [2 ** 36]])('the account %d does not fit', (accountId) => {
  expect(() => newKeyedId({ accountId, messageId: 1 })).toThrow(RangeError);
});
