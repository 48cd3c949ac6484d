import { expect, test } from 'vitest';
import { type JsonObject, objectOf } from '../index.ts';
import { fakeContract } from './testing/fake-plugin.ts';
import { inMemory } from './testing/in-memory.ts';
import { writeProblems } from './written-problems.ts';

const [first, ...others] = fakeContract.problems;
if (first === undefined) throw new Error('the contract of the tests has no problems');
const contract = {
  ...fakeContract,
  problems: [
    first,
    ...others,
    ...['name-not-specified', 'name-is-too-long'].map((code) => ({ ...first, code })),
  ],
};

function written(description: object): JsonObject {
  const { node, location, resolve } = inMemory(description);
  const root = { node, location };
  writeProblems(root, { contract, resolve, parts: [root] });
  return node;
}

/** The problems of the schemas of a description whose request is `Root`. */
function problemsIn(schemas: Readonly<Record<string, object>>): JsonObject {
  const schema = { $ref: '#/components/schemas/Root' };
  const post = { requestBody: { content: { 'application/json': { schema } } } };
  const root = { 'x-problem-default': 'text-missing', paths: { '/send': { post } }, components: { schemas } };
  return objectOf(objectOf(written(root).components).schemas);
}

const problemOf = (Root: object) => objectOf(problemsIn({ Root }).Root)['x-problem'];

test('the name of a field says its problem, also behind a reference and in a part', () => {
  const name = { $ref: '#/components/schemas/Name' };
  const Name = { type: 'string', minLength: 1, maxLength: 9 };
  const found = problemsIn({ Root: { properties: { name }, allOf: [{ required: ['name'] }] }, Name });
  expect(found.Name).toEqual({
    ...Name,
    'x-problem': { minLength: 'name-not-specified', maxLength: 'name-is-too-long' },
  });
  expect(found).toMatchObject({
    Root: { allOf: [{ 'x-problem': { required: { name: 'name-not-specified' } } }] },
  });
});

test('a comment has its code and its text, also by the name of the field', () => {
  const comment = { code: 'too-many', detail: 'At most 10' };
  const found = problemsIn({ Root: { properties: { buttons: { type: 'array', maxItems: 10 } } } });
  expect(found.Root).toMatchObject({ properties: { buttons: { 'x-problem': { maxItems: comment } } } });
  expect(problemOf({ not: {}, 'x-problem': { not: 'too-many-buttons' } })).toEqual({ not: comment });
});

test('a decision alone is added to what follows, and a detail too', () => {
  const found = problemOf({
    required: ['name', 'id'],
    maxLength: 4,
    'x-problem': { required: { name: 'ADR-0001' }, maxLength: { detail: 'Too long' } },
  });
  expect(found).toEqual({
    required: { name: { code: 'name-not-specified', decision: 'ADR-0001' }, id: 'text-missing' },
    maxLength: { code: 'text-missing', detail: 'Too long' },
  });
});

test('a missing field of a documented request yields the default, one of an assumed request needs none', () => {
  expect(problemOf({ required: ['id'] })).toEqual({ required: { id: 'text-missing' } });
  expect(problemOf({ 'x-provenance': 'assumed', required: ['id'] })).toBe(undefined);
});

test('any other constraint has no problem unless the file names one', () => {
  expect(problemOf({ pattern: '^a', maxLength: 5, type: 'string' })).toBe(undefined);
});

test('a field with a rule of its own is malformed there, and the body at the first of them', () => {
  const Root = {
    'x-problem-rules': { id: 1, name: 2 },
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', format: 'uuid' }, name: { $ref: '#/components/schemas/Name' } },
  };
  const at = (rule: number) => ({ code: 'text-missing', rule });
  expect(problemsIn({ Root, Name: { type: 'object' } })).toEqual({
    Root: {
      'x-problem-default': 'text-missing',
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', format: 'uuid', 'x-problem': { type: at(1), format: at(1) } },
        name: { $ref: '#/components/schemas/Name' },
      },
      'x-problem': { type: at(1), required: { id: at(1) } },
    },
    Name: { type: 'object', 'x-problem': { type: at(2) } },
  });
});

test('one code for all that a part demands', () => {
  const code = 'too-many-buttons';
  const demanded = { required: ['a'], properties: { a: { const: true } }, 'x-problem': code };
  const found = problemsIn({ Root: { allOf: [demanded] } });
  const comment = { code: 'too-many', detail: 'At most 10' };
  expect(found.Root).toMatchObject({
    allOf: [
      {
        'x-problem': { required: { a: comment } },
        properties: { a: { 'x-problem': { const: comment } } },
      },
    ],
  });
});

test('a description without a default answers with no problems', () => {
  const root = { components: { schemas: { A: { maxLength: 1, 'x-problem': { maxLength: 'ADR-0001' } } } } };
  expect(written(root)).toEqual({ components: { schemas: { A: { maxLength: 1 } } } });
});
