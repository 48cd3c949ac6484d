import { expect, test } from 'vitest';
import { lint, openapiWithSchemas } from '../testing/lint.ts';

const found = await lint('schema-compiles', {
  fine: openapiWithSchemas({ Id: { type: 'string', format: 'uuid', pattern: '^[a-f\\p{Nd}-]+$' } }),
  format: openapiWithSchemas({ Id: { type: 'string', format: 'uid' } }),
  pattern: openapiWithSchemas({ Id: { type: 'string', pattern: '^(a' } }),
});

test('a known format and a regular expression', () => {
  expect(found.fine).toEqual([]);
});

test('an unknown format, with the nearest', () => {
  const message = 'expected one of the formats uuid, date-time, int32, int64, found uid; did you mean uuid?';
  expect(found.format).toEqual([{ at: 'root.yaml#/components/schemas/Id/format', message }]);
});

test('a pattern that is not a regular expression', () => {
  expect(found.pattern).toEqual([
    {
      at: 'root.yaml#/components/schemas/Id/pattern',
      message: expect.stringMatching(/^expected a regular expression, found \^\(a: .*Unterminated group/),
    },
  ]);
});
