import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GenerateResult, generate } from './generate.ts';

const empty = mkdtempSync(join(tmpdir(), 'cascade-generate-'));
let checked: GenerateResult;

beforeAll(async () => {
  checked = await generate({ root: empty, check: true });
});

afterAll(() => rmSync(empty, { recursive: true }));

test('a check writes nothing and names every file that is missing', () => {
  expect(readdirSync(empty)).toEqual([]);
  expect(checked.changed).toHaveLength(checked.files);
});

test('writes the bytes of this repository, and removes left-overs', async () => {
  const leftover = join(empty, 'spec/generated/of-an-earlier-time.yaml');
  mkdirSync(join(empty, 'spec/generated'), { recursive: true });
  writeFileSync(leftover, 'old: true\n');
  const written = await generate({ root: empty });
  expect(written.changed).toContain('spec/generated/of-an-earlier-time.yaml');
  expect(existsSync(leftover)).toBe(false);
  for (const path of checked.changed) {
    expect(readFileSync(join(empty, path), 'utf8'), path).toBe(
      readFileSync(join(repositoryRoot, path), 'utf8'),
    );
  }
  const file = join(empty, 'spec/generated/decisions.md');
  writeFileSync(file, `${readFileSync(file, 'utf8')}by hand\n`);
  expect((await generate({ root: empty, check: true })).changed).toEqual(['spec/generated/decisions.md']);
});
