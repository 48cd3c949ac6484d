import { expect, test } from 'vitest';
import { withoutConditions } from './without-conditions.ts';

test('branches that only add a condition go, and the composite with them', () => {
  const schema = {
    type: 'object',
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
    allOf: [{ if: {}, else: { required: ['c'] } }],
  };
  expect(withoutConditions({ components: { schemas: { A: schema } } })).toEqual({
    components: { schemas: { A: { type: 'object' } } },
  });
});

test('branches that say of what type a value is stay', () => {
  const schema = {
    allOf: [{ $ref: '#/a' }, { type: 'object' }, { contains: {} }],
    anyOf: [{ type: 'string' }, { type: 'null' }],
  };
  expect(withoutConditions(schema)).toEqual({
    allOf: [{ $ref: '#/a' }, { type: 'object' }],
    anyOf: [{ type: 'string' }, { type: 'null' }],
  });
});
