import { repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { compareExports, exportsIn, readExports } from './exports.ts';

test('the names of every entry point, each a type or a value', () => {
  expect(readExports(repositoryRoot)).toMatchObject({
    '@cascade/types: Button': 'type',
    '@cascade/types: isProblem': 'value',
    '@cascade/types: UndeliveredEvent': 'type',
    '@cascade/types/demo-numbers: DemoNumber': 'type',
    '@cascade/types/demo-numbers: demoNumbers': 'value',
    '@cascade/validator: judgeScheduling': 'value',
  });
});

test('lists, renamed names and declarations', () => {
  const source = `export { a, type B, c as d } from './a.ts';
export type {
  E,
  F as G,
} from './e.ts';
export const h = 1;
export async function i() {}
export interface J {}
const k = 2;
`;
  expect(Object.fromEntries(exportsIn(source, 'index.ts'))).toEqual({
    a: 'value',
    B: 'type',
    d: 'value',
    E: 'type',
    G: 'type',
    h: 'value',
    i: 'value',
    J: 'type',
  });
});

test('names that cannot be read are an error', () => {
  expect(() => exportsIn("export * from './a.ts';", 'src/index.ts')).toThrow(
    /src\/index\.ts: .* list the names/,
  );
});

test('a release that was kept without its exported names has nothing to compare', () => {
  expect(compareExports(undefined, { a: 'type' })).toEqual([]);
});
