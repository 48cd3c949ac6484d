import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { chunk, connectTo, exchange, head } from '@cascade/repository/test-kit/vitest';
import { expect, test } from 'vitest';
import { send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

const validJson = () => JSON.stringify(validBody());
const statusesOf = (received: string) =>
  received.match(/(?<=^|\n|})HTTP\/1\.1 [0-9]{3}/g)?.map((line) => line.slice(-3));

test('a chunked body is read', async () => {
  const { url } = await startForTest();
  const body = validJson();
  const chunks = `${chunk(body.slice(0, 7)) + chunk(body.slice(7))}0\r\n\r\n`;
  const received = await exchange(url, head('Transfer-Encoding: chunked', 'Connection: close') + chunks);
  expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test('a body that declares too large a length is rejected before it is sent', async () => {
  const { url } = await startForTest();
  const received = await exchange(url, head('Content-Length: 1048577'));
  expect(received).toMatch(/^HTTP\/1.1 413 /);
  expect(received).toMatch(/connection: close/i);
  expect(received).toContain('"title":"payload-too-large"');
});

test('a body of exactly 1 MiB is accepted, one byte more is not, chunked or not', async () => {
  const { url } = await startForTest();
  const padded = (size: number) => {
    const body = validJson();
    return body + ' '.repeat(size - body.length);
  };
  expect((await send(url, { body: padded(1_048_576) })).status).toBe(200);
  expect((await send(url, { body: padded(1_048_577) })).status).toBe(413);
  const stream = (size: number) => new Blob([padded(size)]).stream();
  const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };
  const post = (size: number) =>
    fetch(`${url}/api/cascade/schedule`, { method: 'POST', headers, body: stream(size), duplex: 'half' });
  expect((await post(1_048_576)).status).toBe(200);
  expect((await post(1_048_577)).status).toBe(413);
});

test('an endless body gets its answer, then the connection closes', async () => {
  const { url } = await startForTest();
  const socket = await connectTo(url);
  const closed = new Promise((resolve) => void socket.on('error', resolve).on('close', resolve));
  socket.write(head('Transfer-Encoding: chunked'));
  const piece = chunk('x'.repeat(65_536));
  const keepWriting = () => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', keepWriting);
  };
  keepWriting();
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1.1 413 /);
  socket.resume();
  await closed;
});

test.each([
  ['with Content-Length', ['Content-Length: 4194304'], 'x'.repeat(4_194_304)],
  ['without Content-Length', ['Transfer-Encoding: chunked'], chunk('x'.repeat(65_536)).repeat(64)],
])(
  'a client that reads its answer only after sending a body %s still gets it',
  async (_what, lines, body) => {
    const { url } = await startForTest();
    const socket = await connectTo(url);
    socket.write(head(...lines));
    await new Promise((resolve) => void socket.write(body, resolve));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /);
  },
);

test('100 Continue is sent when the body is read', async () => {
  const { url } = await startForTest();
  const body = validJson();
  const socket = await connectTo(url);
  socket.write(head('Expect: 100-continue', `Content-Length: ${body.length}`, 'Connection: close'));
  const [go] = await once(socket, 'data');
  expect(String(go)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(body);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test.each([
  ['413', ['Content-Length: 9999999']],
  ['415', ['Content-Length: 10', 'Content-Encoding: gzip']],
])('100 Continue is not sent where %s is the answer', async (status, lines) => {
  const { url } = await startForTest();
  const received = await exchange(url, head('Expect: 100-continue', ...lines));
  expect(statusesOf(received)).toStrictEqual([status]);
});

test('another expectation is ignored', async () => {
  const { url } = await startForTest();
  const body = validJson();
  const received = await exchange(
    url,
    head('Expect: nothing', `Content-Length: ${body.length}`, 'Connection: close') + body,
  );
  expect(received).toMatch(/^HTTP\/1.1 200 /);
});

test('pipelined requests are answered in order', async () => {
  const { url } = await startForTest();
  const body = validJson();
  const one = head(`Content-Length: ${body.length}`) + body;
  const received = await exchange(url, one + one + head('Connection: close', 'Content-Length: 0'));
  expect(statusesOf(received)).toStrictEqual(['200', '400', '400']);
  expect(received).toMatch(/requestId-is-not-unique.*not a JSON object/s);
});

test.each([
  ['CONNECT shop.example:443 HTTP/1.1\r\nHost: mock\r\n\r\n', '404', 'not-found'],
  ['CONNECT /api/cascade/schedule HTTP/1.1\r\nHost: mock\r\n\r\n', '405', 'method-not-allowed'],
  ['OPTIONS * HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n', '404', 'not-found'],
  [
    'POST http://mock/api/cascade/schedule HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n',
    '401',
    'auth-error',
  ],
  ['POST /api/%zz HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n', '404', 'not-found'],
  ['BREW / HTTP/1.1\r\nHost: mock\r\n\r\n', '404', 'not-found'],
  ['\x16\x03\x01 a TLS greeting\r\n\r\n', '400', 'matched-template-not-found'],
  [
    'POST / HTTP/1.1\r\nHost: mock\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    '400',
    'matched-template-not-found',
  ],
  ['POST / HTTP/1.1\r\nHost: mock\r\nContent-Length: -1\r\n\r\n', '400', 'matched-template-not-found'],
])('%j is answered with %s %s', async (bytes, status, title) => {
  const { url } = await startForTest();
  const received = await exchange(url, bytes);
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(received).toContain(`"title":"${title}"`);
});

test('an offer to upgrade the protocol is ignored', async () => {
  const { url } = await startForTest();
  const body = validJson();
  const lines = ['Connection: Upgrade, close', 'Upgrade: websocket', `Content-Length: ${body.length}`];
  expect(await exchange(url, head(...lines) + body)).toMatch(/^HTTP\/1.1 200 /);
});

test('headers of more than 16 KiB are rejected', async () => {
  const { url } = await startForTest();
  expect(await exchange(url, head(`x-long: ${'a'.repeat(20_000)}`))).toMatch(
    /^HTTP\/1.1 431 .*"title":"request-header-fields-too-large"/s,
  );
});

test.each([
  ['headers', 'POST /api/cascade/schedule HTTP/1.1\r\nHost: m'],
  ['a body', `${head('Content-Length: 100')}{"requestId":`],
])('a client that never finishes %s times out', async (_what, beginning) => {
  const { url } = await startForTest({
    headersTimeoutInMilliseconds: 50,
    requestTimeoutInMilliseconds: 100,
  });
  expect(await exchange(url, beginning)).toMatch(/^HTTP\/1.1 408 /);
});

test('a client that disconnects in the middle of its body leaves one line in the log', async () => {
  let logged: (line: string) => void = () => {};
  const line = new Promise<string>((resolve) => {
    logged = resolve;
  });
  const mock = await startForTest({ log: (text) => logged(text) });
  const socket = await connectTo(mock.url);
  socket.write(head('Content-Length: 100', 'Expect: 100-continue'));
  await once(socket, 'data');
  socket.destroy();
  expect(await line).toMatch(/POST \/api\/cascade\/schedule gone - [0-9]+ ms\n$/);
  logged = () => {};
  expect((await send(mock.url, { body: validBody() })).status).toBe(200);
});

test('the mock survives connections that are reset at any moment', async () => {
  const mock = await startForTest();
  const body = validJson();
  const beginnings = [
    '',
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    head('Content-Length: 100'),
    '\x16\x03\r\n\r\n',
  ];
  for (const bytes of [
    ...beginnings,
    head(`Content-Length: ${body.length}`) + body,
    head('Content-Length: 9999999'),
  ]) {
    const socket = await connectTo(mock.url);
    socket.write(bytes, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  expect((await send(mock.url, { body: validBody() })).status).toBe(200);
});

test('200 connections at once are all served', async () => {
  const { url } = await startForTest();
  const answers = await Promise.all(Array.from({ length: 200 }, () => send(url, { body: validBody() })));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test('a body of half a million faults is answered in time', async () => {
  const { url } = await startForTest();
  const content = { chattwoContent: { contentType: 'TEXT', text: 'x', buttons: Array(500_000).fill(0) } };
  const answer = await send(url, { body: { ...validBody(), cascadeId: 4010, content } });
  expect(answer).toMatchObject({ status: 400, body: { title: 'matched-template-not-found' } });
});
