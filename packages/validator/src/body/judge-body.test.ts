import { expect, test } from 'vitest';
import { judgeMediaType, parseBody } from './judge-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['application/json', undefined, true],
  ['Application/JSON; charset=utf-8', undefined, true],
  ['application/json', 'identity', true],
  ['application/json', 'gzip', false],
  ['text/plain', undefined, false],
  ['application/json+x', undefined, false],
  [undefined, undefined, false],
])('%s, %s: accepted %s', (type, encoding, accepted) => {
  const judged = judgeMediaType({ 'content-type': type, 'content-encoding': encoding });
  expect(judged?.code).toBe(accepted ? undefined : 'unsupported-media-type');
});

test('a body that is JSON gives its value', () => {
  expect(parseBody(bytes('{"a":[1]}'))).toEqual({ value: { a: [1] } });
  expect(parseBody(bytes('{"__proto__":{"x":1}}'))).toHaveProperty('value');
});

test('a body that is not JSON gives the position of the error', () => {
  expect(parseBody(bytes('{"a":}'))).toMatchObject({
    problem: { code: 'matched-template-not-found', detail: expect.stringContaining('position 5') },
  });
  expect(parseBody(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({
    problem: { detail: expect.stringContaining('not UTF-8 at byte 1') },
  });
});
