import { expect, test } from 'vitest';
import { dereference } from './dereference.ts';

test('a reference becomes what it points to; members beside it win', () => {
  const bundle = {
    paths: { a: { $ref: '#/components/schemas/A', description: 'here' } },
    components: { schemas: { A: { type: 'string', description: 'there' } } },
  };
  expect(dereference(bundle).paths).toEqual({ a: { type: 'string', description: 'here' } });
});

test('a circle keeps its reference, and the schema that it leads to', () => {
  const tree = { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } };
  const bundle = {
    paths: { a: { $ref: '#/components/schemas/Tree' } },
    components: { schemas: { Tree: tree, Unused: {} } },
  };
  expect(dereference(bundle)).toEqual({ paths: { a: tree }, components: { schemas: { Tree: tree } } });
});

test('a reference to nothing is an error', () => {
  expect(() => dereference({ paths: { $ref: '#/components/schemas/None' } })).toThrow(
    '#/components/schemas/None points to nothing',
  );
});
