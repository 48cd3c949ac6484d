import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { defined } from '../defined.ts';
import { colorful, plain } from './paint.ts';
import { describeFinding, describePhase, describeReport } from './terminal-summary.ts';

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
    '– callback     nothing judged        0.50 s  1 inconclusive\n',
  );
  const [vectors] = phases;
  expect(vectors && describePhase(vectors, colorful)).toContain('\u001b[32m✓');
});

test('hints do not fail a phase', () => {
  expect(phases.map((phase) => describePhase(phase, plain).slice(0, 9))).toEqual([
    '✓ vectors',
    '✗ boundar',
    '– callbac',
  ]);
});

const inconclusive = { scenario: 'callback-signed', reason: 'the profile has no callback.secret' };
const long = `${'a long text '.repeat(30)}${'x'.repeat(100)}`;
const noisy = () =>
  sampleReport({
    target: `http://${'long.'.repeat(20)}example`,
    findings: findings.map((each) => ({
      ...each,
      title: long,
      clauseSays: long,
      expected: long,
      actual: long,
      decision: 'ADR-0001',
      exchange: [long],
      curl: `curl 'http://x' \\\n  --data-raw '${'{"a":"b"}'.repeat(30)}'`,
    })),
  });

test('the verdict with its level comes first, then the findings, then what is missing', () => {
  const text = describeReport(sampleReport(), { paint: plain }, 'cascade-verify report r.json --verbose');
  const lines = text.split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'NON-CONFORMANT (1 finding; documented, 3 of 3)',
    'http://127.0.0.1:4012: 12 requests in 1.25 s, seed 7',
    '',
    '✗ A document name of 71 characters was accepted.',
  ]);
  expect(lines.slice(-4)).toEqual([
    '',
    'Not judged: 1 scenario. Hints: 1. To see which, and why:',
    '  cascade-verify report r.json --verbose',
    '',
  ]);
  expect(text).not.toContain('Not judged, because');
});

test('no line has more than 80 columns', () => {
  const text = describeReport(noisy(), { paint: plain }, 'cascade-verify report r.json --verbose');
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(text).toContain('b"}\'\n');
});

test('a long command is left to --verbose', () => {
  const [finding] = findings;
  const curl = `curl 'http://x' \\\n  --data-raw '${'a'.repeat(1_000)}'`;
  const shown = (verbose: boolean) =>
    finding && describeFinding({ ...finding, curl }, { paint: plain, verbose });
  expect(shown(false)).toContain('  curl: 1,033 characters; --verbose shows it\n');
  expect(shown(true)).toContain(curl.split('\n')[1]?.trim());
});

test('verbose, it says what was not judged, and the counts', () => {
  const text = describeReport(sampleReport(), { paint: plain, verbose: true }, '');
  expect(text).toContain(`Not judged, because\n  ${inconclusive.reason}: ${inconclusive.scenario}`);
  expect(text).toContain('clauses   2 conformant, 1 not, 1 inconclusive; of 4, no run can judge 1\n');
  expect(text).toContain('scenarios 4 by hand\nfindings  1 error of 1 kind, in 1 of 4 scenarios\n');
  expect(text).toContain('hints     1; they do not change the verdict');
  expect(text).toContain('! Not so: GET on the scheduling path');
});

test('an interrupted run says what had ended', () => {
  const changes = { interrupted: true, reason: 'the run was interrupted' } as const;
  const text = describeReport(sampleReport(changes), { paint: plain }, '');
  expect(text).toContain('\nPhases that ended: vectors, boundaries, callback\n');
});

test('a run over a few scenarios is not green, and a phase without attempts has no tick', () => {
  const few = sampleReport({ verdict: 'conformant', findings: [], options: { scenarios: ['accepts-sms'] } });
  const [first = ''] = describeReport(few, { paint: colorful }, '').split('\n');
  expect(first).toContain('\u001b[33m');
  expect(first).not.toContain('\u001b[32m');
});
