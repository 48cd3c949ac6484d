import { expect, test } from 'vitest';
import { readImports } from './read-imports.ts';

const specifiersOf = (text: string) => readImports('a.ts', text).map(({ specifier }) => specifier);

test.each([
  ['static', `import { a } from './a.ts';`, './a.ts'],
  ['for its effects', `import './a.ts';`, './a.ts'],
  ['of types', `import type { A } from 'pkg/a';`, 'pkg/a'],
  ['of a type in place', `let a: import('./a.ts').A;`, './a.ts'],
  ['re-export', `export { a } from './a.ts';`, './a.ts'],
  ['re-export of everything', `export * from './a.ts';`, './a.ts'],
  ['re-export of types', `export type { A } from './a.ts';`, './a.ts'],
  ['dynamic', `const a = await import('./a.ts');`, './a.ts'],
  ['dynamic, inside a function', `const f = () => import('pkg');`, 'pkg'],
  ['require', `const a = require('pkg');`, 'pkg'],
  ['require.resolve', `require.resolve('pkg/bin');`, 'pkg/bin'],
  ['of CommonJS in TypeScript', `import a = require('pkg');`, 'pkg'],
  ['import.meta.resolve', `import.meta.resolve('pkg/a.json');`, 'pkg/a.json'],
  ['a file beside it', `new URL('a.yaml', import.meta.url);`, './a.yaml'],
  ['a file above it', `new URL('../../a.yaml', import.meta.url);`, '../../a.yaml'],
])('finds an import: %s', (_, text, specifier) => {
  expect(specifiersOf(text)).toEqual([specifier]);
});

test.each([
  ['in a comment', `// import './a.ts';`],
  ['in a string', `const text = "import './a.ts'";`],
  ['computed', `import(name); new URL(path, import.meta.url);`],
  ['a URL on another base', `new URL('/a', 'http://localhost');`],
  ['an export of its own', `export const a = 1;`],
])('finds no import: %s', (_, text) => {
  expect(specifiersOf(text)).toEqual([]);
});

test('of a template, keeps what is before its first value', () => {
  expect(specifiersOf(`new URL(\`../a/\${b}.yaml\`, import.meta.url);`)).toEqual(['../a/']);
});

test('names the line', () => {
  expect(readImports('a.ts', `\n\nimport './a.ts';\n`)).toEqual([{ specifier: './a.ts', line: 3 }]);
});
