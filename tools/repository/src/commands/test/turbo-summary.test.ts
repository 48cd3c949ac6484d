import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSummary } from './outcome.ts';

const folder = mkdtempSync(join(tmpdir(), 'cascade-summary-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the tasks are read from the file that turbo names', () => {
  const path = join(folder, 'run.json');
  const task = { taskId: 'a#lint', command: 'lint', directory: 'a', cache: { status: 'HIT' } };
  writeFileSync(path, JSON.stringify({ tasks: [task] }));
  expect(readSummary(`  Time:    3s\nSummary:    ${path}\n`)).toEqual([task]);
});

test('a run without a summary has none', () => {
  expect(readSummary('x could not find turbo.json\n')).toEqual([]);
});
