import { expect, test } from 'vitest';
import type { ContractChange, Impact } from './change.ts';
import { isLower, judge } from './judge.ts';

const changeOf = (impact: Impact): ContractChange => ({
  impact,
  kind: 'changed',
  subject: 'code',
  at: '',
  says: '',
});
const unplanned = (version: string) => ({ released: version, present: version, bump: 'none' }) as const;

test.each([
  ['1.2.3', 'none', '1.2.3'],
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  ['0.2.3', 'major', '0.3.0'],
] as const)('after %s, a %s change needs %s', (version, impact, next) => {
  expect(judge([changeOf(impact)], unplanned(version)).required).toBe(next);
});

test('changesets apply a major bump also below 1.0.0', () => {
  const planned = (bump: Impact) => judge([], { ...unplanned('0.2.3'), bump }).planned;
  expect(planned('major')).toBe('1.0.0');
  expect(planned('minor')).toBe('0.3.0');
});

test('versions are compared by number', () => {
  expect(isLower('0.9.0', '0.10.0')).toBe(true);
  expect(isLower('1.0.0', '0.10.0')).toBe(false);
  expect(isLower('1.0.0', '1.0.0')).toBe(false);
});

test('rejects what is not a version', () => {
  expect(() => judge([changeOf('patch')], unplanned('next'))).toThrow(
    'expected a version like 1.2.3, found next',
  );
});
