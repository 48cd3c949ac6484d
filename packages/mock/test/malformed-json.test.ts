import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, validBody } from './support/send.ts';
import { start, type TestMock } from './support/start.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await start();
});
afterAll(() => mock.close());

const sendBytes = async (body: string | Uint8Array<ArrayBuffer>) => {
  const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };
  const answer = await fetch(`${mock.url}/api/cascade/schedule`, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
};

const bytes = (...values: number[]) => new Uint8Array(values);

test.each<[string | Uint8Array<ArrayBuffer>, string]>([
  ['', 'unexpected end at position 0'],
  ['   ', 'unexpected end at position 3'],
  ['{', 'unexpected end at position 1'],
  ['[', 'unexpected end at position 1'],
  ['}', 'unexpected "}" at position 0'],
  ['{]', 'unexpected "]" at position 1'],
  ['[}', 'unexpected "}" at position 1'],
  ['{"a"}', 'unexpected "}" at position 4'],
  ['{"a":}', 'unexpected "}" at position 5'],
  ['{"a":1,}', 'unexpected "}" at position 7'],
  ['{"a":1 "b":2}', 'unexpected "\\"" at position 7'],
  ['{"a":1}}', 'unexpected "}" at position 7'],
  ['{"a":1} {"b":2}', 'unexpected "{" at position 8'],
  ['{a:1}', 'unexpected "a" at position 1'],
  ["{'a':1}", 'unexpected "\'" at position 1'],
  ['{,}', 'unexpected "," at position 1'],
  ['[1,]', 'unexpected "]" at position 3'],
  ['[1 2]', 'unexpected "2" at position 3'],
  ['[1;2]', 'unexpected ";" at position 2'],
  ['{"a":01}', 'unexpected "1" at position 6'],
  ['{"a":+1}', 'unexpected "+" at position 5'],
  ['{"a":.5}', 'unexpected "." at position 5'],
  ['{"a":1.}', 'unexpected "." at position 6'],
  ['{"a":NaN}', 'unexpected "N" at position 5'],
  ['{"a":undefined}', 'unexpected "u" at position 5'],
  ['{"a":True}', 'unexpected "T" at position 5'],
  ['{"a":"b', 'unexpected end at position 7'],
  ['{"a":"b\n"}', 'unexpected "\\n" at position 7'],
  ['{"a":"\\x"}', 'unexpected "x" at position 7'],
  ['{"a":"\\u12g4"}', 'unexpected "1" at position 8'],
  ['{"a":1} // comment', 'unexpected "/" at position 8'],
  ['/* comment */ {}', 'unexpected "/" at position 0'],
  ['<xml/>', 'unexpected "<" at position 0'],
  ['requestId=1', 'unexpected "r" at position 0'],
  ['{"a":\u00a01}', 'unexpected "\u00a0" at position 5'],
  ['{"🎉"🎉}', 'unexpected "🎉" at position 5'],
  ['{\n  "a": 1,\n  "b" 2\n}', 'unexpected "2" at position 18 (line 3, column 7)'],
  [bytes(0x7b, 0x22, 0xff), 'not UTF-8 at byte 2'],
  [bytes(0x22, 0xef, 0xbf, 0xbd, 0xc3, 0x28, 0x22), 'not UTF-8 at byte 4'],
  [bytes(0x1f, 0x8b, 0x08), 'not UTF-8 at byte 1'],
  [bytes(0xff, 0xfe, 0x7b, 0x00), 'not UTF-8 at byte 0'],
])('%j is answered with the position of the error', async (text, place) => {
  const { status, body } = await sendBytes(text);
  expect(status).toBe(400);
  expect(body).toStrictEqual({
    title: 'matched-template-not-found',
    status: 400,
    detail: expect.stringContaining(`the body is not a JSON object: ${place}`),
  });
});

test.each([['[]'], ['null'], ['1'], ['"text"'], ['true']])('%s is JSON, but not an object', async (text) => {
  const { status, body } = await sendBytes(text);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    title: 'matched-template-not-found',
    detail: 'the body is not a JSON object',
  });
});

test('100,000 levels are refused, closed or not, wherever they are', async () => {
  const levels = 100_000;
  const deep = '{"a":'.repeat(levels) + 1 + '}'.repeat(levels);
  const beside = JSON.stringify(validBody()).replace(/}$/, `,"extra":${deep}}`);
  for (const body of ['['.repeat(levels), '['.repeat(levels) + ']'.repeat(levels), beside])
    expect(await sendBytes(body)).toMatchObject({
      status: 400,
      body: { detail: 'the body must not be nested deeper than 100 levels' },
    });
});

test('a registration with a list beside the address is echoed without it', async () => {
  const body = { statusCallbackUrl: 'https://receiver.example', extra: [[[]]] };
  const answer = await send(mock.url, { path: '/api/callback/set', body });
  expect(answer.body).toStrictEqual({ statusCallbackUrl: 'https://receiver.example' });
});

test('a byte order mark is ignored', async () => {
  expect((await sendBytes(`\uFEFF${JSON.stringify(validBody())}`)).status).toBe(200);
});

test('__proto__ in a body is a member like any other', async () => {
  const body = JSON.stringify(validBody()).replace('{', '{"__proto__":{"cascadeId":1},"constructor":1,');
  expect((await sendBytes(body)).status).toBe(200);
});

test('the last of repeated members counts', async () => {
  const body = JSON.stringify(validBody()).replace('{', '{"cascadeId":1,');
  expect((await sendBytes(body)).status).toBe(200);
});
