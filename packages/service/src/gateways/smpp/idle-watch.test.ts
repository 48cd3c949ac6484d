import { expect, test } from 'vitest';
import { createIdleWatch } from './idle-watch.ts';

/** What the watch says after each of these silences, in seconds. */
function saidOf(...silences: readonly number[]) {
  const watch = createIdleWatch(30);
  return silences.map((seconds) => watch(seconds * 1_000));
}

test('three connections in a row that end after about as long a silence were idle for too long', () => {
  expect(saidOf(10.4, 10, 10.9, 10.2)).toEqual([undefined, undefined, 10, 10]);
});

test.each([
  ['silences of different lengths', [10, 14, 10, 14]],
  ['a loss amid traffic between them', [10, 10, 0.1, 10, 10]],
  ['silences that are longer than an enquire_link lets them be', [31, 31, 31]],
  ['a loss right behind something, each time', [0.9, 0.9, 0.9]],
])('%s say nothing', (_, silences) => {
  expect(new Set(saidOf(...silences))).toEqual(new Set([undefined]));
});
