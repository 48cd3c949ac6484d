import { describe, expect, test } from 'vitest';
import { typesOf } from './openapi-module.ts';

function typesOfSchemas(schemas: object, paths: object = {}): Promise<string> {
  return typesOf({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths, components: { schemas } });
}

test('a member with a default may be left out', async () => {
  const schema = { type: 'object', properties: { priority: { type: 'string', default: 'normal' } } };
  expect(await typesOfSchemas({ Request: schema })).toContain('readonly priority?: string');
});

test('the members of a schema that programs build are assignable, lists and all others readonly', async () => {
  const properties = {
    list: { type: 'array', items: { type: 'string' } },
    inner: { type: 'object', properties: { a: { type: 'string' } } },
  };
  const schemas = { Built: { properties }, Answer: { properties } };
  const bundle = { openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {}, components: { schemas } };
  const types = (await typesOf(bundle, { open: new Set(), built: new Set(['Built']) })).replaceAll(
    /\s+/g,
    ' ',
  );
  expect(types).toContain('interface Built { inner?: { a?: string; }; list?: readonly string[]; }');
  expect(types).toContain(
    'interface Answer { readonly inner?: { readonly a?: string; }; readonly list?: readonly string[]; }',
  );
});

describe('an open list', () => {
  const typeOf = async (schema: object) => {
    const types = await typesOfSchemas({ Kind: schema });
    return /^export type Kind = (.*);$/m.exec(types)?.[1];
  };

  test('completes its known values and takes any other string', async () => {
    const values = { 'x-extensible-enum': ['A', 'B'] };
    expect(await typeOf({ type: 'string', ...values })).toBe('"A" | "B" | (string & {})');
    expect(await typeOf({ type: ['string', 'null'], ...values })).toBe('"A" | "B" | (string & {}) | null');
  });

  const two = ['A', 'B'].map((value) => ({ type: 'string', enum: [value] }));
  test.each([
    ['a closed list', { enum: ['A'] }, '"A"'],
    ['a list or nothing', { anyOf: [{ type: 'string', enum: ['A'] }, { type: 'null' }] }, '"A" | null'],
    ['two lists', { anyOf: two }, '"A" | "B"'],
    ['no list', { type: 'string' }, 'string'],
  ])('is not: %s', async (_, schema, type) => {
    expect(await typeOf(schema)).toBe(type);
  });
});

describe('further members', () => {
  const withMore = (types: string) =>
    [...types.matchAll(/^export type (\w+) = WithMore</gm)].map(([, name]) => name);
  const body = (name: string) => ({
    description: '',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });

  test('may come in what is received, and in what is sent if it says so', async () => {
    const paths = { '/a': { post: { requestBody: body('Request'), responses: { 200: body('Answer') } } } };
    const types = await typesOfSchemas(
      {
        Request: { properties: { content: { $ref: '#/components/schemas/Content' } } },
        Content: {
          allOf: [{ $ref: '#/components/schemas/Shared' }, { 'x-further-members': 'expected' }],
          properties: { b: { type: 'string' } },
        },
        Shared: { type: 'object', additionalProperties: true, properties: { a: { type: 'string' } } },
        Answer: { properties: { shared: { $ref: '#/components/schemas/Shared' } } },
      },
      paths,
    );
    expect(withMore(types)).toEqual(['Answer', 'Content']);
  });

  test('are described by an object that has no others', async () => {
    const types = await typesOfSchemas({
      A: { additionalProperties: true, properties: { a: { additionalProperties: true } } },
    });
    expect(types.match(/\[key: string\]: unknown/g)).toHaveLength(1);
    expect(types).toMatch(/interface AMembers \{\s+readonly a\?: \{\s+readonly \[key: string\]: unknown/);
  });
});

describe('conditions', () => {
  test('are left out where a branch only adds one', async () => {
    const types = await typesOfSchemas({
      A: {
        type: 'object',
        properties: { a: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
        allOf: [{ if: {}, else: { required: ['c'] } }],
      },
    });
    expect(types).toMatch(/interface AMembers \{\s+readonly a\?: string;\s+\}/);
    expect(types).not.toContain('unknown');
  });

  test('are types where a branch gives one', async () => {
    const types = await typesOfSchemas({
      A: { anyOf: [{ type: 'string' }, { type: 'null' }, { minLength: 1 }] },
    });
    expect(types).toContain('export type A = string | null;');
  });
});
