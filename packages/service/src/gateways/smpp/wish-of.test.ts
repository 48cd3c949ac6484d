import { expect, test } from 'vitest';
import { wishOf } from './wish-of.ts';

test.each([
  ['STOP', 'opt-out'],
  [' stop\r\n', 'opt-out'],
  ['Start', 'opt-in'],
  ['STOP please', undefined],
  ['Stop. Thank you', undefined],
  ['', undefined],
  ['СТОП', undefined],
  [null, undefined],
])('%j is %s by the usual words', (text, wish) => {
  expect(wishOf({ text }, {})).toBe(wish);
});

test.each([
  ['стоп', 'opt-out'],
  ['Unsubscribe', 'opt-out'],
  ['stop', undefined],
  ['desabonner ', undefined],
  // With an accent of its own, and with a combined letter.
  ['DE\u0301SABONNER', 'opt-out'],
  ['d\u00e9sabonner', 'opt-out'],
  ['START', 'opt-in'],
])('%j is %s by words of the operator', (text, wish) => {
  expect(wishOf({ text }, { stop: ['СТОП', 'UNSUBSCRIBE', 'Désabonner'] })).toBe(wish);
});

test('a part of a text does not count', () => {
  expect(wishOf({ text: 'STOP', part: { reference: 1, number: 1, total: 2 } }, {})).toBeUndefined();
});
