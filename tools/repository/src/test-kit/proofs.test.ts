import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { keepProofs } from './proofs.ts';

const place = mkdtempSync(join(tmpdir(), 'cascade-proofs-'));
const program = join(place, 'program.ts');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(place, 'kept-'));
  writeFileSync(program, 'one');
});
afterAll(() => rmSync(place, { recursive: true }));

const proofs = (isFresh = false) => keepProofs({ folder, by: [program], isFresh });

async function isDone(name: string, inputs: readonly string[], by = proofs()): Promise<boolean> {
  let done = false;
  await by.once(name, inputs, async () => {
    done = true;
  });
  return done;
}

test('what was proven with the same inputs is not done again', async () => {
  expect(await isDone('x', ['a', 'b'])).toBe(true);
  expect(await isDone('x', ['a', 'b'])).toBe(false);
});

test.each([
  ['an input', 'x', ['a', 'c']],
  ['where an input ends', 'x', ['ab', '']],
  ['the name', 'y', ['a', 'b']],
])('a change of %s counts', async (_, name, inputs) => {
  await isDone('x', ['a', 'b']);
  expect(await isDone(name, inputs)).toBe(true);
});

test('a change of the program that proves counts', async () => {
  await isDone('x', ['a']);
  writeFileSync(program, 'two');
  expect(await isDone('x', ['a'])).toBe(true);
});

test('what failed is done again', async () => {
  const fail = () => Promise.reject(new Error('no'));
  await expect(proofs().once('x', ['a'], fail)).rejects.toThrow('no');
  expect(await isDone('x', ['a'])).toBe(true);
});

test('a forced run does everything', async () => {
  await isDone('x', ['a']);
  expect(await isDone('x', ['a'], proofs(true))).toBe(true);
  expect(proofs(true).has('x', ['a'])).toBe(false);
});
