import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { trackedFiles } from '../tracked-files.ts';
import { findHastyWaits } from './find-hasty-waits.ts';

test('no test gives up after a moment: on a busy machine everything takes longer', () => {
  const hasty = trackedFiles()
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      findHastyWaits(path, readText(repositoryRoot, path)).map(
        (line) =>
          `${path}:${line}: expected a limit of 20 seconds or more, or one measured in the same run, found a shorter one`,
      ),
    );
  expect(hasty).toEqual([]);
});

test.each([
  'await vi.waitFor(look);',
  'await vi.waitUntil(look, 1_000);',
  'await vi.waitFor(look, { interval: 20 });',
  'await vi.waitFor(look, { timeout: 15_000, interval: 20 });',
  'expect(performance.now() - begin).toBeLessThan(4_000);',
  'expect((Date.now() - begin) / 1_000).toBeLessThanOrEqual(15);',
])('is too short: %s', (text) => {
  expect(findHastyWaits('a.test.ts', `\n${text}`)).toEqual([2]);
});

test('is too short: a measured time that has a name', () => {
  const text = 'const seconds = (performance.now() - begin) / 1_000;\nexpect(seconds).toBeLessThan(15);';
  expect(findHastyWaits('a.test.ts', text)).toEqual([2]);
});

test.each([
  'await vi.waitFor(look, 60_000);',
  'await vi.waitFor(look, { timeout: 60_000, interval: 20 });',
  'await vi.waitFor(look, patience);',
  'await vi.waitFor(look, { ...patience, interval: 20 });',
  'await other.waitFor(look);',
  'expect(performance.now() - begin).toBeLessThan(60_000);',
  'expect(Math.abs(signedAt - Date.now() / 1000)).toBeLessThan(60);',
  'expect(performance.now() - begin).toBeLessThan(10 * usual);',
  'expect(count).toBeLessThan(3);',
])('is long enough: %s', (text) => {
  expect(findHastyWaits('a.test.ts', text)).toEqual([]);
});
