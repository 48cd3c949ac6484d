import ts from 'typescript';
import { expect, test } from 'vitest';
import { openList } from './openapi-module.ts';

function print(schema: object): string | undefined {
  const node = openList(schema);
  const file = ts.createSourceFile('a.ts', '', ts.ScriptTarget.Latest);
  return node && ts.createPrinter({ removeComments: true }).printNode(ts.EmitHint.Unspecified, node, file);
}

test('known values complete, any other string passes', () => {
  const schema = { anyOf: [{ $ref: '#/components/schemas/ListedKind' }, { type: 'string' }] };
  expect(print(schema)).toBe('components["schemas"]["ListedKind"] | (string & {})');
});

test.each([
  ['a closed list', { enum: ['A'] }],
  ['a list or nothing', { anyOf: [{ type: 'string', enum: ['A'] }, { type: 'null' }] }],
  [
    'two lists',
    {
      anyOf: [
        { type: 'string', enum: ['A'] },
        { type: 'string', enum: ['B'] },
      ],
    },
  ],
  ['no list', { type: 'string' }],
])('%s is left to openapi-typescript', (_, schema) => {
  expect(print(schema)).toBeUndefined();
});
