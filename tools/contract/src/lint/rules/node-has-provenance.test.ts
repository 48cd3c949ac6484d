import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapi } from '../testing/lint.ts';

const documented = { 'x-provenance': 'documented', 'x-clause': '1/first' };
const assumed = { 'x-provenance': 'assumed', 'x-assumed': 'ADR-0001' };
const info = { title: 't', version: '1', ...documented };

function schemas(components: object) {
  return openapi({ info, components: { schemas: components } });
}

const expected = 'expected x-clause (the source says it) or x-assumed (a decision adds it), here or around';
const missing = `${expected}, found neither`;

const found = await lint('node-has-provenance', {
  complete: schemas({
    Text: { type: 'string', ...assumed },
    Message: {
      ...documented,
      properties: { text: { $ref: '#/components/schemas/Text' }, size: { type: 'integer', ...assumed } },
    },
  }),
  conditions: schemas({
    Message: {
      ...documented,
      if: { properties: { text: { type: 'string' } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { allOf: [{ properties: { text: { maxLength: 1 } } }] },
      contains: { properties: { kind: { type: 'string' } } },
      allOf: [{ properties: { status: { const: 1 } } }],
      items: { type: 'string' },
    },
  }),
  nodes: openapi({
    paths: {
      '/send': {
        post: {
          parameters: [{ name: 'p', in: 'query', ...documented }],
          requestBody: { content: { 'application/json': { examples: { one: { value: 1 } } } } },
          responses: { 200: { description: 'd', headers: { Allow: { schema: { type: 'string' } } } } },
        },
      },
    },
    components: { securitySchemes: { Key: { type: 'http', scheme: 'basic', ...documented } } },
  }),
  members: schemas({
    Message: {
      ...documented,
      allOf: [{ properties: { text: { type: 'string' } } }],
      items: { properties: { size: { $ref: '#/components/schemas/Size', minimum: 1 } } },
    },
    Size: { type: 'integer' },
  }),
  incomplete: schemas({
    WithoutClause: { 'x-provenance': 'documented', 'x-decision': 'ADR-0001' },
    WithoutDecision: { 'x-provenance': 'assumed', 'x-clause': '1/first' },
    Misspelt: { ...documented, 'x-provenance': 'invented' },
  }),
  message: asyncapiWithMessage(
    { ...documented, payload: { properties: { text: { type: 'string' } } } },
    {
      info,
      operations: { sendStatus: { action: 'send', channel: { $ref: '#/channels/callback' }, ...assumed } },
    },
  ),
});

test('nodes with provenance', () => {
  expect(found.complete).toEqual([]);
});

test('members in conditions, and those that are only a const, introduce nothing', () => {
  expect(found.conditions).toEqual([]);
});

test('objects of OpenAPI', () => {
  const post = 'root.yaml#/paths/~1send/post';
  expect(found.nodes.map(({ at }) => at)).toEqual([
    'root.yaml#/info',
    post,
    `${post}/requestBody`,
    `${post}/requestBody/content/application~1json/examples/one`,
    `${post}/responses/200`,
    `${post}/responses/200/headers/Allow`,
  ]);
});

test('components, and members at every depth', () => {
  const schemas = 'root.yaml#/components/schemas';
  expect(found.members.toSorted((a, b) => a.at.localeCompare(b.at))).toEqual([
    { at: `${schemas}/Message/allOf/0/properties/text`, message: missing },
    { at: `${schemas}/Message/items/properties/size`, message: missing },
    { at: `${schemas}/Size`, message: missing },
  ]);
});

test('documented requires a clause, assumed a decision', () => {
  expect(found.incomplete.map(({ message }) => message)).toEqual([
    'Documented, but x-clause names no clause.',
    'Assumed, but x-assumed names no decision.',
    `${expected}, found x-provenance: invented`,
  ]);
});

test('objects and members of AsyncAPI', () => {
  expect(found.message.map(({ at }) => at)).toEqual([
    'root.yaml#/channels/callback',
    'root.yaml#/channels/callback/messages/status/payload/properties/text',
  ]);
});
