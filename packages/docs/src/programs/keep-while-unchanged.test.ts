import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepWhileUnchanged } from './keep-while-unchanged.ts';

test('a value is made again only after a file changed, was added or removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = join(folder, 'node_modules/.cache');
  const file = join(folder, 'spec/a.yaml');
  mkdirSync(join(folder, 'spec'));
  writeFileSync(file, 'a: 1');
  let made = 0;
  const value = async () => {
    const keeping = keepWhileUnchanged({ folder, kept }, async () => {
      made += 1;
      return { made };
    });
    return (await keeping).made;
  };

  expect([await value(), await value()]).toEqual([1, 1]);
  utimesSync(file, new Date(), new Date('2020-01-01'));
  expect([await value(), await value()]).toEqual([2, 2]);
  writeFileSync(join(folder, 'b.md'), 'b');
  expect(await value()).toBe(3);
  rmSync(file);
  expect(await value()).toBe(4);
  expect(readdirSync(kept)).toHaveLength(1);
});
