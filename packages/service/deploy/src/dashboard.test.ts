import { expect, test } from 'vitest';
import { readPanels } from './dashboard.ts';

const panels = readPanels();

test('no panel overlaps another or exceeds the grid', () => {
  const squares = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  );
  expect(new Set(squares).size).toBe(squares.length);
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
});

test('every panel has a unique title and a query', () => {
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  expect(panels.filter(({ targets }) => targets.length === 0)).toEqual([]);
});
