import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeProblemBody } from './judge-problem-body.ts';

const schema = {
  type: 'object',
  required: ['title', 'status'],
  properties: {
    title: { type: 'string', minLength: 1 },
    status: { type: 'integer' },
    detail: { type: ['string', 'null'] },
  },
};
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);

const shapeFaultsOf = (body: object) =>
  judgeProblemBody({
    status: 400,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(body),
  })
    .filter(({ clause }) => /^2\.4\/(?:title|status|detail)$/.test(clause ?? ''))
    .map(({ expected }) => expected)
    .filter((expected) => !expected.startsWith('status 400,'));

test('the shape of a problem is judged as Ajv judges it, in the same words', () => {
  const value = fc.constantFrom<unknown>('', 'text', 0, 400, 4e99, 0.5, null, true, [], {});
  const body = fc.record({ title: value, status: value, detail: value, more: value }, { requiredKeys: [] });
  const said = new Set<string>();
  fc.assert(
    fc.property(body, (problem) => {
      validate(problem);
      const expected = (validate.errors ?? []).map(({ instancePath, message }) => {
        return `${instancePath === '' ? 'the body' : instancePath} ${message}`;
      });
      expect(shapeFaultsOf(problem)).toEqual(expected);
      for (const message of expected) said.add(message);
    }),
    { numRuns: 500 },
  );
  expect(said.size).toBe(6);
});
