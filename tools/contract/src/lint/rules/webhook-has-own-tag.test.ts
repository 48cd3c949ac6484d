import { expect, test } from 'vitest';
import { lint, openapi } from '../testing/lint.ts';

const operation = (...tags: string[]) => ({ post: { tags, responses: {} } });

const found = await lint('webhook-has-own-tag', {
  apart: openapi({
    paths: { '/a': operation('A', 'B'), '/b': operation('A') },
    webhooks: { c: operation('C'), d: operation('D'), e: { post: { responses: {} } } },
  }),
  shared: openapi({ paths: { '/a': operation('A') }, webhooks: { c: operation('A') } }),
  twice: openapi({ webhooks: { c: operation('C'), d: operation('C') } }),
  inFiles: openapi(
    { paths: { '/a': { $ref: 'a.yaml' } }, webhooks: { c: { $ref: 'c.yaml' } } },
    { 'a.yaml': operation('A'), 'c.yaml': operation('B', 'A') },
  ),
});

const message = (tag: string) => `Another operation or webhook has the tag ${tag}.`;

test('operations share tags, webhooks do not', () => {
  expect(found.apart).toEqual([]);
});

test.each([
  ['with an operation', found.shared, 'root.yaml#/webhooks/c/post/tags', 'A'],
  ['with another webhook', found.twice, 'root.yaml#/webhooks/d/post/tags', 'C'],
  ['across files', found.inFiles, 'c.yaml#/post/tags', 'A'],
])('a tag that a webhook shares %s', (_, findings, at, tag) => {
  expect(findings).toEqual([{ at, message: message(tag) }]);
});
