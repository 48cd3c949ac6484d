import { expect, test } from 'vitest';
import { barChart, lineChart } from './charts.ts';

test('bars have a room that grows with their number, and a text ends at no quotation mark of its own', () => {
  const chart = barChart({
    title: 'A "good" one',
    unit: 'times',
    bars: [
      ['a', 0.5],
      ['b "c"', 2.2],
    ],
  });
  expect(chart).toMatch(/^```mermaid\n.*\n```$/s);
  expect(chart).toContain('"height":168');
  expect(chart).toContain(`title "A 'good' one"`);
  expect(chart).toContain(`x-axis ["a", "b 'c'"]`);
  expect(chart).toContain('y-axis "times" 0 --> 3');
  expect(chart).toContain('bar [0.5, 2.2]');
});

test('points that are evenly spaced are on a scale, others have their places as names', () => {
  const line = (xs: readonly number[]) =>
    lineChart({ title: 't', unit: 'ms', xName: 'seconds', points: xs.map((x) => ({ x, y: x * 2 })) });
  expect(line([0, 3, 6])).toContain('x-axis "seconds" 0 --> 6');
  expect(line([0, 3, 9])).toContain('x-axis "seconds" ["0", "3", "9"]');
  expect(line([0, 3, 9])).toContain('line [0, 6, 18]');
});
