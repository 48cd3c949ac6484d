import { expect, test } from 'vitest';
import { lint, openapiWithRequest } from '../testing/lint.ts';

const text = { type: 'string' };

const found = await lint('file-is-used', {
  all: openapiWithRequest({ $ref: 'schemas/Text.yaml' }, { 'schemas/Text.yaml': text }),
  left: openapiWithRequest(
    { $ref: 'schemas/Text.yaml' },
    { 'schemas/Text.yaml': text, 'schemas/Size.yaml': text },
  ),
});

test('a reference leads to every file', () => {
  expect(found.all).toEqual([]);
});

test('a file that nothing refers to', () => {
  expect(found.left).toEqual([
    { at: 'root.yaml#/', message: 'No $ref leads to schemas/Size.yaml: refer to it, or remove it.' },
  ]);
});
