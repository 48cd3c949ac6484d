import { expect, test } from 'vitest';
import { renderSuite } from './test-report.ts';

test('a suite that has ended has its counts and its slowest file', () => {
  const counts = { passed: 7, failed: 0, skipped: 1, repeated: [] };
  expect(renderSuite('packages/a', counts)).toBe('packages/a: 7 passed');
  const slowest = { file: 'test/b.test.ts', seconds: 1.26 };
  expect(renderSuite('packages/a', { ...counts, failed: 2, slowest })).toBe(
    'packages/a: 7 passed, 2 failed; slowest test/b.test.ts 1.3 s',
  );
});
