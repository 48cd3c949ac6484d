import { expect, test } from 'vitest';
import { type Enlisted, join } from './enlisted.ts';
import { part } from './prepared.ts';

const read = part`select 1`([]);

function noting(name: string, notes: string[], reads = false): Enlisted<number> {
  return {
    parts: [part`select ${name}`([])],
    ...(reads && { read }),
    committed: (found) => void notes.push(`${name} ${found}`),
    notCommitted: () => void notes.push(`${name} not`),
  };
}

test('what is joined is written together, and follows in its order with what one of them reads', () => {
  const notes: string[] = [];
  const joined = join(noting('a', notes), noting('b', notes, true), noting('c', notes));
  expect(joined.parts).toHaveLength(3);
  expect(joined.read).toBe(read);
  joined.committed(7);
  joined.notCommitted();
  expect(notes).toEqual(['a 7', 'b 7', 'c 7', 'a not', 'b not', 'c not']);
});

test('two that read are refused', () => {
  expect(() => join(noting('a', [], true), noting('b', [], true))).toThrow('got 2');
});
