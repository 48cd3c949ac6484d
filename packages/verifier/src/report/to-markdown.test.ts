import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import type { Finding, Report } from './report.ts';
import { toMarkdown } from './to-markdown.ts';

const later = sampleReport();
const [finding] = later.findings;
if (finding === undefined) throw new Error('the sample has no finding');

const found = (changes: Partial<Finding>): Finding => ({ ...finding, ...changes });
const row = (clause: string, verdict: 'conformant' | 'inconclusive') =>
  ({ clause, kind: 'limit', says: 'Says.', attempts: 1, matches: 1, verdict }) as const;

test('a summary without an earlier report has the statement, the counts and the findings', () => {
  expect(toMarkdown(later)).toBe(`### ❌ NON-CONFORMANT (1 finding; documented, 3 of 3)

2 of 4 clauses conformant, 1 not, 1 inconclusive; 4 scenarios; 1 error of 1 kind, in 1 of 4 scenarios.

**Findings**: 1 finding

- A document name of 71 characters was accepted. (§8/attachmentName, \`0123456789\`)
`);
});

test('against an earlier report it says what is new, fixed, not judged any more and as before', () => {
  const earlier: Report = {
    ...later,
    findings: [
      finding,
      found({ id: 'aaaaaaaaaa', scenario: 'accepts-sms', title: 'Was refused.', clause: '1/a' }),
      found({ id: 'bbbbbbbbbb', scenario: 'callback-signed', title: 'Was wrong.', clause: '1/b' }),
    ],
    ledger: [row('1/cascade', 'conformant'), row('1/old', 'conformant')],
  };
  const added = found({ id: 'cccccccccc', title: 'Is new.', clause: '1/c', decision: 'ADR-0017' });
  const now = {
    ...later,
    findings: [finding, added],
    ledger: [row('1/cascade', 'conformant'), row('1/old', 'inconclusive'), row('1/new', 'conformant')],
  };
  const [, difference = ''] = toMarkdown(now, { against: earlier }).split(' scenarios.\n');
  expect(difference).toBe(`
**New**: 1 finding

- Is new. (§1/c, ADR-0017, \`cccccccccc\`)

**Fixed**: 1 finding

- Was refused. (§1/a, \`aaaaaaaaaa\`)

**Not judged any more**: 1 finding

- Was wrong. (§1/b, \`bbbbbbbbbb\`)

1 clause no longer judged: §1/old

1 clause judged for the first time: §1/new

1 finding as before.
`);
});

test('a conformant run in part has no tick', () => {
  const inPart = sampleReport({
    findings: [],
    verdict: 'conformant',
    options: { scenarios: ['accepts-sms'] },
  });
  expect(toMarkdown(inPart)).toMatch(/^### ⚠️ CONFORMANT \(in part, 3 of 3\)\n/u);
});

test('a run that could not judge says why', () => {
  const none = sampleReport({ findings: [], verdict: 'could-not-judge', reason: 'the port is *closed*' });
  expect(toMarkdown(none)).toMatch(/^### ⚠️ COULD NOT JUDGE: the port is \\\*closed\\\*\n/u);
});

test('two equal reports without findings do not differ', () => {
  const clean = sampleReport({ findings: [], verdict: 'conformant' });
  expect(toMarkdown(clean, { against: clean })).toMatch(
    /^### ✅ CONFORMANT \(documented, 3 of 3\)\n[\s\S]*\nNothing differs from the earlier report\.\n$/,
  );
});

test('what a provider says is text: no markup, no mention, no link, no line of its own', () => {
  const title = 'The answer is <img src=x> **bold** @someone\n# heading `code` [x](http://evil.example) |.';
  const written = toMarkdown(sampleReport({ findings: [found({ title })] }));
  expect(written.split('\n').at(-2)).toBe(
    '- The answer is &lt;img src=x> \\*\\*bold\\*\\* @&#8203;someone \\# heading \\`code\\` \\[x\\](http&#58;//evil.example) \\|. (§8/attachmentName, `0123456789`)',
  );
});

test('of many kinds of findings the first 20 are listed', () => {
  const many = Array.from({ length: 25 }, (_, at) =>
    found({ id: `id-${at}`, clause: `1/${at}`, check: 'problem-text', expected: `${at}` }),
  );
  const lines = toMarkdown(sampleReport({ findings: many })).split('\n');
  expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(21);
  expect(lines.at(-2)).toBe('- and 5 more of other kinds');
});
