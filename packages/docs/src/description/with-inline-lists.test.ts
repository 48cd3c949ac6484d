import { expect, test } from 'vitest';
import { withInlineLists } from './with-inline-lists.ts';

test('the listed values are in the list, and no component', () => {
  const schemas = {
    Kind: { anyOf: [{ $ref: '#/components/schemas/ListedKind' }, { type: 'string' }] },
    ListedKind: { type: 'string', description: 'd', enum: ['A'] },
    Listed: { $ref: '#/components/schemas/Kind' },
  };
  expect(withInlineLists({ components: { schemas } })).toEqual({
    components: {
      schemas: {
        Kind: { anyOf: [{ type: 'string', enum: ['A'] }, { type: 'string' }] },
        Listed: { $ref: '#/components/schemas/Kind' },
      },
    },
  });
});

test.each([null, [], {}, { components: {} }])('%j stays', (description) => {
  expect(withInlineLists(description)).toEqual(description);
});
