import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { journeyPage } from './journey.ts';

const contract = readContract();
const { text } = journeyPage(contract, ['A', 'B']).body;

test('each code stands at the rule that gives it, and none is missing', () => {
  const [before = '', ...rules] = text.split('<li><strong>Rule ');
  for (const { code, slug, rule } of contract.problems)
    expect(rule === undefined ? before : rules[rule - 1], code).toContain(`catalogue.html#${slug}"`);
  expect(rules).toHaveLength(5);
});

test('the drawing has a stage for each channel, and says in words what it shows', () => {
  expect(text).toContain('The stages A, B: UNDELIVERED or an expired TTL leads to the next stage');
  for (const channel of ['A', 'B']) expect(text).toMatch(new RegExp(`<text[^>]*>${channel}</text>`));
});
