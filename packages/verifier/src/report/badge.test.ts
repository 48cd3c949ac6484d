import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { toBadge, toShields } from './badge.ts';

const row = { clause: '1', kind: 'rule', says: '', attempts: 1, matches: 1, verdict: 'conformant' } as const;
const conformant = sampleReport({
  verdict: 'conformant',
  findings: [],
  ledger: [row, row, { ...row, verdict: 'inconclusive' }],
});

test.each([
  ['a run that left a clause', conformant, 'conformant (in part, 2 of 3 judged)', '8a5a00'],
  [
    'a whole run',
    sampleReport({ verdict: 'conformant', findings: [], ledger: [row] }),
    'conformant (documented, 1 of 1)',
    '2d7d32',
  ],
  ['findings', sampleReport(), 'non-conformant (1 finding; documented, 3 of 3)', 'b3261e'],
  ['no verdict', sampleReport({ verdict: 'could-not-judge' }), 'not judged', '5f6368'],
  ['a partial run', { ...conformant, interrupted: true as const }, 'not judged', '5f6368'],
])('%s', (_, report, message, color) => {
  expect(JSON.parse(toShields(report))).toMatchObject({
    schemaVersion: 1,
    label: 'cascade API',
    message,
    color,
  });
  const svg = toBadge(report);
  expect(svg).toContain(`aria-label="cascade API: ${message}"`);
  expect(svg).toContain(`fill="#${color}"`);
  expect(svg).toContain('(http://127.0.0.1:4012, 2026-11-21)');
});

test('what a profile names cannot leave its place in the picture', () => {
  expect(toBadge(sampleReport({ target: 'http://x/</title><script>' }))).not.toContain('<script>');
});
