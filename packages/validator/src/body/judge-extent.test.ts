import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyLevelLimit, bodyValueLimit } from './body-limit.ts';
import { judgeExtent, parseBody } from './judge-body.ts';

const judge = (text: string) => judgeExtent(new TextEncoder().encode(text));
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const row = (values: number, value = '0') => `[${Array(values - 1).fill(value)}]`;

test('levels are counted through arrays and objects, and closed ones are left', () => {
  expect(judge(nested(bodyLevelLimit))).toBeUndefined();
  expect(judge(nested(bodyLevelLimit + 1))).toMatchObject({
    code: 'matched-template-not-found',
    detail: 'the body must not be nested deeper than 100 levels',
    pointer: '',
  });
  expect(judge('{"a":['.repeat(51))).toBeDefined();
  expect(judge(`[${Array(500).fill(nested(3)).join()}]`)).toBeUndefined();
});

test.each(['0', '""', '{}', '[]', 'null', '-1.5e3', '"a,b:[{\\"\\\\"'])('%j is one value', (value) => {
  expect(judge(row(bodyValueLimit, value))).toBeUndefined();
  expect(judge(row(bodyValueLimit + 1, value))?.detail).toBe('the body must not have more than 10000 values');
});

test('the names of members do not count', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"n${index}" : 0`)}}`;
  expect(judge(members(bodyValueLimit - 1))).toBeUndefined();
  expect(judge(members(bodyValueLimit))).toBeDefined();
});

test('counts what the parsed value has', () => {
  const count = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, child) => sum + count(child), 1)
      : 1;
  fc.assert(
    fc.property(fc.json({ depthSize: 'large', maxDepth: 6 }), (json) => {
      const rest = bodyValueLimit - 1 - count(JSON.parse(json));
      expect(judge(`[${json}${',0'.repeat(rest)}]`)).toBeUndefined();
      expect(judge(`[${json}${',0'.repeat(rest + 1)}]`)).toBeDefined();
    }),
    { numRuns: 100 },
  );
});

test('brackets in a text are text, and a text without an end ends with the body', () => {
  expect(judge(`"${'['.repeat(1_000)}"`)).toBeUndefined();
  expect(judge(`"${'\\"['.repeat(1_000)}`)).toBeUndefined();
  expect(judge('"\\')).toBeUndefined();
});

test('a body is judged before it is parsed, also if it is not JSON', () => {
  expect(parseBody(new TextEncoder().encode('['.repeat(500_000)))).toMatchObject({
    problem: { detail: expect.stringContaining('nested deeper') },
  });
});

test.each([' \n\t\r', ',', '"\\"', '1', '"x":', '[]'])(
  'a body of %j reads each byte a fixed number of times',
  (piece) => {
    const bytes = new TextEncoder().encode(piece.repeat(500));
    let reads = 0;
    const counting = new Proxy(bytes, {
      get(target, key) {
        if (key === 'length') return target.length;
        reads += 1;
        return Reflect.get(target, key);
      },
    });
    judgeExtent(counting);
    expect(reads).toBeLessThanOrEqual(3 * bytes.length);
  },
);
