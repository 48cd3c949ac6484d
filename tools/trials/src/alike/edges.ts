import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/**
 * Requests at the edges of HTTP and JSON, with the one answer that the contract describes for them: the
 * status, the title of the problem and its detail.
 */
export interface Edge {
  readonly says: string;
  readonly bytes: () => Buffer;
  readonly answers: readonly Described[];
}

/** The status of an answer; with a problem, its title and its detail. */
type Described = readonly [status: number, title?: string, detail?: string];

interface Parts {
  readonly method?: string;
  readonly path?: string;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Buffer;
}

/** A request as bytes; a header without a value is left out. */
export function requestBytes({ method, path, version, headers, body = '' }: Parts): Buffer {
  const all: Parts['headers'] = {
    host: 'provider',
    'x-api-key': 'demo-key',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  );
  const first = `${method ?? 'POST'} ${path ?? '/api/cascade/schedule'} HTTP/${version ?? '1.1'}`;
  return Buffer.concat([Buffer.from(`${[first, ...lines].join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

/** A message that is accepted, as JSON, with an edit of the text. */
function message(edit: (json: string) => string = (json) => json): string {
  return edit(
    JSON.stringify({
      requestId: randomUUID(),
      cascadeId: 2002,
      subscriberFilter: { address: '+12025550100', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
    }),
  );
}

const layout = 'matched-template-not-found';
const notHttp: Described = [400, layout, 'the request is not HTTP'];
const allowed: Described = [405, 'method-not-allowed', 'allowed: POST'];
const allowedToRead: Described = [405, 'method-not-allowed', 'allowed: GET'];
const noOperation: Described = [404, 'not-found', 'no operation at /api/cascade/other'];
const encoded: Described = [
  415,
  'unsupported-media-type',
  'Content-Encoding: must be absent or identity, found another encoding',
];

/** One answer to one request. */
function edge(says: string, parts: () => Parts, answer: Described): Edge {
  return { says, bytes: () => requestBytes(parts()), answers: [answer] };
}

function scheduling(says: string, edit: (json: string) => string, answer: Described): Edge {
  return edge(says, () => ({ body: message(edit) }), answer);
}

function registration(url: string, answer: Described): Edge {
  const body = JSON.stringify({ statusCallbackUrl: url });
  return edge(
    `the callback address ${JSON.stringify(url)}`,
    () => ({ path: '/api/callback/set', body }),
    answer,
  );
}

const notHttps: Described = [400, 'callback-url-not-valid', '/statusCallbackUrl: must be an HTTPS URL'];
const member = (name: string, value: string) => (json: string) => json.replace('{', `{"${name}":${value},`);
const instead = (name: string, value: string) => (json: string) =>
  json.replace(new RegExp(`"${name}":(?:"[^"]*"|[0-9]+)`), `"${name}":${value}`);
const history = (says: string, filter: object, answer: Described) =>
  edge(says, () => ({ path: '/api/messages/history', body: JSON.stringify(filter) }), answer);

const hosts: readonly Edge[] = [
  edge('no Host', () => ({ headers: { host: undefined }, body: message() }), [
    400,
    layout,
    'Host: must be sent once, found 0',
  ]),
  edge('a second Host', () => ({ headers: { host: ['a', 'b'] }, body: message() }), [
    400,
    layout,
    'Host: must be sent once, found 2',
  ]),
  edge(
    'no Host by HTTP/1.0',
    () => ({ version: '1.0', headers: { host: undefined }, body: message() }),
    [200],
  ),
  edge('headers of 20,000 bytes', () => ({ headers: { 'x-long': 'a'.repeat(20_000) }, body: message() }), [
    431,
    'request-header-fields-too-large',
    'the headers have more than 16384 bytes',
  ]),
];

const methods: readonly Edge[] = [
  ...['FOO', 'post', 'P', 'POSTX', 'MKCOL', 'GET', 'PUT', 'X-!#'].flatMap((method) => [
    edge(`${method} at an operation`, () => ({ method, headers: { 'x-api-key': undefined } }), allowed),
    edge(`${method} at another path`, () => ({ method, path: '/api/cascade/other' }), noOperation),
  ]),
  edge('FOO at a list with a slash', () => ({ method: 'FOO', path: '/api/cascade/get-all/' }), [
    404,
    'not-found',
    'no operation at /api/cascade/get-all/',
  ]),
  {
    says: 'FOO behind a message on one connection',
    bytes: () =>
      Buffer.concat([
        requestBytes({ body: message(), headers: { connection: undefined } }),
        requestBytes({ method: 'FOO' }),
      ]),
    answers: [[200], allowed],
  },
  { says: 'CONNECT', bytes: () => requestBytes({ method: 'CONNECT' }), answers: [allowed] },
  { says: 'a TLS greeting', bytes: () => Buffer.from('\x16\x03\x01 greeting\r\n\r\n'), answers: [notHttp] },
  {
    says: 'a method without a version',
    bytes: () => Buffer.from('FOO /api/cascade/schedule\r\n\r\n'),
    answers: [notHttp],
  },
];

const bodies: readonly Edge[] = [
  edge(
    'a gzipped body',
    () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(message()) }),
    encoded,
  ),
  edge(
    'Content-Encoding identity',
    () => ({ headers: { 'content-encoding': 'Identity' }, body: message() }),
    [200],
  ),
  edge('two codings', () => ({ headers: { 'content-encoding': 'identity, br' }, body: message() }), encoded),
  edge('a gzipped body that is not declared so', () => ({ body: gzipSync(message()) }), [
    400,
    layout,
    'the body is not a JSON object: not UTF-8 at byte 1',
  ]),
  edge('no media type', () => ({ headers: { 'content-type': undefined }, body: message() }), [
    415,
    'unsupported-media-type',
    'Content-Type: must be application/json, found none',
  ]),
  edge('a byte order mark', () => ({ body: `\uFEFF${message()}` }), [200]),
  scheduling('of two cascadeId the last one counts', member('cascadeId', '999999'), [200]),
  scheduling(
    'the last of two cascadeId is of no cascade',
    (json) => json.replace(/\}$/, ',"cascadeId":999999}'),
    [
      400,
      'cascade-not-found',
      '/cascadeId: 999999 is not a cascade of this account; /api/cascade/get-all lists them',
    ],
  ),
  scheduling('a cascadeId beyond 2^53', instead('cascadeId', '9007199254740993'), [
    400,
    'cascade-not-found',
    '/cascadeId: a number beyond 2^53 is not a cascade of this account; /api/cascade/get-all lists them',
  ]),
  scheduling('a cascadeId with a fraction of zero', instead('cascadeId', '2002.0'), [200]),
  scheduling('a cascadeId beyond every number', instead('cascadeId', '1e400'), [
    400,
    layout,
    '/cascadeId: must be integer, found number',
  ]),
  scheduling('a start time without seconds', member('startTime', '"2026-01-01T00:00Z"'), [200]),
  scheduling('a start time with the zone +0100', member('startTime', '"2026-01-01T00:00:00+0100"'), [200]),
  scheduling('a start time without a zone', member('startTime', '"2026-01-01T00:00:00"'), [
    400,
    layout,
    '/startTime: must be a day of the calendar and a time with a time zone (ISO 8601), found string of length 19',
  ]),
  scheduling('U+0000 in the text', instead('text', '"a\\u0000b"'), [200]),
  ...(['address', 'type'] as const).flatMap((name) =>
    ['\\u0000', '1\\ud800', '\\udc00\\ud800'].map((odd) =>
      scheduling(`${odd} in the ${name}`, instead(name, `"${odd}"`), [
        400,
        layout,
        `/subscriberFilter/${name}: must have neither U+0000 nor half of a surrogate pair`,
      ]),
    ),
  ),
  scheduling('U+0000 in the request id', instead('requestId', '"a\\u0000"'), [
    400,
    layout,
    '/requestId: must be a UUID, found string of length 2',
  ]),
  edge(
    'a key that has another character for each of ours',
    () => ({
      headers: { 'x-api-key': 'ŤťŭůĭūťŹ' },
      body: message(),
    }),
    [401, 'auth-error'],
  ),
];

const lists: readonly Edge[] = [
  history('a filter with U+0000', { subscriberFilter: { address: '\0', type: 'PHONE' } }, [
    400,
    layout,
    '/subscriberFilter/address: must have neither U+0000 nor half of a surrogate pair',
  ]),
  history('a filter by a request id with half a surrogate pair', { requestId: '\ud800' }, [
    400,
    layout,
    '/requestId: must have neither U+0000 nor half of a surrogate pair',
  ]),
  history(
    'a window that begins in a leap second',
    { dateFrom: '2016-12-31T23:59:60Z', dateTo: '2017-01-01T00:00Z' },
    [200],
  ),
  history(
    'a window that ends before its leap second',
    { dateFrom: '2016-12-31T23:59:60Z', dateTo: '2016-12-31T23:59Z' },
    [400, layout, '/dateTo: must not be earlier than dateFrom'],
  ),
  history('a messageId beyond 2^53', { messageId: 2 ** 53 }, [
    400,
    layout,
    '/messageId: must be at most 9007199254740991, found a number beyond 2^53',
  ]),
];

const profiles = '/api/channel-profile';

/** A list by GET; what is sent with it has no meaning. */
const reading = (says: string, parts: Parts, answer: Described = [200]) =>
  edge(says, () => ({ method: 'GET', path: profiles, ...parts }), answer);

const reads: readonly Edge[] = [
  reading('a GET', { headers: { 'content-type': undefined, 'content-length': undefined } }),
  reading('a GET with a content type alone', { headers: { 'content-length': undefined } }),
  reading('a GET with an object', { body: '{}' }),
  reading('a GET with text', { headers: { 'content-type': 'text/plain' }, body: 'x' }),
  reading('a GET with a gzipped body', { headers: { 'content-encoding': 'gzip' }, body: gzipSync('{}') }),
  reading('a GET with more than a megabyte', { body: ' '.repeat(1_048_577) }),
  reading('a GET by the whole URL', { path: `http://provider${profiles}?types=SMS` }),
  reading('a GET with an odd query', { path: `${profiles}?types=%zz&=&?` }),
  reading('a GET without a key', { headers: { 'x-api-key': undefined } }, [401, 'auth-error']),
  reading('a GET with a slash at its end', { path: `${profiles}/` }, [
    404,
    'not-found',
    `no operation at ${profiles}/`,
  ]),
  ...['POST', 'PUT', 'OPTIONS', 'FOO', 'get'].map((method) =>
    reading(`${method} at a list by GET`, { method }, allowedToRead),
  ),
];

const setCallback = '/api/callback/set';

const addresses: readonly Edge[] = [
  ...['inMessageCallbackUrl', 'messageMatcherCallbackUrl'].map((name) =>
    edge(
      `a registration of ${name} alone`,
      () => ({ path: setCallback, body: JSON.stringify({ subjectId: 234, [name]: 'https://a.example' }) }),
      [200],
    ),
  ),
  edge('a registration of no address', () => ({ path: setCallback, body: '{"subjectId":234}' }), [
    400,
    layout,
    '/statusCallbackUrl: is missing',
  ]),
  registration('https:///x', notHttps),
  registration('https://\\x', notHttps),
  registration('https:x', notHttps),
  registration('https://', notHttps),
  registration('http://192.0.2.1/', notHttps),
  registration('https://?x', notHttps),
];

export const edges: readonly Edge[] = [...hosts, ...methods, ...bodies, ...lists, ...reads, ...addresses];
