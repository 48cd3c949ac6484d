import { type Attack, type Dice, type Material, marks, message, one, paths, requestBytes } from './shot.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Values that no schema expects. */
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  9007199254740992,
  2147483648,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\uffff',
  '\u202e\u0000',
  '🎉'.repeat(50),
  '__proto__',
  'constructor',
  "'; drop table cascade.messages; --",
  '%s%n%x',
  '<script>',
  '../../etc/passwd',
  [],
  [[]],
  {},
  { length: 1e9 },
  { toString: 1 },
  [null],
  'x'.repeat(10_000),
];

/** JSON texts of numbers that JavaScript cannot write. */
const oddNumbers = [...words('1e400 -1e400 -0 1.0 1e2 0x10 1_000'), '9'.repeat(400), '0'.repeat(30), 'NaN'];

/** Replaces, removes or adds a member somewhere. */
function mutate(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.random() < 0.25) return dice.pick(oddValues);
  const entries = Object.entries(value);
  const at = dice.upTo(entries.length);
  if (at === entries.length)
    return { ...value, [JSON.stringify(dice.pick(oddValues))]: dice.pick(oddValues) };
  return Object.fromEntries(
    entries.flatMap(([name, member], index) => {
      if (index !== at) return [[name, member]];
      const kind = dice.random();
      if (kind < 0.15) return [];
      if (kind < 0.25) return [[`${name}x`, member]];
      return [[name, mutate(member, dice)]];
    }),
  );
}

const listRequests = (dice: Dice) => [
  {},
  { limit: dice.pick([0, -1, 1e9, '5', null, 1000]), offset: dice.pick([0, -1, 1e15, 'x']) },
  { dateFrom: dice.pick(['2030-02-30T00:00:00Z', 'x', '0000-00-00', '9999-12-31T23:59:60Z', 5]) },
  { channelTypes: dice.pick([[], ['SMS'], ['FAX'], Array(5_000).fill('SMS'), 'SMS']) },
  { messageId: dice.pick([0, -1, 1e19, '1', 9007199254740991, null]) },
  { subscriberFilter: { address: dice.pick(['', '\u0000', '%', marks.address]), type: 'PHONE' } },
  { sort: dice.pick([[], {}, 'x', { by: 'x' }]), direction: dice.pick(['IN', 'OUT', '', 5]) },
];

const whole = (material: Material, body: string | Buffer, mayBe200 = false) =>
  one(material, { body }, { mayBe200 });

/** Attacks by what the body says. */
const bodies: Readonly<Record<string, Attack>> = {
  'wrong types': (material) => {
    const { dice } = material;
    const target = dice.pick([paths.schedule, paths.schedule, paths.callback, paths.list, paths.history]);
    return one(
      material,
      { target, body: JSON.stringify(mutate(message(dice), dice)) },
      // An added member, or a changed text, is still a message.
      { mayBe200: target !== paths.callback },
    );
  },
  depth(material) {
    const { dice } = material;
    const depth = 1 + dice.upTo(dice.pick([5, 200, 20_000, 500_000]));
    const [open, close] = dice.pick([
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"content":', '}]'],
    ] as const);
    const inner = dice.pick(['', '1', '"x"', 'null']) || (open === '[' ? '' : '1');
    const nested = (open.repeat(depth) + inner + close.repeat(dice.random() < 0.8 ? depth : 0)).slice(
      0,
      1_040_000,
    );
    const isMember = dice.random() < 0.3;
    return whole(material, isMember ? `{"content":${nested},"requestId":"${dice.uuid()}"}` : nested);
  },
  sizes(material) {
    const { dice } = material;
    const size = dice.pick([1_000, 100_000, 1_000_000, 1_048_576, 1_100_000, 3_000_000]);
    const text = dice.pick(['x', 'é', '🎉', '\\u0041', ' ']).repeat(size / 4);
    const body = JSON.stringify(message(dice)).replace(marks.text, () => marks.text + text);
    return whole(material, body, true);
  },
  'many members': (material) => {
    const { dice } = material;
    const count = dice.pick([10, 1_000, 9_999, 10_001, 70_000]);
    const members = Array.from(
      { length: count },
      (_, at) => `"${dice.pick(['m', 'requestI', '__proto__'])}${at}":0`,
    );
    return whole(material, `{${members.join()}}`);
  },
  'huge numbers': (material) => {
    const { dice } = material;
    const number = dice.pick(oddNumbers);
    const target = dice.pick([paths.schedule, paths.history, paths.list, paths.callback]);
    const body = JSON.stringify({
      ...message(dice),
      cascadeId: '#',
      offset: '#',
      limit: '#',
      subjectId: '#',
    });
    // These are integers (JSON Schema), and may be in the range of their members.
    const isInteger = ['-0', '1.0', '1e2'].includes(number);
    return one(material, { target, body: body.replaceAll('"#"', number) }, { mayBe200: isInteger });
  },
  encodings(material) {
    const { dice } = material;
    const text = JSON.stringify(message(dice));
    const bytes = dice.pick([
      Buffer.from(text, 'utf16le'),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
      Buffer.from(text.replace(marks.text, `${marks.text}\xe9\xff`), 'latin1'),
      Buffer.concat([Buffer.from(text), dice.bytes(8)]),
      Buffer.from(text.replace(marks.text, '\\ud800')),
      Buffer.from(text.replace(marks.text, '\\u0000')),
      Buffer.from(text.replace('"requestId"', '"requestId\\u0000"')),
      Buffer.from(text + text),
      Buffer.from(`${text},`),
      Buffer.from(text.replace('{', `{"requestId":"${dice.uuid()}",`)),
    ]);
    return whole(material, bytes, true);
  },
  'not JSON': (material) => whole(material, material.dice.bytes(material.dice.upTo(2_000))),
  unicode(material) {
    const { dice } = material;
    const odd = dice.pick([
      '\u0000',
      '\ud800',
      '\u2028',
      '\u202e',
      '\ufeff',
      '👩‍👩‍👧',
      'ﷺ'.repeat(20),
      '\u0301'.repeat(500),
    ]);
    const base = message(dice);
    const where = dice.pick(['text', 'address', 'type', 'requestId', 'comment']);
    const body = {
      ...base,
      ...(where === 'comment' && { comment: odd }),
      ...(where === 'requestId' && { requestId: odd }),
      ...(where === 'address' && { subscriberFilter: { address: odd, type: 'PHONE' } }),
      ...(where === 'type' && { subscriberFilter: { address: marks.address, type: odd } }),
      ...(where === 'text' && {
        content: { smsContent: { contentType: 'TEXT', text: `${marks.text}${odd}` } },
      }),
    };
    return whole(material, JSON.stringify(body), true);
  },
  lists(material) {
    const { dice } = material;
    const body = JSON.stringify(dice.pick(listRequests(dice)));
    return one(material, { target: dice.pick([paths.list, paths.history]), body }, { mayBe200: true });
  },
};
/** Names of the machine itself. */
const loopback =
  words(`127.0.0.1 localhost localhost. [::1] [::ffff:127.0.0.1] 0x7f000001 2130706433 127.1 0 0.0.0.0
  017700000001 127。0。0。1 user:pass@127.0.0.1 example.com@127.0.0.1`);

const tricks = (port: number) => [
  `http://127.0.0.1:${port}/`,
  ...loopback.map((host) => `https://${host}:${port}/`),
  `https://127.0.0.1:${port}#@example.com/`,
  `https://127.0.0.1:${port}\\@example.com/`,
  ...words(`https://169.254.169.254/latest/meta-data/ https://[fd00:ec2::254]/ https://[::ffff:a9fe:a9fe]/
    https://[64:ff9b::7f00:1]/ https://10.0.0.1/ https://192.168.1.1/ https://100.64.0.1/
    https://metadata.google.internal/ file:///etc/passwd gopher://127.0.0.1/ javascript:alert(1) https:// https:///`),
  'https://a b/',
  'https://example.test/\r\nx-api-key: injected',
  `https://example.test/${'a'.repeat(600)}`,
  'https://example.test/\u0000',
  ...words('https://example.test:99999/ https://xn--/'),
  '',
];

/** Attacks on other accounts and on what the service calls. */
const accounts: Readonly<Record<string, Attack>> = {
  'callback URLs': (material) => {
    const { dice, canaryPort } = material;
    const statusCallbackUrl = dice.pick(tricks(canaryPort));
    const more = dice.pick([{}, { subjectId: dice.pick([0, -1, 2147483648, '1']) }]);
    return one(material, {
      target: paths.callback,
      body: JSON.stringify({ statusCallbackUrl, ...more }),
    });
  },
  'duplicates at once': (material) => {
    const body = JSON.stringify(message(material.dice));
    return one(material, { body }, { mayBe200: true, copies: 50 });
  },
  "other accounts' ids": (material) => {
    const { dice, foreign } = material;
    if (dice.random() < 0.3)
      return one(material, { body: JSON.stringify({ ...message(dice), cascadeId: foreign.cascadeId }) });
    const body = dice.pick([{ requestId: foreign.requestId }, { messageId: foreign.messageId }]);
    return one(material, { target: paths.history, body: JSON.stringify(body) }, { mayBe200: true });
  },
  keys(material) {
    const { dice, secrets } = material;
    const key = dice.pick([
      '',
      ' ',
      'x'.repeat(8_000),
      `${material.attacker} `,
      `${material.attacker}, ${secrets[0]}`,
      `${material.attacker}\u00ff`,
      material.attacker.toUpperCase(),
      "' or 1=1 --",
      'expired-hostile-key',
      '\u00e9\u00e8',
    ]);
    const pieces = [requestBytes(key, { body: JSON.stringify(message(dice)) })];
    // Blanks around a header's value do not belong to it.
    return one(material, {}, { pieces, mayBe200: key.trim() === material.attacker });
  },
};
const methods = words('GET PUT DELETE PATCH OPTIONS TRACE PROPFIND QUERY HEAD M-SEARCH');
const oddMethods = ['post', 'POSTT', 'P OST', '', 'GET\u0000', '\u00e9'];
const targets = [
  ...words(`/ //api/cascade/schedule /api/cascade/schedule/ /API/CASCADE/SCHEDULE /api/cascade/schedule%00
    /api/cascade/%73chedule /api/../api/cascade/schedule /api/%2e%2e/cascade/schedule /..%2f..%2fetc/passwd /% /%ff%fe *
    http://evil.example/api/cascade/schedule https://127.0.0.1:22/ evil.example:443 /metrics /healthz /__proto__`),
  `/${'a'.repeat(12_000)}`,
  `/api/cascade/schedule?key=${marks.key}`,
  ...words('/api/cascade/schedule;a=b \\api\\cascade /api/cascade/schedule#x'),
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
const protocol: Readonly<Record<string, Attack>> = {
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
    const target = dice.pick(words('/metrics /healthz /readyz /gateway/receipts / /../metrics /% /a'));
    const method = dice.pick(['GET', 'POST', 'PUT', 'DELETE']);
    const body = dice.pick(['', '{}', '[', 'x'.repeat(2_000_000), JSON.stringify(message(dice))]);
    return one(
      material,
      { method, target, body },
      { where: 'operations', mayBe200: true, answers: body.length > 1e6 ? 0 : 1 },
    );
  },
};

/** Attacks of every kind, by their names. */
export const attacks: Readonly<Record<string, Attack>> = { ...bodies, ...accounts, ...protocol };
