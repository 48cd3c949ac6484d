import { expect, test } from 'vitest';
import { scalingPage } from './scaling.ts';

const cost = (rate: number, node: number) => ({
  rate,
  microseconds: { node, postgres: 1_000 },
  walBytes: 5_000,
});
const file = {
  name: 'cost',
  command: 'npm run bench -- cost',
  machine: { cpu: 'a processor', cores: 2, node: 'v24' },
  results: {
    direct: { byRate: [cost(20, 4_000), cost(100, 2_000), cost(1_000, 500)] },
    commits: [
      { messages: 1, wall: 2 },
      { messages: 256, wall: 12.8 },
    ],
  },
};
const begin = '<!-- cost × rate: npm run bench -- page -->';
const text = `before\n${begin}\nold\n<!-- end -->\nafter\n`;

test('multiplies what a cascade costs at a rate by the rate, and marks what saturates first', () => {
  const page = scalingPage(text, file);
  expect(page).toMatch(/^before\n.*\nafter\n$/s);
  expect(page).not.toContain('old');
  // 100 times 2,000 µs, 10,000 times 500 µs; 256 messages take 12.8 ms.
  expect(page).toContain('| 1× (100 a second) | 0.2 | 0.1 | 0.5 | 15 | 0.5 % |');
  expect(page).toContain('| 100× (10,000 a second) | 5 | 10 | 50 | 1,500 | 50 % |');
  expect(page).toContain(
    '2 replicas and 4 cores at | **4,000 a second** | **4,000 a second** | 50,000 a second |',
  );
  expect(page).toContain('| **20,000 a second** |');
});

test('the same costs leave the page as it is', () => {
  const page = scalingPage(text, file);
  expect(scalingPage(page, file)).toBe(page);
});

test('a page without its marks is refused', () => {
  expect(() => scalingPage('nothing', file)).toThrow('expected <!-- cost × rate');
});
