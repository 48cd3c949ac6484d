import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { defined } from '../defined.ts';
import { colorful, plain } from './paint.ts';
import { describeFinding, describePhase, describeSummary } from './terminal-summary.ts';

const { findings, phases } = sampleReport();

test('a finding names clause and what it demands, expectation, answer and curl', () => {
  const [finding] = findings;
  const text = finding && describeFinding(finding, { paint: plain });
  expect(text?.split('\n')).toEqual([
    '',
    '✗ A document name of 71 characters was accepted.',
    '  clause    §8/attachmentName: A name has at most 70.',
    '  expected  refusal with attachmentName-is-too-long',
    '  actual    acceptance (200) <b>&�</b>',
    '  error 0123456789 · negative-data-rejection · attachmentName-length-outside',
    "  curl -i -X POST 'http://127.0.0.1:4012/api/cascade/schedule' \\",
    `    --data-raw '{"text":"it'\\''s"}'`,
    '',
  ]);
});

test('what a provider answers cannot move the cursor, nor in a title', () => {
  const [finding] = findings;
  const text =
    finding && describeFinding({ ...finding, title: 'A\u001b[2J\nB', actual: '\u001b[1m' }, { paint: plain });
  expect(text).toContain('✗ A�[2J B\n');
  expect(text).toContain('actual    �[1m\n');
});

test('a finding has a link only if there is a portal', () => {
  const [finding] = findings;
  const shown = (docs?: string) =>
    finding && describeFinding(finding, { paint: plain, ...defined({ docs }) });
  expect(shown('http://127.0.0.1:3000')).toContain(
    '\n  see       http://127.0.0.1:3000/clauses.html#8-attachmentName\n',
  );
  expect(shown()).not.toContain('.html');
});

test('a phase is one line, with colours where they are shown', () => {
  const [, , callback] = phases;
  expect(callback && describePhase(callback, plain)).toBe(
    '✓ callback       0 of 0 match        0.50 s  1 inconclusive\n',
  );
  expect(callback && describePhase(callback, colorful)).toContain('\u001b[32m✓');
});

test('hints do not fail a phase', () => {
  expect(phases.map((phase) => describePhase(phase, plain).slice(0, 9))).toEqual([
    '✓ vectors',
    '✗ boundar',
    '✓ callbac',
  ]);
});

test('the summary says what it rests on', () => {
  const text = describeSummary(sampleReport(), plain);
  expect(text).toContain('Not judged, because\n  the profile has no callback.secret: callback-signed');
  expect(text).toContain(
    'NON-CONFORMANT\nclauses   2 conformant, 1 not, 1 inconclusive\nscenarios 4 by hand\nfindings  1 error of 1 kind, in 1 of 4 scenarios\nhints     1; they do not change the verdict: the source does not ask for them',
  );
});

test('the summary of an interrupted run says what had ended', () => {
  const text = describeSummary(sampleReport({ interrupted: true, reason: 'the run was interrupted' }), plain);
  expect(text).toContain('partial   phases that ended: vectors, boundaries, callback');
});
