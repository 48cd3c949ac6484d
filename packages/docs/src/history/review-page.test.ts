import { readContract } from '@cascade/contract';
import type { Release, Review } from '@cascade/evolution';
import { expect, test } from 'vitest';
import { reviewPage } from './review-page.ts';

const release = { version: '1.2.0' } as Release;
const review: Review = {
  from: 'main',
  to: 'HEAD<b>',
  released: release,
  present: release,
  contract: readContract(),
  judgement: {
    ...{ impact: 'major', bump: 'major', passes: false },
    ...{ released: '1.2.0', required: '2.0.0', planned: '1.3.0' },
  },
  changes: [
    {
      ...{ impact: 'major', kind: 'changed', subject: 'code', at: 'out-of-balance', says: 'status' },
      values: { of: 'status', before: '400', after: '402' },
      ...{ rests: ['§7.1/out-of-balance'], codes: [] },
    },
  ],
  expectations: [{ name: 'scenario accepts-sms', says: 'An SMS.', before: '{"accepted":true}' }],
  types: [{ type: 'Button', use: 'sends', says: 'it lacks text' }],
};

test('one file has the verdict, what breaks, what it rests on, and nothing from elsewhere', () => {
  const page = reviewPage(review, 'main{margin:0}');
  expect(page).toContain('The contract from main to HEAD&lt;b&gt;');
  expect(page).toContain('the version is too low: 1.2.0 must become 2.0.0 at least');
  expect(page).toContain('<b>Breaks you if</b> your program compares the status.');
  expect(page).toContain('Rests on §7.1/out-of-balance.');
  expect(page).toContain('A program that sends <code>Button</code>: it lacks text');
  expect(page).toMatch(/scenario accepts-sms.*accepted.*<span class="none">none<\/span>/);
  expect(page).not.toMatch(/(?:href|src)="(?!#)/);
});
