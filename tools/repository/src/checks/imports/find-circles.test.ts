import { expect, test } from 'vitest';
import { findCircles, findCirclesOfRooms } from './find-circles.ts';

const file = (path: string, ...specifiers: readonly string[]) => ({
  path,
  imports: specifiers.map((specifier) => ({ specifier, line: 1 })),
});

test('two files that import each other are a circle', () => {
  expect(findCircles([file('a/a.ts', '../b/b.ts'), file('b/b.ts', '../a/a.ts')])).toEqual([
    'a/a.ts → b/b.ts → a/a.ts',
  ]);
});

test('the circle is named without the files that lead to it', () => {
  const files = [
    file('a.ts', './b.ts'),
    file('b.ts', './c.ts'),
    file('c.ts', './d.ts'),
    file('d.ts', './b.ts'),
  ];
  expect(findCircles(files)).toEqual(['b.ts → c.ts → d.ts → b.ts']);
});

test('a file that imports itself is a circle', () => {
  expect(findCircles([file('a.ts', './a.ts')])).toEqual(['a.ts → a.ts']);
});

test('two circles are both named, also below one file', () => {
  const files = [
    file('root.ts', './a.ts', './c.ts'),

    file('a.ts', './b.ts'),
    file('b.ts', './a.ts'),
    file('c.ts', './d.ts'),
    file('d.ts', './c.ts'),
  ];
  expect(findCircles(files)).toHaveLength(2);
});

test('two ways to the same file are not a circle', () => {
  const files = [
    file('a.ts', './b.ts', './c.ts', 'pkg'),
    file('b.ts', './d.ts'),
    file('c.ts', './d.ts'),
    file('d.ts'),
  ];
  expect(findCircles(files)).toEqual([]);
});

test('two rooms that import each other are a circle; files beside the rooms and tests are of none', () => {
  const files = [
    file('src/start.ts', './a/one.ts'),
    file('src/a/one.ts', '../b/one.ts', '../log.ts'),
    file('src/a/two.ts'),
    file('src/b/one.ts'),
    file('src/b/two.ts', '../a/two.ts'),
    file('src/log.ts', './a/one.ts'),
    file('src/c/one.ts', '../a/one.ts'),
    file('src/a/one.test.ts', '../c/one.ts'),
  ];
  expect(findCirclesOfRooms(files, 'src')).toEqual(['a → b → a']);
});
