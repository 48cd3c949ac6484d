import { readContract } from '@cascade/contract';
import type { Release, Review } from '@cascade/evolution';
import { expect, test } from 'vitest';
import { clientsInMarkdown, reviewPage } from './review-page.ts';

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

const clients = [
  { client: 'oapi-codegen (Go)', says: 'main.go:3: undefined: api.Button\nmain.go:9: too many errors' },
  { client: 'openapi-generator php (PHP)', skipped: 'php is not here' },
  { client: 'openapi-generator go (Go)' },
];

test('the page and the Markdown name the generated clients that stop compiling', () => {
  const [page, markdown] = [reviewPage(review, '', clients), clientsInMarkdown(clients)];
  for (const text of [page, markdown]) {
    expect(text).toContain('generated clients that stop compiling (1)');
    expect(text).toContain('main.go:3: undefined: api.Button');
    expect(text).toContain('Compile as before: openapi-generator go (Go).');
    expect(text).toContain('openapi-generator php (PHP): skipped: php is not here');
  }
  expect(markdown).toContain('\n  main.go:9: too many errors\n');
  expect(reviewPage(review, '', []) + clientsInMarkdown([])).not.toContain('generated clients');
});

test('one file has the verdict, what breaks, what it rests on, and nothing from elsewhere', () => {
  const page = reviewPage(review, 'main{margin:0}', clients);
  expect(page).toContain('The contract from main to HEAD&lt;b&gt;');
  expect(page).toContain('the version is too low: 1.2.0 must become 2.0.0 at least');
  expect(page).toContain('<b>Breaks you if</b> your program compares the status.');
  expect(page).toContain('Rests on §7.1/out-of-balance.');
  expect(page).toContain('A program that sends <code>Button</code>: it lacks text');
  expect(page).toMatch(/scenario accepts-sms.*accepted.*<span class="none">none<\/span>/);
  expect(page).not.toMatch(/(?:href|src)="(?!#)/);
});
