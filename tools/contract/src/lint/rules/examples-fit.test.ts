import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapi, openapiWithSchemas } from '../testing/lint.ts';

const text = { type: 'string', format: 'uuid', 'x-provenance': 'assumed' };
const uuid = '6a1f0c2b-4d5e-4691-8111-12222aaaa001';

function openapiWithExample(
  value: unknown,
  schema: object = { properties: { id: { $ref: '#/components/schemas/Id' } } },
) {
  const requestBody = {
    content: { 'application/json': { schema, examples: { one: { $ref: 'one.yaml' } } } },
  };
  return openapi(
    { paths: { '/send': { post: { requestBody, responses: {} } } }, components: { schemas: { Id: text } } },
    { 'one.yaml': { value } },
  );
}

function message(payload: unknown, headers: unknown) {
  return asyncapiWithMessage({
    payload: { properties: { id: text } },
    headers: { properties: { size: { type: 'integer' } } },
    examples: [{ name: 'one', payload, headers }],
  });
}

const found = await lint('examples-fit', {
  fits: openapiWithExample({ id: uuid }),
  misfits: openapiWithExample({ id: 'x' }),
  recursive: openapi(
    {
      paths: {
        '/send': {
          post: {
            requestBody: {
              content: { 'a/b': { schema: { $ref: 'Node.yaml' }, example: { next: { next: 1 } } } },
            },
            responses: {},
          },
        },
      },
    },
    { 'Node.yaml': { type: 'object', properties: { next: { $ref: 'Node.yaml' } } } },
  ),
  unknownKeyword: openapiWithExample(1, { type: 'integer', 'x-provenence': 'assumed' }),
  schema: openapiWithSchemas({
    At: { type: 'string', format: 'date-time', examples: ['2026-02-31T00:00:00Z', '2026-02-28T00:00:00Z'] },
  }),
  parameter: openapi({
    paths: {
      '/send': {
        post: {
          parameters: [{ name: 'p', in: 'query', schema: { type: 'integer' }, example: 'x' }],
          responses: {},
        },
      },
    },
  }),
  messageFits: message({ id: uuid }, { size: 1 }),
  messageMisfits: message({ id: 1 }, { size: 'x' }),
});

test('examples that fit', () => {
  expect([...found.fits, ...found.messageFits]).toEqual([]);
});

test('a value is reported at its place', () => {
  expect(found.misfits).toEqual([
    {
      at: 'one.yaml#/value/id',
      message: 'The example does not fit its schema: expected a UUID, found "x"',
    },
  ]);
});

test('a schema that holds itself', () => {
  expect(found.recursive.map(({ message }) => message)).toEqual([
    'The example does not fit its schema: expected an object, found 1',
  ]);
});

test('an unknown keyword', () => {
  expect(found.unknownKeyword.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The schema cannot be compiled: .*unknown keyword: "x-provenence"/),
  ]);
});

test('examples in schemas and of parameters', () => {
  expect(found.schema.map(({ at }) => at)).toEqual(['root.yaml#/components/schemas/At/examples/0']);
  expect(found.parameter.map(({ at }) => at)).toEqual(['root.yaml#/paths/~1send/post/parameters/0/example']);
});

test('payload and headers of a message', () => {
  const example = 'root.yaml#/channels/callback/messages/status/examples/0';
  expect(found.messageMisfits.map(({ at }) => at)).toEqual([
    `${example}/payload/id`,
    `${example}/headers/size`,
  ]);
});
