import { expect, test } from 'vitest';
import { readDescribed } from '../description/read-description.ts';
import { markProvenance, withoutAssumed } from './description.ts';

const assumed = { 'x-provenance': 'assumed' };
const documented = { 'x-provenance': 'documented' };

test('assumed entries are removed, and so are references to them', () => {
  const description = {
    tags: [{ name: 'kept' }, { name: 'gone' }],
    'x-tagGroups': [
      { name: 'Service', tags: ['kept'] },
      { name: 'Additions', tags: ['gone'] },
    ],
    paths: {
      '/kept': {
        post: {
          ...documented,
          tags: ['kept'],
          parameters: [{ $ref: '#/components/parameters/Id' }, { name: 'key', ...documented }],
          responses: { 200: { $ref: '#/components/responses/Yes' }, 400: documented },
        },
      },
      '/gone': { post: { ...assumed, tags: ['gone'] } },
    },
    components: {
      parameters: { Id: assumed },
      responses: { Yes: assumed },
      schemas: {
        Body: {
          required: ['a', 'b'],
          properties: { a: documented, b: assumed, c: { $ref: '#/components/schemas/Kind' } },
        },
        Kind: { ...assumed, type: 'string' },
        Word: { ...documented, 'x-assumed-values': ['B'], anyOf: [{ enum: ['A', 'B'] }, { type: 'string' }] },
      },
    },
  };
  expect(withoutAssumed(description)).toEqual({
    tags: [{ name: 'kept' }],
    'x-tagGroups': [{ name: 'Service', tags: ['kept'] }],
    paths: {
      '/kept': {
        post: {
          ...documented,
          tags: ['kept'],
          parameters: [{ name: 'key', ...documented }],
          responses: { 400: documented },
        },
      },
    },
    components: {
      parameters: {},
      responses: {},
      schemas: {
        Body: { required: ['a'], properties: { a: documented } },
        Kind: { ...assumed, type: 'string' },
        Word: { ...documented, anyOf: [{ enum: ['A'] }, { type: 'string' }] },
      },
    },
  });
});

test('our description keeps the documented operation and the documented members', () => {
  const left = JSON.stringify(withoutAssumed(readDescribed().openapi));
  expect(left).toContain('/api/cascade/schedule');
  expect(left).toContain('attachmentName');
  for (const gone of ['/api/callback/set', 'attachmentUrl', '"LIST_PICKER"', 'webhook-signature'])
    expect(left).not.toContain(gone);
});

test('assumed nodes say so and link their decisions; documented ones are unchanged', () => {
  const assumed = { description: 'Text.', 'x-provenance': 'assumed', 'x-assumed': ['ADR-0001', 'ADR-0002'] };
  const documented = { description: 'Text.', 'x-provenance': 'documented', 'x-clause': '1/cascade' };
  expect(markProvenance({ list: [assumed, documented] })).toEqual({
    list: [
      {
        ...assumed,
        description:
          '**Assumed** ([ADR-0001](../decisions.html#ADR-0001), [ADR-0002](../decisions.html#ADR-0002)). Text.',
      },
      documented,
    ],
  });
});

test('each value of a documented list says whether it is assumed', () => {
  const anyOf = [{ type: 'string', enum: ['A', 'B'] }, { type: 'string' }];
  expect(markProvenance({ 'x-provenance': 'documented', 'x-assumed-values': ['B'], anyOf })).toMatchObject({
    anyOf: [{ 'x-enumDescriptions': { A: 'documented', B: '**Assumed**' } }, { type: 'string' }],
  });
});

test('a documented node names the decisions that add to it', () => {
  const node = {
    'x-provenance': 'documented',
    'x-assumed': ['ADR-0006', 'ADR-0036'],
    description: 'An explanation.\n',
  };
  expect(markProvenance(node)).toMatchObject({
    description:
      'An explanation. **Assumed in part** ([ADR-0006](../decisions.html#ADR-0006), [ADR-0036](../decisions.html#ADR-0036)).',
  });
});
