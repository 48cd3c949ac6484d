import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { seededRandom } from '@cascade/repository/test-kit';
import { requestBytes } from './edges.ts';

/** A drawn request, for both providers. */
export interface Drawn {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Draws requests: described ones with up to three edits of their body, and with other heads. */
export function drawRequests(seed: number, receiver: string): () => Drawn {
  const random = seededRandom(seed);
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const uuid = () => uuidOf(random);
  const rarely = (share: number) => random() < share;
  const usedIds = [uuid()];
  const bases = basesOf(receiver);

  function drawBody(path: string): unknown {
    const base = structuredClone(one(bases.filter((each) => each.path === path)).body);
    if (isMembers(base) && 'requestId' in base && path === '/api/cascade/schedule') {
      base.requestId = rarely(0.05) ? one(usedIds) : uuid();
      usedIds.push(String(base.requestId));
    }
    const edits = one([0, 1, 1, 2, 3]);
    for (let done = 0; done < edits; done += 1) editSomewhere(base);
    if (isMembers(base) && 'content' in base && !oneStage.has(Number(base.cascadeId))) base.startTime = later;
    return base;
  }

  /** Replaces, removes or adds a member at a random depth. */
  function editSomewhere(value: unknown): void {
    if (!isMembers(value)) return;
    const names = Object.keys(value);
    const name = names.length === 0 || rarely(0.1) ? one(otherNames) : one(names);
    const child = value[name];
    if (isMembers(child) && Object.keys(child).length > 0 && rarely(0.7)) editSomewhere(child);
    else if (rarely(0.25)) delete value[name];
    else value[name] = structuredClone(one(oddValues));
  }

  function drawHeaders() {
    const usual = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };
    const drawn = unusualHeaders
      .filter(([share]) => rarely(share))
      .map(([, name, values]) => [name, one(values)]);
    return { ...usual, ...Object.fromEntries(drawn) };
  }

  function drawLine(path: string, isLarge: boolean): { path: string; method: string } {
    const isRead = path === profilesPath;
    return {
      path: rarely(0.05) ? one(pathEdits)(path) : path + (isRead ? one(queries) : ''),
      method: rarely(0.03) && !isLarge ? one(methods) : isRead ? 'GET' : 'POST',
    };
  }

  return () => {
    const path = rarely(0.7) ? '/api/cascade/schedule' : one(paths);
    const json = JSON.stringify(drawBody(path)) ?? '';
    const body = rarely(0.08) ? one(spoilers)(json) : json;
    // A server that refuses before it reads a large body may reset the connection before its answer is read.
    const isLarge = body.length > 65_536;
    const request = { ...drawLine(path, isLarge), body, headers: drawHeaders() };
    const bytes = requestBytes(request);
    // Where no body is read, the answer may come before a fault in it is seen, or after.
    const isSpoilt = rarely(0.06) && !isLarge && path !== profilesPath;
    return { path, bytes: isSpoilt ? spoil(bytes, one(headSpoilers)) : bytes };
  };
}

/** The cascades of one stage. Of the others only the service would start the second one, and list it. */
const oneStage = new Set([2002, 4010]);
const later = new Date(Date.now() + 100 * 86_400_000).toISOString();

function uuidOf(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function spoil(bytes: Buffer, edit: (request: string) => string): Buffer {
  return Buffer.from(edit(bytes.toString('latin1')), 'latin1');
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

interface Base {
  readonly path: string;
  readonly body: unknown;
}

const templatesPath = '/api/message-matchers/get-by-request';
const profilesPath = '/api/channel-profile';

const paths = [
  '/api/cascade/get-all',
  '/api/messages/history',
  '/api/callback/set',
  templatesPath,
  profilesPath,
];

/** The query of a list by GET. */
const queries = [
  '',
  '?types=SMS',
  '?types=SMS,CHATTWO',
  '?types=SMS&types=%zz',
  '?types=',
  '?',
  '#types=SMS',
];

/** The samples, and a request of each other operation. */
function basesOf(receiver: string): readonly Base[] {
  const samples: { readonly cases: readonly { readonly request: object }[] } = JSON.parse(
    readFileSync(join(repositoryRoot, 'spec/samples/requests.json'), 'utf8'),
  );
  return [
    ...samples.cases.map(({ request }) => ({ path: '/api/cascade/schedule', body: request })),
    { path: '/api/cascade/schedule', body: everyChannel },
    { path: '/api/cascade/get-all', body: { offset: 1, limit: 2 } },
    { path: '/api/cascade/get-all', body: {} },
    { path: '/api/cascade/get-all', body: [] },
    { path: '/api/messages/history', body: historyFilter },
    {
      path: '/api/messages/history',
      body: { limit: 20, sort: [{ property: 'messageId', direction: 'ASC' }] },
    },
    { path: '/api/callback/set', body: { statusCallbackUrl: receiver, subjectId: 2 } },
    { path: '/api/callback/set', body: { statusCallbackUrl: receiver } },
    { path: templatesPath, body: { subjectId: 2, matcherTypes: ['OPERATOR'] } },
    { path: templatesPath, body: { subjectId: 1 } },
    { path: profilesPath, body: {} },
  ];
}

const everyChannel = {
  requestId: '',
  cascadeId: 1_000_000,
  comment: 'order 1042',
  startTime: '2026-01-01T00:00:00Z',
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  content: {
    smsContent: { contentType: 'TEXT', text: 'Hello' },
    chatoneContent: { contentType: 'IMAGE', attachmentUrl: 'https://files.example.test/a.jpg', caption: 'A' },
    chattwoContent: {
      contentType: 'TEXT',
      text: 'Hello',
      buttons: [
        { type: 'URL', text: 'Track', action: 'https://shop.example/1' },
        { type: 'QUICK_REPLY', text: 'Yes', action: 'reply', payload: 'yes' },
      ],
      useMarketingMessagesApi: true,
      messageActivitySharing: true,
    },
  },
};

const historyFilter = {
  requestId: '6a1f0c2b-4d5e-4691-8111-12222aaaa001',
  messageId: 1,
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  channelTypes: ['SMS', 'CHATTWO'],
  subjectId: 1,
  direction: 'OUT',
  trafficType: ['HSM'],
  dateFrom: '2026-01-01T00:00:00Z',
  dateTo: '2030-01-01T00:00:00Z',
  sort: [{ property: 'messageId', direction: 'DESC' }],
  offset: 0,
  limit: 10,
};

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e300,
  '',
  ' ',
  '\0',
  '\ud800',
  'ключ 🎉',
  'x'.repeat(71),
  'x'.repeat(129),
  'x'.repeat(1_025),
  'x'.repeat(4_097),
  '2002',
  '31634',
  'TEXT',
  'IMAGE',
  'LOCATION',
  'SMS',
  'PHONE',
  'ASC',
  'IN',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00Z',
  '2016-12-31T23:59:60Z',
  '9999-12-31T23:59:59-23:59',
  '6A1F0C2B-4D5E-4691-8111-12222AAAA001',
  'short-id',
  'https:///x',
  'http://192.0.2.1/',
  'ftp://shop.example/',
  'https://user@shop.example/',
  `https://shop.example/${'x'.repeat(500)}`,
  [],
  {},
  [[]],
  Array(11).fill({ type: 'URL', text: 'x', action: 'y' }),
  [{ type: 'PHONE', text: 'x' }],
  { contentType: 'TEXT', text: 'x' },
  { contentType: 'TEXT' },
  { sections: [{ items: [{ title: 'x'.repeat(25) }] }] },
];

const otherNames = [
  'smsContent',
  'chatoneContent',
  'chattwoContent',
  'contentType',
  'text',
  'caption',
  'action',
  'keyboard',
  'attachment',
  'listPicker',
  'latitude',
  'flowId',
  'comment',
  'startTime',
  'limit',
  'offset',
  'cascadeID',
  '__proto__',
  'further',
];

/** Bodies that are not what the caller meant. */
const spoilers: readonly ((json: string) => string | Buffer)[] = [
  () => '',
  () => 'null',
  () => '[]',
  () => '"text"',
  (json) => json.slice(0, -1),
  (json) => json.replace('"', "'"),
  (json) => `\uFEFF${json}`,
  (json) => json.replace('{', '{"cascadeId":4010,'),
  (json) => json.replace(/\}$/, ',"content":{}}'),
  (json) => json.replace('{', '{"cascadeId":9007199254740993,"x":'),
  (json) => json.replace(/"cascadeId":[^,}]*/, '"cascadeId":9007199254740993'),
  (json) => json.replace('{', `{"deep":${'['.repeat(101)}${']'.repeat(101)},`),
  (json) => json.replace('{', `{"wide":[${'0,'.repeat(10_001)}0],`),
  (json) => Buffer.from(json.replace('{', '{"é":1,'), 'latin1'),
  (json) => json + ' '.repeat(1_048_577),
];

const methods = ['GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'FOO', 'post'];

const twice = (request: string) => request.replace(/^connection: close\r\n/m, '') + request;
const chunkedBody = (request: string, end: string) => {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const lines = head.replace(/content-length: \d+/, 'transfer-encoding: chunked');
  return `${lines}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n${end}`;
};

/** Edits of the bytes; most results are not HTTP any more. */
const headSpoilers: readonly ((request: string) => string)[] = [
  twice,
  (request) => twice(request).replace(/\r\nhost: provider/g, '\r\nHOST : provider'),
  (request) => `\r\n\r\n${request}`,
  (request) => `${request}\r\n`,
  (request) => `${request}}garbage`,
  (request) => request.replaceAll('\r\n', '\n'),
  (request) => request.replace('HTTP/1.1', 'HTTP/1.0'),
  (request) => request.replace('HTTP/1.1', 'HTTP/2.0'),
  (request) => request.replace('HTTP/1.1', 'http/1.1'),
  (request) => request.replace(' HTTP/1.1', ''),
  (request) => request.replace(/ \S+ HTTP/, ' HTTP'),
  (request) => request.replace(/ \S+ HTTP/, ' api/cascade/schedule HTTP'),
  (request) => request.replace(/ \S+ HTTP/, ` /${'x'.repeat(20_000)} HTTP`),
  (request) => request.replace(/ \S+ HTTP/, ' /a b HTTP'),
  (request) => request.replace(/ \S+ HTTP/, ' /\u0001 HTTP'),
  (request) => request.replace(/ \S+ HTTP/, ' /\u00e9 HTTP'),
  (request) => request.replace('\r\n', `\r\nx-a: ${'a'.repeat(20_000)}\r\n`),
  (request) => request.replace('\r\n', `\r\n${'x-a: b\r\n'.repeat(3_000)}`),
  (request) => request.replace('\r\n', `\r\n${'x-a: b\r\n'.repeat(1_500)}`),
  (request) => request.replace('\r\n', '\r\n folded\r\n'),
  (request) => request.replace('\r\n', '\r\nx-a : b\r\n'),
  (request) => request.replace('\r\n', '\r\n: b\r\n'),
  (request) => request.replace('\r\n', '\r\nx-a: b\u0000c\r\n'),
  (request) => request.replace(/content-length: \d+/, 'content-length: 5'),
  (request) => request.replace(/content-length: \d+/, 'content-length: -1'),
  (request) => request.replace(/content-length: \d+/, 'content-length: 1, 1'),
  (request) => request.replace(/content-length: \d+/, 'content-length: 9999999999'),
  (request) => request.replace(/content-length: \d+\r\n/, ''),
  (request) => request.replace('\r\n', '\r\ntransfer-encoding: chunked\r\n'),
  (request) => request.replace('\r\n', '\r\ntransfer-encoding: gzip\r\n'),
  (request) => chunkedBody(request, '0\r\n\r\n'),
  (request) => chunkedBody(request, '0\r\nx-a: b\r\n\r\n'),
  (request) => chunkedBody(request, 'zz\r\n'),
  (request) => chunkedBody(request, `1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`),
  (request) => request.replace('connection: close', 'connection: Upgrade, close\r\nupgrade: websocket'),
  (request) => request.replace('connection: close', 'connection: keep-alive'),
  (request) => request.slice(0, 30),
];

type HeaderValue = string | readonly string[] | undefined;

/** Headers that replace the usual ones, each in this share of the requests. */
const unusualHeaders: readonly (readonly [share: number, name: string, values: readonly HeaderValue[]])[] = [
  [0.05, 'x-api-key', ['demo-key-expired', 'other', '', undefined, ['demo-key', 'demo-key']]],
  [0.25, 'x-api-key', ['poor-key', 'lenient-key', 'lenient-key', 'lenient-key']],
  [
    0.05,
    'content-type',
    [
      undefined,
      '',
      'text/plain',
      'Application/JSON; charset=utf-8',
      'application/problem+json',
      ['text/plain', 'application/json'],
    ],
  ],
  [0.03, 'content-encoding', ['gzip', 'identity', 'IDENTITY', 'br', '']],
  [0.1, 'accept', ['application/json', '*/*', 'application/json;q=0.9, */*;q=0.1', 'text/html', '']],
  [0.02, 'host', [undefined, ['a', 'b'], '']],
  [0.02, 'expect', ['100-continue', 'nothing']],
];

const pathEdits: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}?a=%zz`,
  (path) => `http://provider${path}`,
  (path) => `https://user:secret@provider${path}?key=secret`,
  (path) => path.toUpperCase(),
  (path) => `/${path}`,
  () => '/',
  () => '*',
  () => '/api/cascade/cancel',
  () => `/${'x'.repeat(300)}`,
];
