import { expect, test } from 'vitest';
import { assertNever, isProblem, isStatusEvent, isUndelivered } from './guards.ts';

test.each([
  [{ title: 'auth-error', status: 401 }, true],
  [{ title: 'a-code-nobody-listed', status: 499, detail: 'why', more: true }, true],
  [{ title: 'auth-error', status: '401' }, false],
  [{ title: 'auth-error' }, false],
  [{ status: 401 }, false],
  [{ title: 'auth-error', status: 401, detail: 7 }, false],
  [null, false],
  ['auth-error', false],
  [[], false],
])('isProblem(%j) is %s', (value, expected) => {
  expect(isProblem(value)).toBe(expected);
});

test.each([
  [{ requestId: 'a', status: 'DELIVERED' }, true],
  [{ requestId: 'a', status: 'A_STATUS_NOBODY_LISTED', paymentData: {} }, true],
  [{ requestId: null, status: 'FAILED', messageId: 1 }, true],
  [{ status: 'DELIVERED' }, false],
  [{ requestId: 1, status: 'DELIVERED' }, false],
  [{ requestId: 'a' }, false],
  [undefined, false],
])('isStatusEvent(%j) is %s', (value, expected) => {
  expect(isStatusEvent(value)).toBe(expected);
});

test('an event is undelivered only with the status and a reason', () => {
  expect(isUndelivered({ requestId: 'a', status: 'UNDELIVERED', error: 'a-reason-nobody-listed' })).toBe(
    true,
  );
  expect(isUndelivered({ requestId: 'a', status: 'UNDELIVERED', error: null })).toBe(false);
  expect(isUndelivered({ requestId: 'a', status: 'DELIVERED', error: 'duplicated' })).toBe(false);
});

test('a value that no type has is refused at run time, with its name', () => {
  const unlisted: string = 'a-code-nobody-listed';
  // @ts-expect-error a string has no case
  expect(() => assertNever(unlisted)).toThrow('expected a listed value, found a-code-nobody-listed');
});
