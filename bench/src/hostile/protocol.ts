import { type Attack, marks, message, one, paths, requestBytes } from './shot.ts';

const methods = [
  'GET',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'HEAD',
  'M-SEARCH',
];
const oddMethods = ['post', 'POSTT', 'P OST', '', 'GET\u0000', '\u00e9'];
const targets = [
  '/',
  '//api/cascade/schedule',
  '/api/cascade/schedule/',
  '/API/CASCADE/SCHEDULE',
  '/api/cascade/schedule%00',
  '/api/cascade/%73chedule',
  '/api/../api/cascade/schedule',
  '/api/%2e%2e/cascade/schedule',
  '/..%2f..%2fetc/passwd',
  '/%',
  '/%ff%fe',
  '*',
  'http://evil.example/api/cascade/schedule',
  'https://127.0.0.1:22/',
  'evil.example:443',
  '/metrics',
  '/healthz',
  '/__proto__',
  `/${'a'.repeat(12_000)}`,
  `/api/cascade/schedule?key=${marks.key}`,
  '/api/cascade/schedule;a=b',
  '\\api\\cascade',
  '/api/cascade/schedule#x',
];
const lines = [
  ['Content-Length: 5'],
  ['Content-Length: -1'],
  ['Content-Length: 99999999999999999999'],
  ['Content-Length: 0x10'],
  ['Transfer-Encoding: chunked'],
  ['Transfer-Encoding: gzip, chunked'],
  ['Transfer-Encoding: identity'],
  ['Host: other'],
  ['Host: a, b'],
  ['Expect: 100-continue'],
  ['Expect: miracles'],
  ['Content-Encoding: gzip'],
  ['Content-Type: text/plain'],
  ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
  ['Upgrade: websocket', 'Connection: Upgrade'],
  [`X-Big: ${'x'.repeat(30_000)}`],
  Array.from({ length: 3_000 }, (_, at) => `X-${at}: 1`),
  ['X-Bad\u0000: 1'],
  [' folded: line'],
  ['NoColon'],
  ['X-Api-Key: second'],
  ['traceparent: 00-zz-zz-01'],
  ['Accept: application/xml'],
  ['Accept-Encoding: gzip;q=0'],
  ['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: evil'],
];
const chunkTails = [
  'ffffffffffffffff\r\n',
  '-1\r\nx\r\n0\r\n\r\n',
  'g\r\n',
  '5\r\nab\r\n0\r\n\r\n',
  '0\r\nX-Trailer: 1\r\n\r\n',
  `1;${'e'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  '2\n{}\n0\n\n',
  `${'1\r\n \r\n'.repeat(3_000)}0\r\n\r\n`,
  '\r\n\r\n\r\n',
];
const rawBytes = [
  Buffer.from('\r\n'.repeat(200)),
  Buffer.from('GET\r\n\r\n'),
  Buffer.from('GET /\r\n\r\n'),
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0x16, 3, 1, 0, 0xa5, 1, 0, 0, 0xa1, 3, 3]),
  Buffer.from([5, 1, 0]),
  Buffer.from('POST /api/cascade/schedule HTTP/1.1\n\n'),
  Buffer.from('POST /api/cascade/schedule HTTP/9.9\r\nHost: a\r\n\r\n'),
  Buffer.from('POST /api/cascade/schedule HTTP/1.0\r\n\r\n'),
  Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  Buffer.from('EHLO mail\r\n'),
];

/** Attacks by the protocol around the body. */
export const protocol: Readonly<Record<string, Attack>> = {
  methods(material) {
    const { dice } = material;
    const method = dice.pick([...methods, ...oddMethods]);
    const target = dice.pick(Object.values(paths));
    const isKnown = methods.includes(method);
    const body = method === 'TRACE' || dice.random() < 0.5 ? '' : JSON.stringify(message(dice));
    return one(
      material,
      { method, target, body },
      { answers: isKnown ? 1 : 0, withoutBodies: method === 'HEAD' },
    );
  },
  CONNECT: (material) => one(material, { method: 'CONNECT', target: '127.0.0.1:22' }, { answers: 0 }),
  targets: (material) =>
    one(
      material,
      { target: material.dice.pick(targets), body: JSON.stringify(message(material.dice)) },
      // A target may be an odd spelling of the right one.
      { mayBe200: true },
    ),
  headers(material) {
    const { dice } = material;
    const without = dice.random() < 0.5 ? [] : [dice.pick(['host', 'key', 'type', 'length'])];
    return one(
      material,
      { lines: dice.pick(lines), without, body: JSON.stringify(message(dice)) },
      // Without a length there is no body; with two, the server may close.
      { mayBe200: true, answers: 0, end: 'half-close' },
    );
  },
  chunks(material) {
    const { dice } = material;
    const head = requestBytes(material.attacker, {
      lines: ['Transfer-Encoding: chunked'],
      without: ['length'],
    });
    const tail = Buffer.from(dice.pick(chunkTails));
    return one(material, {}, { pieces: [head, tail], answers: 0, end: 'half-close' });
  },
  pipelining(material) {
    const { dice } = material;
    const count = 2 + dice.upTo(18);
    const requests = Array.from({ length: count }, (_, at) =>
      requestBytes(material.attacker, {
        body: dice.random() < 0.5 ? JSON.stringify(message(dice)) : '{"requestId":5}',
        close: at === count - 1,
      }),
    );
    return one(
      material,
      {},
      { pieces: [Buffer.concat(requests)], answers: count, requests: count, mayBe200: true },
    );
  },
  'slow bodies': (material) => {
    const { dice } = material;
    const bytes = requestBytes(material.attacker, { body: JSON.stringify(message(dice)) });
    const cuts = Array.from({ length: 1 + dice.upTo(6) }, () => dice.upTo(bytes.length)).sort(
      (a, b) => a - b,
    );
    const pieces = [0, ...cuts].flatMap((cut, at) => [
      bytes.subarray(cut, cuts[at] ?? bytes.length),
      dice.upTo(250),
    ]);
    const isWhole = dice.random() < 0.6;
    return one(
      material,
      {},
      {
        pieces: isWhole ? pieces : pieces.slice(0, -2),
        answers: isWhole ? 1 : 0,
        ...(!isWhole && { end: dice.pick(['reset', 'half-close'] as const) }),
        mayBe200: true,
      },
    );
  },
  'half-close': (material) =>
    one(material, { body: JSON.stringify(message(material.dice)) }, { end: 'half-close', mayBe200: true }),
  'broken off': (material) => {
    const { dice } = material;
    const bytes = requestBytes(material.attacker, { body: JSON.stringify(message(dice)) });
    return one(
      material,
      {},
      {
        pieces: [bytes.subarray(0, dice.upTo(bytes.length))],
        answers: 0,
        end: 'reset',
        mayBe200: true,
      },
    );
  },
  'raw bytes': (material) => {
    const { dice } = material;
    const bytes = dice.random() < 0.5 ? dice.bytes(1 + dice.upTo(3_000)) : dice.pick(rawBytes);
    return one(material, {}, { pieces: [bytes], answers: 0, end: 'half-close' });
  },
  operations(material) {
    const { dice } = material;
    const target = dice.pick([
      '/metrics',
      '/healthz',
      '/readyz',
      '/gateway/receipts',
      '/',
      '/../metrics',
      '/%',
      '/a',
    ]);
    const method = dice.pick(['GET', 'POST', 'PUT', 'DELETE']);
    const body = dice.pick(['', '{}', '[', 'x'.repeat(2_000_000), JSON.stringify(message(dice))]);
    return one(
      material,
      { method, target, body },
      { where: 'operations', mayBe200: true, answers: body.length > 1e6 ? 0 : 1 },
    );
  },
};
