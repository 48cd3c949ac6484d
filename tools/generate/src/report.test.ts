import { expect, test } from 'vitest';
import { report } from './report.ts';

test('a check that fails names the files and the command that mends it', () => {
  const text = report({ files: 3, changed: ['spec/generated/a.yaml'] }, true);
  expect(text).toContain('spec/generated/a.yaml');
  expect(text).toContain('npm run generate');
});

test('writing tells what was written', () => {
  expect(report({ files: 3, changed: ['a.yaml'] }, false)).toBe(
    '1 of 3 generated files written:\n  a.yaml\n',
  );
});

test('nothing to do is said, too', () => {
  expect(report({ files: 3, changed: [] }, true)).toBe('3 generated files are current.\n');
});
