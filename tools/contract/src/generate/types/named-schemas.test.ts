import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { namedSchemas } from './named-schemas.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: 'object', properties });

async function declared(schemas: object, ...open: readonly string[]): Promise<string> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {},
    components: { schemas },
  };
  const nodes = await openapiTS(JSON.stringify(document), { silent: true });
  const text = astToString([...namedSchemas(nodes, { open: new Set(open), built: new Set() })]);
  return text.slice(text.indexOf('export type operations')).replaceAll(/\s+/g, ' ');
}

test('a closed schema is an interface that refers to others by name', async () => {
  const text = await declared({ A: object({ b: schema('B') }), B: { type: 'string' } });
  expect(text).toContain('export interface A { b?: B; }');
  expect(text).toContain('export type B = string;');
});

test('an open schema is its listed members and any others, with what it extends', async () => {
  const own = { ...object({ c: { type: 'string' } }), additionalProperties: true };
  const text = await declared({ A: object({}), B: { allOf: [schema('A'), own] } }, 'A', 'B');
  expect(text).toContain('export interface BMembers extends AMembers { c?: string; }');
  expect(text).toContain('export type B = WithMore<BMembers>;');
});

test('an open schema may be null', async () => {
  const text = await declared({ A: { ...object({ a: { type: 'string' } }), type: ['object', 'null'] } }, 'A');
  expect(text).toContain('export type A = WithMore<AMembers> | null;');
});
