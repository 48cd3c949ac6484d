import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { journeyPage } from './journey.ts';

const contract = readContract();
const { text } = journeyPage(contract, ['A', 'B']).body;

test('each code is listed at its processing rule, and none is missing', () => {
  const [before = '', ...rules] = text.split('<strong>Rule ');
  for (const { code, slug, rule, after = 0 } of contract.problems)
    expect([before, ...rules][rule ?? after], code).toContain(`codes/${slug}.html"`);
  expect(rules).toHaveLength(5);
});

test('the diagram has a stage for each channel, and a title that describes it', () => {
  expect(text).toContain('The stages A, B: UNDELIVERED or an expired TTL leads to the next stage');
  for (const channel of ['A', 'B']) expect(text).toMatch(new RegExp(`<text[^>]*>${channel}</text>`));
});
