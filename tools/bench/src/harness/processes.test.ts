import { expect, test } from 'vitest';
import { memoryOf, parseRollup, parseStat } from './processes.ts';

const rollup = `55d0c0000000-7ffd3d5f2000 ---p 00000000 00:00 0                          [rollup]
Rss:              102400 kB
Pss:               51200 kB
Pss_Dirty:         40000 kB
Private_Clean:      1024 kB
Private_Dirty:     30720 kB
`;

test('reads resident, proportional and own memory in MiB', () => {
  expect(parseRollup(rollup)).toEqual({ rss: 100, pss: 50, own: 31 });
});

test('reads processor time behind a name with brackets and blanks', () => {
  const stat = `7 (a) b (c) S 42 7 7 0 -1 4194560 100 200 0 0 150 50 20 5 20 0 11 0 1 2 3`;
  expect(parseStat(stat)).toEqual({ itself: 2, children: 0.25, parent: 42 });
});

test('is nothing for a process that has ended', () => {
  expect(memoryOf([2 ** 30])).toEqual({ rss: 0, pss: 0, own: 0 });
});
