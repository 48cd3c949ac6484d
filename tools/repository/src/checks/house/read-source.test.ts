import { expect, test } from 'vitest';
import { exportedDeclarations, longFunctions, parseSource, protocolShapes } from './read-source.ts';

test('the names that a file declares and exports, without those that it passes on', () => {
  const source = parseSource(
    'a.ts',
    `export { far } from './b.ts';
export const one = 1, { two, deep: [three] } = read();
export function four() {}
export interface Five {}
export type Six = 6;
const hidden = 7;
export async function eight() {}`,
  );
  expect(exportedDeclarations(source)).toEqual([
    { name: 'one', line: 2 },
    { name: 'two', line: 2 },
    { name: 'three', line: 2 },
    { name: 'four', line: 3 },
    { name: 'Five', line: 4 },
    { name: 'Six', line: 5 },
    { name: 'eight', line: 7 },
  ]);
});

test('a function counts its comments, its closing braces and the functions inside it', () => {
  const source = parseSource(
    'a.ts',
    `export function create() {
  // Why.
  return {
    add(): void {
      count += 1;
    },
  };
}

const short = () => {
  run();
};`,
  );
  expect(longFunctions(source, 7)).toEqual([{ name: 'create, 8 lines', line: 1 }]);
  expect(longFunctions(source, 2).map(({ name }) => name)).toEqual([
    'create, 8 lines',
    'add, 3 lines',
    'short, 3 lines',
  ]);
});

test.each([
  ['a list of statements', 'interface Written { readonly texts: readonly Part[] }', ['Written']],
  ['what follows the commit', 'type Ended = { committed(): void }', ['Ended']],
  ['what follows a failure', 'interface Failed { readonly notCommitted: () => void }', ['Failed']],
  [
    'a type that extends one',
    'interface A { committed(): void } interface B extends A { own: 1 }',
    ['A', 'B'],
  ],
  [
    'a type that is combined with one',
    'type A = { committed(): void }; type B = A & { own: 1 };',
    ['A', 'B'],
  ],
])('a shape of the protocol: %s', (_, text, names) => {
  const source = parseSource('a.ts', text);
  expect(
    protocolShapes([source])
      .get(source)
      ?.map(({ name }) => name),
  ).toEqual(names);
});

test('no shape of the protocol: other members, and a function of these names', () => {
  const source = parseSource(
    'a.ts',
    'interface Guide { readonly parts: readonly Token[] } function committed() {} const b = { committed };',
  );
  expect(protocolShapes([source]).get(source)).toEqual([]);
});
