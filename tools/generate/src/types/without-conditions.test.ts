import { expect, test } from 'vitest';
import { withoutConditions } from './openapi-module.ts';

test('removes branches that only add a condition, and the composite with them', () => {
  const schema = {
    type: 'object',
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
    allOf: [{ if: {}, else: { required: ['c'] } }],
  };
  expect(withoutConditions({ components: { schemas: { A: schema } } })).toEqual({
    components: { schemas: { A: { type: 'object' } } },
  });
});

test('keeps branches that give a value its type', () => {
  const schema = {
    allOf: [{ $ref: '#/a' }, { type: 'object' }, { contains: {} }],
    anyOf: [{ type: 'string' }, { type: 'null' }],
  };
  expect(withoutConditions(schema)).toEqual({
    allOf: [{ $ref: '#/a' }, { type: 'object' }],
    anyOf: [{ type: 'string' }, { type: 'null' }],
  });
});

test('leaves out that further members may come, except where there are no others', () => {
  const schema = { additionalProperties: true, properties: { a: { additionalProperties: true } } };
  expect(withoutConditions(schema)).toEqual({ properties: { a: { additionalProperties: true } } });
});
