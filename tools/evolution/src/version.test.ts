import { expect, test } from 'vitest';
import { isLower, nextVersion, plannedVersion } from './version.ts';

test.each([
  ['1.2.3', 'none', '1.2.3'],
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  ['0.2.3', 'major', '0.3.0'],
] as const)('after %s, a %s change needs %s', (version, impact, next) => {
  expect(nextVersion(version, impact)).toBe(next);
});

test('changesets take a major bump below 1.0.0 at its word', () => {
  expect(plannedVersion('0.2.3', 'major')).toBe('1.0.0');
  expect(plannedVersion('0.2.3', 'minor')).toBe('0.3.0');
});

test('versions are compared by number', () => {
  expect(isLower('0.9.0', '0.10.0')).toBe(true);
  expect(isLower('1.0.0', '0.10.0')).toBe(false);
  expect(isLower('1.0.0', '1.0.0')).toBe(false);
});

test('what is no version is said', () => {
  expect(() => nextVersion('next', 'patch')).toThrow('next is no version');
});
