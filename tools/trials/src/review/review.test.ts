import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { expect, onTestFinished, test } from 'vitest';

test('prints its help where no contract can be read', () => {
  const root = mkdtempSync(join(tmpdir(), 'cascade-review-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of ['tools/trials/src/review/review.ts', 'tools/trials/node_modules', 'tools/contract'])
    cpSync(join(repositoryRoot, path), join(root, path), { recursive: true, verbatimSymlinks: true });
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  const program = join(root, 'tools/trials/src/review/review.ts');
  const help = execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8', stdio: 'pipe' });
  expect(help).toMatch(/^Usage: npm run review/);
});
