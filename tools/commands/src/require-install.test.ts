import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '@cascade/test-kit';
import { expect, onTestFinished, test } from 'vitest';

test('where nothing is installed, the command to install is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-not-installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'require-install.cjs');
  cpSync(fileURLToPath(new URL('../require-install.cjs', import.meta.url)), program);
  expect(await runProgram(process.execPath, [program])).toMatchObject({
    code: 1,
    err: expect.stringContaining('pnpm@12.21.0 install'),
  });
});
