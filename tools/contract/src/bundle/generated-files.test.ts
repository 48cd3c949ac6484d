import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { synchronise } from './generated-files.ts';

test('a file that nothing generates is left over; what Python compiled is not', () => {
  const root = mkdtempSync(join(tmpdir(), 'cascade-generated-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'made/__pycache__'), { recursive: true });
  for (const file of ['made/a.py', 'made/old.py', 'made/__pycache__/a.cpython-311.pyc'])
    writeFileSync(join(root, file), '');
  expect(synchronise.leftovers(root, ['made'], new Set(['made/a.py']), true)).toEqual(['made/old.py']);
});
