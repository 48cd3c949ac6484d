import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { loadDescribed } from '../description/load-described.ts';
import { readProfile } from '../profile/read-profile.ts';
import { loadClauses } from '../scenario/clauses.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { checks } from './checks.ts';
import { explain } from './explain.ts';

const profile = await readProfile(new URL('../../profiles/mock.yaml', import.meta.url).pathname);
const textOf = (code: string, name: string) =>
  explain(code, profile)
    .parts.filter((part) => part.name === name)
    .map(({ text }) => text)
    .join(' ');

test('every check, clause and scenario says what is judged and why, and a check how to fix it', () => {
  const scenarios = [...loadScenarios(), ...loadDescribed()].map(({ id }) => id);
  const clauses = loadClauses().map(({ id }) => id);
  for (const code of [...Object.keys(checks), ...clauses, ...scenarios]) {
    const { title, parts } = explain(code, profile);
    const names = parts.map(({ name }) => name);
    expect(title, code).toContain(code);
    expect(names, code).toContain('judged');
    if (code in checks) expect(names, code).toEqual(['judged', 'why', 'fix', 'example']);
    if (scenarios.includes(code))
      expect(names, code).toEqual(expect.arrayContaining(['expects', 'why', 'fix']));
    for (const { name, text } of parts) {
      expect(text.trim(), `${code}: ${name}`).not.toBe('');
      expect(text, `${code}: ${name}`).not.toMatch(/undefined|\[object|: *$/);
    }
  }
});

test('a clause names its scenarios, and shows a request of one; what cannot be judged says why', () => {
  expect(textOf('§2.2/attachmentName-length', 'judged')).toContain('attachmentName-length-outside');
  expect(explain('2.2/attachmentName-length', profile).code).toMatch(
    /^curl .*provider\.example[\s\S]*-H "x-api-key: \$API_KEY"/,
  );
  expect(textOf('9/version-scheme', 'judged')).toBe('the source leaves it open');
});

test('a scenario says what it expects, and which decision it rests on', () => {
  expect(textOf('attachmentName-length-outside', 'expects')).toBe(
    'Refused with attachmentName-is-too-long (400).',
  );
  expect(textOf('attachmentName-length-inside', 'expects')).toMatch(/^Accepted with any 2xx/);
  expect(textOf('client-keeps-key-from-302', 'rests on')).toContain('ADR-0060');
});

test('a finding of a report has its check, its scenario and its own request', () => {
  const { findings } = sampleReport();
  const { title, parts, code } = explain('0123456789', profile, findings);
  expect(title).toBe('0123456789: A document name of 71 characters was accepted.');
  expect(parts.map(({ name }) => name)).toEqual([
    'check',
    'judged',
    'expects',
    'why',
    'why',
    'why',
    'expected',
    'actual',
    'fix',
  ]);
  expect(parts.at(-1)?.text).toBe(checks['negative-data-rejection'].fix);
  expect(code).toBe(findings[0]?.curl);
});

test.each([
  ['problem-cod', /did you mean problem-code\?/],
  ['2.2/attachmentName-lenght', /did you mean 2\.2\/attachmentName-length\?/],
  ['no such thing at all', /there is no check, clause or scenario 'no such thing at all'; checks: answers, /],
])('%s is answered with the nearest', (code, sentence) => {
  expect(() => explain(code, profile)).toThrow(sentence);
});
