import { expect, test } from 'vitest';
import { type Preferences, readPreferences } from '../request.ts';

test.each<[string | string[] | undefined, Preferences]>([
  [undefined, {}],
  ['', {}],
  ['code=400', { code: '400' }],
  ['code=400, example=text-not-specified', { code: '400', example: 'text-not-specified' }],
  ['Code=400,EXAMPLE=a', { code: '400', example: 'a' }],
  ['code = 400 , example = "a"', { code: '400', example: 'a' }],
  ['example="a, b; c=\\"d\\"", code=400', { example: 'a, b; c="d"', code: '400' }],
  ["example=request-doesn't-contain", { example: "request-doesn't-contain" }],
  ['code=400; strict=1; code=500, code=503', { code: '400' }],
  ['respond-async, wait=10', {}],
  ['callback=DELIVERED', { callback: 'DELIVERED' }],
  ['code', { code: '' }],
  [['code=400', 'example=a'], { code: '400', example: 'a' }],
  [',,=,"', {}],
  ['__proto__=1, constructor=2', {}],
])('%j', (header, expected) => {
  expect(readPreferences(header)).toStrictEqual(expected);
});
