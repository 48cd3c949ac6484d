import { expect, test } from 'vitest';
import type { JsonObject } from '../index.ts';
import { fakeContract } from './testing/fake-plugin.ts';
import { inMemory } from './testing/in-memory.ts';
import { lint, openapiWithRequest } from './testing/lint.ts';
import { writtenOut } from './written-out.ts';

/** A root as rules and bundle have it. */
function bundled(root: object): JsonObject {
  const { node, ...context } = inMemory(root);
  // The visitor uses nothing else of its context.
  writtenOut(fakeContract)().Root?.leave?.(node, context as never, {} as never);
  return node;
}

const assumed = { 'x-provenance': 'assumed', 'x-assumed': 'ADR-0003' };

test('a node without marks is assumed by the decision of the nearest node around it', () => {
  const Page = {
    description: 'A page.',
    'x-assumed': 'ADR-0003',
    properties: {
      size: { type: 'integer', description: 'Its size.' },
      sort: { description: 'Its order.', 'x-assumed': 'ADR-0001', items: { description: 'A key.' } },
      entries: { $ref: '#/components/schemas/Entry' },
      one: { const: 1 },
    },
  };
  expect(bundled({ Page })).toEqual({
    Page: {
      ...Page,
      ...assumed,
      properties: {
        ...Page.properties,
        size: { ...Page.properties.size, ...assumed },
        sort: {
          ...Page.properties.sort,
          'x-provenance': 'assumed',
          items: { description: 'A key.', 'x-provenance': 'assumed', 'x-assumed': 'ADR-0001' },
        },
      },
    },
  });
});

test('a node with a clause is documented; what a decision adds makes it mixed, and is its own', () => {
  const Event = {
    description: 'An event.',
    'x-clause': '1/first',
    'x-assumed': 'ADR-0003',
    properties: {
      id: { description: 'Its id.', 'x-assumed': 'ADR-0003' },
      status: { description: 'Its status.', 'x-clause': '1/second' },
    },
  };
  expect(bundled({ Event })).toMatchObject({
    Event: {
      'x-provenance': 'mixed',
      properties: { id: assumed, status: { 'x-provenance': 'documented' } },
    },
  });
});

test('an assumed node may have a clause, if it says so', () => {
  const post = {
    description: 'Lists.',
    'x-provenance': 'assumed',
    'x-clause': '1/first',
    'x-assumed': 'ADR-0003',
  };
  expect(bundled({ post })).toEqual({ post });
});

test('marks follow the words', () => {
  const post = { operationId: 'list', summary: 's', description: 'd', tags: ['T'], responses: {} };
  const { post: marked } = bundled({ 'x-assumed': 'ADR-0003', post });
  expect(Object.keys(Object(marked))).toEqual([
    'operationId',
    'summary',
    'description',
    'tags',
    'x-provenance',
    'x-assumed',
    'responses',
  ]);
});

test('neither values nor nodes outside of a mark get one', () => {
  const example = { summary: 'One', 'x-assumed': 'ADR-0003', value: { description: 'Text of a message.' } };
  const root = { tags: [{ name: 'T', description: 'All.' }], servers: [{ url: '/', description: 'Here.' }] };
  expect(bundled({ ...root, example })).toEqual({ ...root, example: { ...example, ...assumed } });
});

test('a condition repeats the names that it requires, where the schema around has them, and stays open', () => {
  const schema = (then: object) => ({ properties: { text: { type: 'string' } }, allOf: [{ if: {}, then }] });
  expect(bundled(schema({ required: ['text', 'txet'] }))).toEqual(
    schema({ required: ['text', 'txet'], properties: { text: {} }, additionalProperties: true }),
  );
  const narrowed = { required: ['text'], properties: { text: { minLength: 1 } } };
  expect(bundled(schema(narrowed))).toEqual(schema({ ...narrowed, additionalProperties: true }));
});

const text = { type: 'string', description: 'A text.' };
const request = {
  type: 'object',
  description: 'A request.',
  properties: { text: { ...text, maxLength: 5 } },
};
const problem = { 'x-problem-default': 'text-missing' };

function sent(members: object, schema: object) {
  const { root } = openapiWithRequest({ $ref: 'Request.yaml' });
  return { root: { ...root, ...members }, files: { 'Request.yaml': schema } };
}

test('rules see what is written, and report the place in the file', async () => {
  const provenance = await lint(
    'node-has-provenance',
    {
      around: sent({ 'x-assumed': 'ADR-0003' }, request),
      inFile: sent({}, { ...request, 'x-assumed': 'ADR-0003' }),
      missing: sent({}, request),
    },
    'written-out',
  );
  const places = (findings: readonly { readonly at: string }[]) =>
    findings.map(({ at }) => at).filter((at) => at.startsWith('Request.yaml'));
  expect(places(provenance.around)).toEqual([]);
  expect(places(provenance.inFile)).toEqual([]);
  expect(places(provenance.missing)).toEqual(['Request.yaml#/', 'Request.yaml#/properties/text']);

  const documented = { ...request, 'x-clause': '1/first' };
  const withClause = {
    ...documented,
    properties: { text: { ...text, maxLength: 5, 'x-clause': '1/first' } },
  };
  const problems = await lint('constraint-names-problem', { one: sent(problem, withClause) }, 'written-out');
  expect(problems.one).toEqual([
    {
      at: 'Request.yaml#/properties/text/maxLength',
      message: 'x-problem does not say which problem maxLength yields.',
    },
  ]);
});
