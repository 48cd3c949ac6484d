import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { objectOf, readYamlFile, repositoryRoot } from '../index.ts';

const openapi = objectOf(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(openapi, 'openapi.json');
const isValid = (name: string, value: unknown) =>
  ajv.validate({ $ref: `openapi.json#/components/schemas/${name}` }, value);

test.each([
  [{ requestId: 'a', status: 'UNDELIVERED', error: 'duplicated' }, true],
  [{ requestId: 'a', status: 'UNDELIVERED', error: 'a-reason-nobody-listed' }, true],
  [{ requestId: 'a', status: 'UNDELIVERED' }, false],
  [{ requestId: 'a', status: 'UNDELIVERED', error: null }, false],
  [{ requestId: 'a', status: 'DELIVERED' }, true],
  [{ requestId: 'a', status: 'DELIVERED', error: null }, true],
  [{ requestId: 'a', status: 'DELIVERED', error: 'duplicated' }, false],
  [{ requestId: 'a', status: 'UNDELIVERED', error: '' }, false],
  [{ requestId: 'a', status: 'A_STATUS_NOBODY_LISTED', error: 'duplicated' }, true],
  [{ requestId: null, status: 'FAILED', error: 'error-subject-unknown' }, true],
  [{ status: 'DELIVERED' }, false],
])('a status event has its reason with UNDELIVERED, and a request id or null: %j', (event, expected) => {
  expect(isValid('StatusEvent', event)).toBe(expected);
});

test.each([
  [{ title: 'cascade-scheduling-request-not-valid', status: 400, detail: 'No. Violations: a' }, true],
  [{ title: 'cascade-scheduling-request-not-valid', status: 400, detail: '' }, false],
  [{ title: 'cascade-scheduling-request-not-valid', status: 400 }, false],
  [{ title: 'cascade-scheduling-request-is-not-valid', status: 400 }, false],
  [{ title: 'out-of-balance', status: 400 }, true],
  [{ title: 'a-code-nobody-listed', status: 400 }, true],
])('the validation error explains itself in either spelling: %j', (problem, expected) => {
  expect(isValid('SchedulingProblem', problem)).toBe(expected);
});

test.each([
  ['BadRequestProblem', 'out-of-balance', 400, true],
  ['BadRequestProblem', 'out-of-balance', 402, false],
  ['BadRequestProblem', 'auth-error', 400, false],
  ['BadRequestProblem', 'callback-url-not-valid', 400, true],
  ['UnauthorizedProblem', 'auth-error', 401, true],
  ['UnauthorizedProblem', 'out-of-balance', 401, false],
  ['UnauthorizedProblem', 'a-code-nobody-listed', 401, true],
  ['InternalServerErrorProblem', 'cascade-scheduling-request-is-not-valid', 500, false],
  ['PayloadTooLargeProblem', 'not-found', 413, false],
  ['PayloadTooLargeProblem', 'payload-too-large', 413, true],
  ['UnlistedProblem', 'out-of-balance', 402, false],
  ['UnlistedProblem', 'a-code-nobody-listed', 402, true],
])(
  'a status refuses the codes of the others, and their statuses: %s %s %s',
  (name, title, status, expected) => {
    expect(isValid(name, { title, status })).toBe(expected);
  },
);

test('answers an invalid request with the code of a wrong shape first: Prism takes the first example', () => {
  const refused = objectOf(objectOf(objectOf(openapi.components).responses).SchedulingRefused);
  const { examples } = objectOf(objectOf(refused.content)['application/problem+json']);
  expect(Object.keys(objectOf(examples))[0]).toBe('matched-template-not-found');
});
