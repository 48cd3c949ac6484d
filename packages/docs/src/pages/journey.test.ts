import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { journeyPage } from './journey.ts';

const contract = readContract();
const { text } = journeyPage(contract, ['A', 'B']).body;

test('each code of a message is listed at its check, and none is missing', () => {
  const [ordered = '', anyTime = ''] = text.split('<p>At any time:</p>');
  const [before = '', ...rules] = ordered.split('<strong>Rule ');
  for (const { rule, at, of, problems } of contract.checks)
    for (const { code, slug } of problems) {
      const part = at === 'any-time' ? anyTime : [before, ...rules][rule ?? 0];
      const isListed = part?.includes(`codes/${slug}.html"`);
      expect([code, isListed]).toEqual([code, of !== 'other-bodies']);
    }
  expect(rules).toHaveLength(5);
});

test('the diagram has a stage for each channel, and a title that describes it', () => {
  expect(text).toContain('The stages A, B: UNDELIVERED or an expired TTL leads to the next stage');
  for (const channel of ['A', 'B']) expect(text).toMatch(new RegExp(`<text[^>]*>${channel}</text>`));
});
