import { expect, test } from 'vitest';
import { lint, openapi, openapiWithRequest } from '../testing/lint.ts';

const root = { 'x-problem-default': 'text-missing' };
const code = 'text-missing';
const body = 'root.yaml#/paths/~1send/post/requestBody/content/application~1json/schema';

const found = await lint('constraint-names-problem', {
  complete: openapiWithRequest({
    ...root,
    type: 'object',
    required: ['text'],
    dependentRequired: { a: ['b'] },
    properties: {
      text: {
        type: 'string',
        maxLength: 5,
        'x-problem': { maxLength: { code, detail: 'Too long', rule: 4 } },
      },
      list: { contains: { const: 1 }, maxContains: 2, 'x-problem': { contains: code } },
    },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
    'x-problem': { type: code, required: { text: code }, dependentRequired: { b: code }, anyOf: code },
  }),
  exempt: openapiWithRequest({
    ...root,
    properties: {
      kind: { type: 'string', 'x-extensible-enum': ['A'] },
      size: { maximum: 5, 'x-provenance': 'assumed' },
    },
    if: { required: ['kind'], properties: { kind: { const: 'A' } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { properties: { kind: true } },
  }),
  elsewhere: openapi({
    webhooks: {
      status: { post: { requestBody: { content: { 'application/json': { schema: { minLength: 1 } } } } } },
    },
    paths: {
      '/send': {
        post: {
          responses: { 200: { content: { 'a/b': { schema: { minLength: 1 } } } } },
          callbacks: {
            status: {
              '{$url}': {
                post: { requestBody: { content: { 'application/json': { schema: { minLength: 1 } } } } },
              },
            },
          },
        },
      },
    },
  }),
  nameless: openapiWithRequest(
    {
      ...root,
      required: ['text'],
      properties: {
        text: { $ref: 'Text.yaml', minLength: 1 },
        note: { anyOf: [{ type: 'string', minLength: 2 }, { type: 'string' }] },
      },
      allOf: [{ items: { const: 1 } }],
      additionalProperties: false,
    },
    { 'Text.yaml': { pattern: '^a' } },
  ),
  stale: openapiWithRequest({
    ...root,
    required: ['a'],
    'x-problem': { required: { a: code, b: code }, type: code },
  }),
  unknown: openapiWithRequest({ ...root, maxLength: 1, 'x-problem': { maxLength: 'gone' } }),
  malformed: openapiWithRequest({ ...root, maxLength: 1, 'x-problem': { maxLength: { code, why: 'x' } } }),
  withoutDefault: openapiWithRequest({ type: 'object' }),
});

test('every constraint names its problem', () => {
  expect(found.complete).toEqual([]);
});

test('conditions and open lists constrain nothing, what is assumed yields the default', () => {
  expect(found.exempt).toEqual([]);
});

test('webhooks, callbacks and responses refuse nothing', () => {
  expect(found.elsewhere).toEqual([]);
});

test('constraints without a problem, beside and behind a $ref, in allOf, items and a list that is not open', () => {
  expect(found.nameless).toEqual([
    { at: `${body}/required`, message: 'x-problem does not say which problem required text yields.' },
    {
      at: `${body}/additionalProperties`,
      message: 'x-problem does not say which problem additionalProperties yields.',
    },
    {
      at: `${body}/properties/text/minLength`,
      message: 'x-problem does not say which problem minLength yields.',
    },
    { at: 'Text.yaml#/pattern', message: 'x-problem does not say which problem pattern yields.' },
    { at: `${body}/properties/note/anyOf`, message: 'x-problem does not say which problem anyOf yields.' },
    { at: `${body}/allOf/0/items/const`, message: 'x-problem does not say which problem const yields.' },
  ]);
});

test('a problem of a constraint that is not there', () => {
  expect(found.stale).toEqual([
    {
      at: `${body}/x-problem/required/b`,
      message: 'x-problem names required b, which this schema does not have.',
    },
    { at: `${body}/x-problem/type`, message: 'x-problem names type, which this schema does not have.' },
  ]);
});

test('a problem that the catalogue does not have', () => {
  expect(found.unknown.map(({ message }) => message)).toEqual([
    'gone is not in spec/catalogue/problems.yaml',
  ]);
});

test('something else than a problem', () => {
  expect(found.malformed.map(({ message }) => message)).toEqual([
    'A problem is a code, or an object of code, detail, rule and decision.',
  ]);
});

test('a request body without a default', () => {
  expect(found.withoutDefault).toEqual([
    { at: body, message: 'x-problem-default: expected a code of spec/catalogue/problems.yaml, found none' },
  ]);
});
