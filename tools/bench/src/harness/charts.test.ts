import { expect, test } from 'vitest';
import { barChart } from './charts.ts';

test('bars are as long as their values, labels have room, and text is escaped', () => {
  const svg = barChart([
    {
      title: 'A & B',
      bars: [
        { label: 'a rather long label of a bar', value: 10, text: '10 <s>', isOurs: true },
        { label: 'b', value: 5, text: '5' },
      ],
      mark: 1,
    },
  ]);
  const widths = [...svg.matchAll(/<rect x="(\d+)" y="\d+" width="([\d.]+)"/g)].map(([, x, width]) => [
    x,
    width,
  ]);
  const [[left, longest] = [], [, half] = []] = widths.map((pair) => pair.map(Number));
  expect(half).toBeCloseTo((longest ?? 0) / 2, 0);
  expect(left).toBeGreaterThan('a rather long label of a bar'.length * 6);
  expect(svg).toContain('A &amp; B');
  expect(svg).toContain('10 &lt;s>');
});
