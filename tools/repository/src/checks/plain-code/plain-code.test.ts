import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { expect, onTestFinished, test } from 'vitest';

/**
 * The lines, from 1, that Biome refuses by the rules of this folder, with the first sentence of its message.
 */
function refused(code: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'plain-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = {
    plugins: [join(import.meta.dirname, 'plain-code.grit')],
    linter: { rules: { preset: 'none' } },
  };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'tried.ts'), code);
  const { stdout } = spawnSync(
    join(repositoryRoot, 'node_modules/.bin/biome'),
    ['lint', '--reporter=github', '--max-diagnostics=none', 'tried.ts'],
    { cwd: folder, encoding: 'utf8' },
  );
  return [...stdout.matchAll(/title=plugin,.*?line=(\d+),.*?::([^.]*)\./g)].map(
    ([, line, says]) => `${line}: ${says}`,
  );
}

test('folded code is refused, with its line', () => {
  const folded = [
    'export const a = { ...{ x, y }, z };',
    'export const b = { ...({ x, y } as const), z };',
    'export const c = [...[x, y], z];',
    "export const d = sum(...([x, 'y'] as const), z);",
    'export const [e, f] = [x, y];',
    'export let [g, h] = [x, y] as const;',
    '[g, h] = [x, y];',
  ];
  expect(refused(folded.join('\n'))).toEqual([
    '1: An object literal is spread into a literal',
    '2: An object literal is spread into a literal',
    '3: An array literal is spread into a list',
    '4: An array literal is spread into a list',
    '5: Values are declared side by side',
    '6: Values are declared side by side',
    '7: Values are assigned side by side',
  ]);
});

test('plain code passes', () => {
  const plain = [
    'export const a = { ...defaults, ...(isSet && { x }), z };',
    'export const b = [...others, ...(isSet ? [x] : []), z];',
    'export const [c, d] = await Promise.all([x, y]);',
    'export const { e, ...rest } = { ...defaults, x };',
    'for (const [name, value] of [[x, y]]) use(name, value);',
  ];
  expect(refused(plain.join('\n'))).toEqual([]);
});
