import { exchange, head } from '@cascade/repository/test-kit/vitest';
import { expect, test } from 'vitest';
import { validJson, withDemoService } from '../testing/demo-service.ts';

const service = withDemoService();

function padded(size: number): string {
  const body = validJson();
  return body + ' '.repeat(size - body.length);
}

test.each([
  '',
  '   ',
  '{',
  '}',
  '[}',
  '{"a"}',
  '{"a":1,}',
  '{"a":01}',
  '{"a":NaN}',
  "{'a':1}",
  '{"a":1}}',
  '{"a":"\\u12g4"}',
  '{"a":"b',
  '<xml/>',
  'requestId=1',
  '{"a":1} // comment',
  '\0',
  '{"🎉"🎉}',
  '[]',
  'null',
  '1',
  '"text"',
  'true',
])('%j is refused: not a JSON object', async (body) => {
  expect(await service.post(body)).toMatchObject({
    status: 400,
    type: 'application/problem+json',
    body: {
      title: 'matched-template-not-found',
      detail: expect.stringMatching(/^the body is not a JSON object/),
    },
  });
});

test.each([[[0x7b, 0x22, 0xff]], [[0x1f, 0x8b, 0x08]], [[0xff, 0xfe, 0x7b, 0]]])(
  'bytes that are not UTF-8 are told so: %j',
  async (bytes) => {
    expect((await service.post(new Uint8Array(bytes))).body).toMatchObject({
      detail: expect.stringContaining('not UTF-8'),
    });
  },
);

test('a byte order mark is passed over, __proto__ is a member like any other, the last of two counts', async () => {
  expect((await service.post(`\uFEFF${validJson()}`)).status).toBe(200);
  const odd = validJson().replace('{', '{"__proto__":{"cascadeId":1},"constructor":1,"cascadeId":1,');
  expect((await service.post(odd)).status).toBe(200);
});

test('a body of exactly 1 MiB is taken, one byte more is not, chunked or not', async () => {
  const stream = (size: number) => new Blob([padded(size)]).stream();
  expect((await service.post(padded(1_048_576))).status).toBe(200);
  expect((await service.post(padded(1_048_577))).body).toMatchObject({ title: 'payload-too-large' });
  expect((await service.post(stream(1_048_576))).status).toBe(200);
  expect((await service.post(stream(1_048_577))).body).toMatchObject({ title: 'payload-too-large' });
});

test.each(['gzip', 'br', 'deflate', 'identity, gzip'])('a body in %s is not taken', async (encoding) => {
  expect(await service.post(validJson(), { 'content-encoding': encoding })).toMatchObject({
    status: 415,
    body: { title: 'unsupported-media-type' },
  });
});

test.each([
  '',
  ';',
  'application',
  'text/plain',
  'application/json/x',
  '*',
  'é',
  'multipart/form-data; boundary=a',
])('the content type %j is not taken', async (type) => {
  const body = validJson();
  const lines = [`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  const bytes = head(...lines).replace('application/json', type) + body;
  expect(await exchange(service.url, bytes)).toMatch(/^HTTP\/1.1 415 .*unsupported-media-type/s);
});

test('of two content types the first counts', async () => {
  const body = validJson();
  const bytes =
    head('Content-Type: text/plain', `Content-Length: ${body.length}`, 'Connection: close') + body;
  expect(await exchange(service.url, bytes)).toMatch(/^HTTP\/1.1 200 /);
});

test('a body of half a million faults is answered', async () => {
  const content = { chattwoContent: { contentType: 'TEXT', text: 'x', buttons: Array(500_000).fill(0) } };
  const answer = await service.post(validJson({ cascadeId: 4010, content }));
  expect(answer).toMatchObject({ status: 400, body: { title: 'matched-template-not-found' } });
});

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const deepContent = (levels: number) =>
  validJson().replace('"contentType"', `"extra":${nested(levels)},"contentType"`);

test('100,000 levels of nesting are refused before they are parsed, wherever they are', async () => {
  const problemOf = { status: 400, body: { title: 'matched-template-not-found' } };
  for (const body of [
    '['.repeat(100_000),
    nested(100_000),
    validJson().replace('{', `{"extra":${nested(100_000)},`),
    deepContent(100_000),
  ])
    expect(await service.post(body)).toMatchObject({
      ...problemOf,
      body: { detail: 'the body must not be nested deeper than 100 levels' },
    });
  expect((await service.post(deepContent(97))).status).toBe(200);
  expect((await service.post(deepContent(98))).status).toBe(400);
});

test.each([
  ['/comment', 4_096, (comment: string) => ({ comment })],
  [
    '/subscriberFilter/address',
    1_024,
    (address: string) => ({ subscriberFilter: { address, type: 'PHONE' } }),
  ],
  ['/subscriberFilter/type', 64, (type: string) => ({ subscriberFilter: { address: '+12025550199', type } })],
])(
  '%s may have %i characters, since callbacks of the message hold it in memory',
  async (pointer, limit, part) => {
    expect((await service.post(validJson(part('x'.repeat(limit))))).status).toBe(200);
    expect(await service.post(validJson(part('x'.repeat(limit + 1))))).toMatchObject({
      status: 400,
      body: { title: 'matched-template-not-found', detail: expect.stringContaining(`${pointer}: `) },
    });
  },
);

test('a body may have 10,000 values, each of which is many times as large in memory', async () => {
  const body = (values: number) => {
    const extra = Array(values - 11).fill({});
    return validJson({ content: { smsContent: { contentType: 'TEXT', text: 'x', extra } } });
  };
  expect((await service.post(body(10_000))).status).toBe(200);
  expect(await service.post(body(10_001))).toMatchObject({
    status: 400,
    body: { title: 'matched-template-not-found', detail: 'the body must not have more than 10000 values' },
  });
});

test('what one request contains is never the fault of those that share its commit', async () => {
  const odd = [deepContent(90), deepContent(5_000), deepContent(50_000), validJson({ comment: '\0' })];
  const bodies = [
    ...Array.from({ length: 20 }, () => validJson()),
    ...odd,
    ...Array.from({ length: 20 }, () => validJson()),
  ];
  const answers = await Promise.all(bodies.map((body) => service.post(body)));
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array(20).fill(200),
    200,
    400,
    400,
    400,
    ...Array(20).fill(200),
  ]);
});

test.each(['x'.repeat(256), '../../etc', "'; drop table cascade.messages; --"])(
  'any request id that an account may use is taken: %j',
  async (requestId) => {
    const answer = await service.post(validJson({ requestId }), { 'x-api-key': 'lenient-key' });
    expect(answer).toMatchObject({ status: 200 });
  },
);

test.each(['a\0b', '\ud800'])(
  'a request id that cannot be echoed as sent is refused: %j',
  async (requestId) => {
    const answer = await service.post(validJson({ requestId }), { 'x-api-key': 'lenient-key' });
    expect(answer).toMatchObject({ status: 400, body: { title: 'matched-template-not-found' } });
  },
);
