import { expect, test } from 'vitest';
import { report } from './generate.ts';

test('a failed check names the files and the command that fixes them', () => {
  const text = report({ files: 3, changed: ['spec/generated/a.yaml'] }, true);
  expect(text).toContain('spec/generated/a.yaml');
  expect(text).toContain('npm run generate');
});

test('names the files that were written', () => {
  expect(report({ files: 3, changed: ['a.yaml'] }, false)).toBe(
    '1 of 3 generated files written:\n  a.yaml\n',
  );
});

test('reports that all files are current', () => {
  expect(report({ files: 3, changed: [] }, true)).toBe('3 generated files are current.\n');
});
