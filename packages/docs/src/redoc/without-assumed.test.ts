import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { withInlineLists } from '../description/with-inline-lists.ts';
import { withoutAssumed } from './without-assumed.ts';

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
  const left = JSON.stringify(
    withoutAssumed(withInlineLists(JSON.parse(readText(repositoryRoot, 'spec/generated/openapi.json')))),
  );
  expect(left).toContain('/api/cascade/schedule');
  expect(left).toContain('attachmentName');
  for (const gone of ['/api/callback/set', 'attachmentUrl', '"LIST_PICKER"', 'webhook-signature'])
    expect(left).not.toContain(gone);
});
