import { expect, test } from 'vitest';
import type { Contract, JsonObject } from '../index.ts';
import type { Placed } from './lib/nodes.ts';
import { writeWords } from './written-words.ts';

const problem = {
  status: 400,
  clauses: ['7.1/a'],
  cause: 'A lacks.',
  fix: 'Give a.',
  cases: [{ name: 'a' }],
};
const problems = [
  { ...problem, code: 'a', title: 'a' },
  {
    ...problem,
    code: 'is-b',
    title: 'b',
    clauses: ['7.1/b', '7.1/a'],
    cases: [{ name: 'b1' }, { name: 'b2' }],
  },
  { ...problem, code: 'c', title: 'c', cases: [{ name: 'c' }] },
] as unknown as Contract['problems'];

/** The node, with what is written into it. */
function written(node: JsonObject): JsonObject {
  const copy = structuredClone(node);
  // Where a node is, nothing asks.
  writeWords([{ node: copy } as unknown as Placed], { problems });
  return copy;
}

test('a response has a table of the codes of its examples, and states their clauses', () => {
  const content = { 'application/problem+json': { examples: { a: {}, b2: {} } } };
  expect(written({ description: 'Refused.\n', 'x-clause': '4.1/error-response', content })).toMatchObject({
    description: [
      'Refused.\n',
      '| Code | When | Fix (ours) |',
      '|---|---|---|',
      '| **a** | A lacks. | Give a. |',
      '| **is-b**, in `title` **b** | A lacks. | Give a. |\n',
    ].join('\n'),
    'x-clause': ['4.1/error-response', '7.1/a', '7.1/b'],
  });
  expect(written({ description: 'Ours.', 'x-assumed': 'ADR-0001', content })).not.toHaveProperty('x-clause');
});

test('an open list names its values, those of ours with their decisions', () => {
  const list = { type: 'string', description: 'A kind.', 'x-extensible-enum': ['A', 'B', 'C'] };
  expect(written(list).description).toBe('A kind.\n\nListed so far: `A`, `B`, `C`.\n');
  const mixed = { ...list, 'x-assumed': ['ADR-0001', 'ADR-0002'], 'x-assumed-values': ['B', 'C'] };
  expect(written(mixed).description).toBe(
    'A kind.\n\nListed so far: `A`.\n\nAssumed (ADR-0001, ADR-0002): `B`, `C`.\n',
  );
});

test('a list whose description has each value is left alone', () => {
  const list = { description: '`A` or `B`.', 'x-extensible-enum': ['A', 'B'] };
  expect(written(list)).toEqual(list);
});

test('conditions on one field are a table', () => {
  const when = (value: string, required: readonly string[]) => ({
    if: { required: ['kind'], properties: { kind: { const: value } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required },
  });
  const schema = { description: 'Content.', allOf: [when('TEXT', ['text']), when('BUTTON', ['a', 'b'])] };
  expect(written(schema).description).toBe(
    'Content.\n\n| `kind` | Required beside it |\n|---|---|\n| `TEXT` | `text` |\n| `BUTTON` | `a`, `b` |\n',
  );
});

test.each([
  ['without conditions', { description: 'A node.' }],
  [
    'with a condition that asks for nothing',
    { description: 'd', allOf: [{ if: { properties: { kind: { const: 'TEXT' } } } }] },
  ],
])('a node %s is left alone', (_, node) => {
  expect(written(node)).toEqual(node);
});
