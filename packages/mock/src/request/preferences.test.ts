import { expect, test } from 'vitest';
import { readPreferences } from '../request.ts';

test.each<[string | string[] | undefined, object]>([
  [undefined, {}],
  ['', {}],
  ['code=400', { code: '400' }],
  ['code=400, example=text-not-specified', { code: '400', example: 'text-not-specified' }],
  ['Code=400,EXAMPLE=a', { code: '400', example: 'a' }],
  ['code = 400 , example = "a"', { code: '400', example: 'a' }],
  ['example="a, b; c=\\"d\\"", code=400', { example: 'a, b; c="d"', code: '400' }],
  ["example=request-doesn't-contain", { example: "request-doesn't-contain" }],
  ['code=400, code=503', { code: '400' }],
  ['delay=2.5, code=503', { delay: 2.5, code: '503' }],
  ['delay=0', { delay: 0 }],
  ['callback=DELIVERED', { callback: 'DELIVERED' }],
  ['code', { code: '' }],
  [['code=400', 'example=a'], { code: '400', example: 'a' }],
])('%j', (header, expected) => {
  expect(readPreferences(header)).toStrictEqual(expected);
});

test.each([
  ['respond-async, wait=10', 'respond-async is not understood, only code, example, callback, delay'],
  ['dealy=1', 'dealy is not understood, only code, example, callback, delay'],
  ['code=400; strict=1', '; strict=1 behind code is not understood, a comma separates preferences'],
  ['code=400 delay=1', 'delay=1 behind code is not understood, a comma separates preferences'],
  ['delay', 'the delay  is not understood, only seconds from 0 to 60'],
  ['delay=1s', 'the delay 1s is not understood, only seconds from 0 to 60'],
  ['delay=61', 'the delay 61 is not understood, only seconds from 0 to 60'],
  ['delay=-1', 'the delay -1 is not understood, only seconds from 0 to 60'],
  [',,=,"', '= is not understood, only code, example, callback, delay'],
  ['__proto__=1, constructor=2', '__proto__ is not understood, only code, example, callback, delay'],
])('%j is not understood, and says what is', (header, unknown) => {
  expect(readPreferences(header)).toStrictEqual({ unknown });
});
