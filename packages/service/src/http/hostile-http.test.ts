import { once } from 'node:events';
import { METHODS } from 'node:http';
import { text } from 'node:stream/consumers';
import { chunk, connectTo, exchange, head, statusesOf } from '@cascade/repository/test-kit/vitest';
import { problemCodes } from '@cascade/types';
import { expect, test } from 'vitest';
import { validJson, withDemoService } from '../testing/demo-service.ts';

const service = withDemoService();

test('a chunked body is read', async () => {
  const body = validJson();
  const chunks = `${chunk(body.slice(0, 7)) + chunk(body.slice(7))}0\r\n\r\n`;
  const received = await exchange(
    service.url,
    head('Transfer-Encoding: chunked', 'Connection: close') + chunks,
  );
  expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test('a body that says it is too large is refused before it is sent', async () => {
  const received = await exchange(service.url, head('Content-Length: 1048577'));
  expect(received).toMatch(/^HTTP\/1.1 413 /);
  expect(received).toMatch(/connection: close/i);
  expect(received).toContain('"title":"payload-too-large"');
});

test.each([
  ['POST', '413', 'payload-too-large'],
  ['GET', '405', 'method-not-allowed'],
])('an endless body of a %s gets its answer and then the end of the connection', async (method, status) => {
  const socket = await connectTo(service.url);
  const closed = new Promise((resolve) => void socket.on('error', resolve).on('close', resolve));
  socket.write(head('Transfer-Encoding: chunked').replace('POST', method));
  const piece = chunk('x'.repeat(65_536));
  const keepWriting = () => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', keepWriting);
  };
  keepWriting();
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  socket.resume();
  await closed;
});

test.each([
  ['of a length that it tells', ['Content-Length: 4194304'], 'x'.repeat(4_194_304)],
  ['of a length that it does not tell', ['Transfer-Encoding: chunked'], chunk('x'.repeat(65_536)).repeat(64)],
])(
  'a client that reads its answer only after it has sent a body %s still gets it',
  async (_what, lines, body) => {
    const socket = await connectTo(service.url);
    socket.write(head(...lines));
    await new Promise((resolve) => void socket.write(body, resolve));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /);
  },
);

test('a Content-Length that is too long, and the end of what is sent, is a bad request', async () => {
  const socket = await connectTo(service.url);
  socket.end(`${head('Content-Length: 100')}{"requestId":`);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*matched-template-not-found/s);
});

test('a Content-Length that is too short cuts the body, and the rest is refused as a request', async () => {
  const received = await exchange(service.url, `${head('Content-Length: 10')}${validJson()}`);
  expect(statusesOf(received)).toStrictEqual(['400', '400']);
  expect(received).toMatch(/unexpected end.*not HTTP/s);
});

test('100 Continue is sent when the body is wanted', async () => {
  const body = validJson();
  const socket = await connectTo(service.url);
  socket.write(head('Expect: 100-continue', `Content-Length: ${body.length}`, 'Connection: close'));
  const [go] = await once(socket, 'data');
  expect(String(go)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(body);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test.each([
  ['413', 'payload-too-large', head('Content-Length: 9999999', 'Expect: 100-continue')],
  [
    '415',
    'unsupported-media-type',
    head('Content-Length: 10', 'Content-Encoding: gzip', 'Expect: 100-continue'),
  ],
  ['401', 'auth-error', head('Content-Length: 10', 'Expect: 100-continue').replace('demo-key', 'other')],
  ['404', 'not-found', head('Content-Length: 10', 'Expect: 100-continue').replace('schedule', 'nothing')],
])('100 Continue is not sent where %s %s is the answer', async (status, title, bytes) => {
  const received = await exchange(service.url, bytes);
  expect(statusesOf(received)).toStrictEqual([status]);
  expect(received).toContain(`"title":"${title}"`);
});

test('another expectation is passed over', async () => {
  const body = validJson();
  const bytes = head('Expect: nothing', `Content-Length: ${body.length}`, 'Connection: close') + body;
  expect(await exchange(service.url, bytes)).toMatch(/^HTTP\/1.1 200 /);
});

test.each(METHODS.filter((method) => method !== 'POST'))('%s is not allowed', async (method) => {
  const ask = (path: string) =>
    exchange(service.url, `${method} ${path} HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n`);
  const known = await ask('/api/cascade/schedule');
  expect(known).toMatch(/^HTTP\/1.1 405 /);
  expect(known).toMatch(/allow: POST\r\n/i);
  expect(await ask('/api/cascade/nothing')).toMatch(/^HTTP\/1.1 404 /);
});

test.each([
  ['//api/cascade/schedule'],
  ['/api//cascade/schedule'],
  ['/api/cascade/schedule/'],
  ['/api/cascade/%73chedule'],
  ['/api%2Fcascade/schedule'],
  ['/API/cascade/schedule'],
  ['/api/cascade/./schedule'],
  ['/api/cascade/schedule;x'],
  ['/api/cascade/schedule%00'],
  ['/api/%zz'],
  ['/'],
  ['*'],
  ['/__proto__'],
  ['/constructor'],
])('%s is another URL', async (path) => {
  const request = head('Content-Length: 2', 'Connection: close').replace('/api/cascade/schedule', path);
  const received = await exchange(service.url, `${request}{}`);
  expect(received).toMatch(/^HTTP\/1.1 404 /);
  expect(received).toContain('"title":"not-found"');
});

test.each(['/api/cascade/schedule?', '/api/cascade/schedule?a=%zz', 'http://service/api/cascade/schedule'])(
  '%s is the operation',
  async (target) => {
    const body = validJson();
    const request = head(`Content-Length: ${body.length}`, 'Connection: close');
    expect(await exchange(service.url, request.replace('/api/cascade/schedule', target) + body)).toMatch(
      /^HTTP\/1.1 200 /,
    );
  },
);

test.each([
  ['CONNECT shop.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', '404', 'not-found'],
  ['CONNECT /api/cascade/schedule HTTP/1.1\r\nHost: a\r\n\r\n', '405', 'method-not-allowed'],
  ['BREW / HTTP/1.1\r\nHost: a\r\n\r\n', '404', 'not-found'],
  ['post /api/cascade/schedule HTTP/1.1\r\nHost: a\r\n\r\n', '405', 'method-not-allowed'],
  ['BREW /api/cascade/schedule\r\n\r\n', '400', 'matched-template-not-found'],
  ['\x16\x03\x01 a TLS greeting\r\n\r\n', '400', 'matched-template-not-found'],
  [head('Content-Length: 1', 'Transfer-Encoding: chunked'), '400', 'matched-template-not-found'],
  [head('Content-Length: 1', 'Content-Length: 2'), '400', 'matched-template-not-found'],
  [head('Content-Length: -1'), '400', 'matched-template-not-found'],
  [head('Content-Length: 1e3'), '400', 'matched-template-not-found'],
  [head('x-a: b\0c'), '400', 'matched-template-not-found'],
  [head('a header'), '400', 'matched-template-not-found'],
  [`${head('Transfer-Encoding: chunked')}zz\r\n`, '400', 'matched-template-not-found'],
  [head('x-api-key: demo-key', 'Content-Length: 0', 'Connection: close'), '401', 'auth-error'],
  [head('x-api-key: other', 'Content-Length: 0', 'Connection: close'), '401', 'auth-error'],
  [head('Content-Encoding: a', 'Content-Encoding: b', 'Connection: close'), '415', 'unsupported-media-type'],
])('%j is answered with %s %s', async (bytes, status, title) => {
  const received = await exchange(service.url, bytes);
  expect(statusesOf(received)).toStrictEqual([status]);
  expect(received).toContain(`"title":"${title}"`);
});

test('HTTP/1.0 is answered without a Host; HTTP/1.1 must have one, and not two', async () => {
  const body = validJson();
  const bytes = head(`Content-Length: ${body.length}`) + body;
  const noHost = bytes.replace('Host: provider\r\n', '');
  expect(await exchange(service.url, noHost.replace('HTTP/1.1', 'HTTP/1.0'))).toMatch(/^HTTP\/1.1 200 /);
  for (const wrong of [noHost, bytes.replace('Host:', 'Host: a\r\nhost:')]) {
    const received = await exchange(service.url, wrong);
    expect(received).toMatch(/^HTTP\/1.1 400 .*problem\+json/s);
    expect(received).toMatch(/^connection: close\r$/im);
    expect(received).toMatch(/"title":"matched-template-not-found".*Host: must be sent once, found [02]/);
  }
});

test('headers of more than 16 KiB are refused', async () => {
  const received = await exchange(service.url, head(`x-long: ${'a'.repeat(20_000)}`));
  expect(received).toMatch(/^HTTP\/1.1 431 .*problem\+json.*"title":"request-header-fields-too-large"/s);
});

test('chunks with extensions of more than 16 KiB are refused', async () => {
  const received = await exchange(
    service.url,
    `${head('Transfer-Encoding: chunked')}1;${'a'.repeat(20_000)}\r\nx\r\n`,
  );
  expect(received).toMatch(/^HTTP\/1.1 413 .*problem\+json.*"title":"payload-too-large"/s);
});

test('a client that closes its side after its requests gets their answers, and the connection ends', async () => {
  const body = validJson();
  const one = head(`Content-Length: ${body.length}`) + body;
  const socket = await connectTo(service.url);
  socket.end(one + one);
  expect(statusesOf(await text(socket))).toEqual(['200', '400']);
});

test('a client that closes its side without a request leaves no connection', async () => {
  const socket = await connectTo(service.url);
  socket.end();
  expect(await text(socket)).toBe('');
});

test('an offer to change the protocol is passed over', async () => {
  const body = validJson();
  const lines = ['Connection: Upgrade, close', 'Upgrade: websocket', `Content-Length: ${body.length}`];
  expect(await exchange(service.url, head(...lines) + body)).toMatch(/^HTTP\/1.1 200 /);
});

test('pipelined requests are answered in order', async () => {
  const body = validJson();
  const one = head(`Content-Length: ${body.length}`) + body;
  const received = await exchange(service.url, one + one + head('Connection: close', 'Content-Length: 0'));
  expect(statusesOf(received)).toStrictEqual(['200', '400', '400']);
  expect(received).toMatch(/requestId-is-not-unique.*not a JSON object/s);
});

test('200 connections at once are all served', async () => {
  const bytes = Array.from({ length: 200 }, () => {
    const body = validJson();
    return head(`Content-Length: ${body.length}`, 'Connection: close') + body;
  });
  const answers = await Promise.all(bytes.map((one) => exchange(service.url, one)));
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))).toHaveLength(200);
});

test('connections that are reset at any moment do no harm', async () => {
  const body = validJson();
  for (const bytes of [
    '',
    'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    head('Content-Length: 100'),
    `${head('Content-Length: 100')}{"requestId":`,
    head('Content-Length: 100', 'Expect: 100-continue'),
    '\x16\x03\r\n\r\n',
    head(`Content-Length: ${body.length}`) + body,
    head('Content-Length: 9999999'),
    `${head('Transfer-Encoding: chunked')}${chunk('x'.repeat(65_536)).repeat(20)}`,
  ]) {
    const socket = await connectTo(service.url);
    socket.write(bytes, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  expect((await service.post(validJson())).status).toBe(200);
});

test('whatever was asked for, metrics know the operations of the API, and other', async () => {
  const page = await (await fetch(`${service.operationsUrl}/metrics`)).text();
  const labels = (name: string) =>
    new Set([...page.matchAll(new RegExp(`${name}="([^"]*)"`, 'g'))].map(([, value]) => value));
  expect(labels('operation')).toEqual(new Set(['/api/cascade/schedule', 'other']));
  const codes = new Set<string | undefined>([...problemCodes(), '', 'other']);
  expect([...labels('code')].filter((code) => !codes.has(code))).toEqual([]);
  for (const status of [400, 413, 431])
    expect(page).toMatch(
      new RegExp(`^cascade_http_requests_total\\{operation="[^"]+",status="${status}"`, 'm'),
    );
});
