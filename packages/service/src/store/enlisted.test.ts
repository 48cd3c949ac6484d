import { expect, test } from 'vitest';
import { type Enlisted, join } from './enlisted.ts';
import { part } from './prepared.ts';

function noting(name: string, notes: string[]): Enlisted {
  return {
    parts: [part`select ${name}`([])],
    committed: () => void notes.push(name),
    notCommitted: () => void notes.push(`${name} not`),
  };
}

test('what is joined is written together, and follows in its order', () => {
  const notes: string[] = [];
  const joined = join(...['a', 'b', 'c'].map((name) => noting(name, notes)));
  expect(joined.parts).toHaveLength(3);
  joined.committed();
  joined.notCommitted();
  expect(notes).toEqual(['a', 'b', 'c', 'a not', 'b not', 'c not']);
});
