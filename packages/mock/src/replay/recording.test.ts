import { expect, test } from 'vitest';
import { withFreshIds } from './fresh-ids.ts';
import { readRecording } from './recording.ts';

const body = { requestId: '6a1f0c2b4d5e6', cascadeId: '2002' };
const flat = {
  name: 'one',
  method: 'post',
  path: '/api/cascade/schedule',
  headers: { 'X-API-KEY': 'k', Host: 'old' },
  body,
};
const one = {
  name: 'one',
  method: 'POST',
  path: '/api/cascade/schedule',
  headers: { 'x-api-key': 'k' },
  body: JSON.stringify(body),
};
const har = {
  log: {
    entries: [
      { request: { method: 'GET', url: 'https://shop.example.test/style.css', headers: [] } },
      {
        request: {
          method: 'POST',
          url: 'https://api.example.test/v1/api/cascade/schedule?x=1',
          headers: [
            { name: ':authority', value: 'api.example.test' },
            { name: 'x-api-key', value: 'k' },
          ],
          postData: { text: JSON.stringify(body) },
        },
      },
    ],
  },
};

test.each([
  ['an array', [flat]],
  ['an object with requests', { requests: [flat] }],
  ['requests inside entries', { requests: [{ name: 'one', request: flat }] }],
])('reads %s', (_, value) => {
  expect(readRecording('a.json', JSON.stringify(value)).requests).toEqual([one]);
});

test('reads one request a line', () => {
  const line = JSON.stringify(flat);
  expect(readRecording('a.ndjson', `${line}\n\n${line}\n`).requests).toEqual([one, one]);
});

test('reads the API requests of a HAR file, without what belongs to the connection', () => {
  expect(readRecording('a.har', JSON.stringify(har)).requests).toEqual([
    { ...one, name: '2', path: '/api/cascade/schedule?x=1' },
  ]);
});

test('skips and counts what else a browser records', () => {
  const urls = [
    'data:image/png;base64,iVBOR',
    'blob:https://shop.example.test/7c',
    'wss://shop.example.test/api/live',
  ];
  const others = [...urls, 'chrome-extension://abc/api/x'].map((url) => ({
    request: { method: 'GET', url },
  }));
  const { requests, notes } = readRecording(
    'a.har',
    JSON.stringify({ log: { entries: [...others, ...har.log.entries] } }),
  );
  expect([requests.length, notes]).toEqual([
    1,
    ['skipped 5 entries of a.har that ask for something else than the API'],
  ]);
});

test('reads the answers of a HAR file, as far as it has them', () => {
  const [, entry] = har.log.entries;
  const headersOf = (type: string) => [
    { name: 'Content-Type', value: type },
    { name: 'Date', value: 'now' },
  ];
  const base64 = Buffer.from('{"title":"not-found","detail":"é"}').toString('base64');
  const responses = [
    { status: 200, headers: headersOf('application/json'), content: { text: '{"requestId":"1"}' } },
    { status: 404, headers: [], content: { text: base64, encoding: 'base64' } },
    { status: 200, headers: headersOf('text/html'), content: { size: 10 } },
    { status: 0, headers: [], content: {} },
  ];
  const entries = responses.map((response) => ({ ...entry, response }));
  const { requests } = readRecording('a.har', JSON.stringify({ log: { entries } }));
  expect(requests.map(({ answer }) => answer)).toEqual([
    { status: 200, headers: { 'content-type': 'application/json' }, body: { requestId: '1' } },
    { status: 404, headers: {}, body: { title: 'not-found', detail: 'é' }, title: 'not-found', detail: 'é' },
    { status: 200, headers: { 'content-type': 'text/html' } },
    undefined,
  ]);
});

const event = { requestId: 'r', status: 'READ' };

test('reads the callbacks of a recording, each below its requests', () => {
  const lines = [
    { callback: { event, result: '200' } },
    flat,
    { callback: { webhookId: 'a', event, result: '500' } },
  ];
  const { requests, callbacks } = readRecording(
    'a.ndjson',
    lines.map((line) => JSON.stringify(line)).join('\n'),
  );
  expect(requests.length).toBe(1);
  expect(callbacks).toEqual([
    { after: 0, event, result: '200' },
    { after: 1, webhookId: 'a', event, result: '500' },
  ]);
});

test.each(['{"name":', '{', '{"name":"tru', '{"name":tru', '{"name":"\\u00'])(
  'a last line %s is cut off',
  (torn) => {
    const text = `${JSON.stringify(flat)}\n${torn}`;
    const { requests, notes } = readRecording('a.ndjson', text);
    expect([requests, notes]).toEqual([[one], ['skipped line 2 of a.ndjson: it is cut off']]);
    expect(() => readRecording('a.ndjson', `${text}\n`)).toThrow('a.ndjson: line 2: expected a JSON object');
  },
);

test('what was too large to be kept is not replayed', () => {
  const large = { ...flat, name: 'large', body: undefined, answer: { status: 413, headers: {} } };
  const { requests, notes } = readRecording('a.json', JSON.stringify([large, flat]));
  expect([requests, notes]).toEqual([
    [one],
    ['skipped the request large of a.json: its body was too large to be kept'],
  ]);
});

test.each([
  [201, 201],
  ['200 on an account that lets older shapes in', 200],
  [{ status: 400 }, 400],
])('expects the status of %j', (expected, status) => {
  expect(readRecording('a.json', JSON.stringify([{ ...flat, expected }])).requests[0]?.expected).toBe(status);
});

test.each<[unknown, string]>([
  [
    {},
    'a.json: expected a list of requests, {"requests": […]} or a HAR file with log.entries, found an object with no fields',
  ],
  [[], 'a.json: expected at least one request, found an empty list'],
  [[7], 'a.json: /0: expected an object with method, path, headers and body, found 7'],
  [{ requests: 7 }, 'a.json: /requests: expected a list of requests, found 7'],
  [[{ method: 'POST' }], 'a.json: /0/path: expected a text, found nothing'],
  [[{ ...flat, path: 'api' }], 'a.json: /0/path: expected a path that starts with / or a URL, found "api"'],
  [[{ ...flat, method: 'GET /' }], 'a.json: /0/method: expected an HTTP method, found "GET /"'],
  [[{ ...flat, expected: 'yes' }], 'a.json: /0/expected: expected a status from 100 to 599, found "yes"'],
  [
    [{ ...flat, headers: { 'x-api-key': 4711 } }],
    'a.json: /0/headers/x-api-key: expected a text, found a value of the type number',
  ],
  [
    [{ ...flat, headers: { 'x-api-key': 'secret\n' } }],
    'a.json: /0/headers/x-api-key: expected a value of an HTTP header, found other characters',
  ],
  [
    { log: { entries: [] } },
    'a.json: /log/entries: expected at least one request below /api/, found an empty list',
  ],
  [[{ ...flat, answer: 7 }], 'a.json: /0/answer: expected an object with status, headers and body, found 7'],
  [[{ ...flat, answer: {} }], 'a.json: /0/answer/status: expected a status from 100 to 599, found nothing'],
  [
    [{ ...flat, answer: { status: 200, headers: { allow: 4711 } } }],
    'a.json: /0/answer/headers/allow: expected a text, found a value of the type number',
  ],
  [[{ callback: 7 }], 'a.json: /0/callback: expected an object with event and result, found 7'],
  [[{ callback: { event: 7 } }], 'a.json: /0/callback/event: expected a status event, found 7'],
  [[{ callback: { event: {} } }], 'a.json: /0/callback/event/requestId: expected a text, found nothing'],
  [[{ callback: { event } }], 'a.json: /0/callback/result: expected a text, found nothing'],
  [[{ callback: { event, result: '200' } }], 'a.json: expected at least one request, found an empty list'],
  [
    { log: { entries: [{ ...har.log.entries[1], response: { status: 'x' } }] } },
    'a.json: /log/entries/0/response/status: expected a status from 100 to 599, found "x"',
  ],
  [{ log: { entries: [{}] } }, 'a.json: /log/entries/0/request: expected an object, found nothing'],
])('says what is wrong with %j', (value, message) => {
  expect(() => readRecording('a.json', JSON.stringify(value))).toThrow(message);
});

test('text that is not JSON is named by its line, and never quoted', () => {
  expect(() => readRecording('a.json', '[\n{"x-api-key": secret}]')).toThrow(
    /^a.json: expected JSON, NDJSON or HAR, found text that is not JSON/,
  );
  expect(() => readRecording('a.json', '')).toThrow(
    'a.json: expected JSON, NDJSON or HAR, found an empty file',
  );
  expect(() => readRecording('a.ndjson', `${JSON.stringify(flat)}\nsecret`)).toThrow(
    'a.ndjson: line 2: expected a JSON object, found text that is not JSON',
  );
  expect(() => readRecording('a.ndjson', `${JSON.stringify(flat)}\n{"path":7}`)).toThrow(
    'a.ndjson: line 2: /path: expected a text, found 7',
  );
  expect(() => readRecording('a.ndjson', `${JSON.stringify(flat)}\n\n{"callback":{}}`)).toThrow(
    'a.ndjson: line 3: /callback/event: expected a status event, found nothing',
  );
});

test('new ids have the form of the old ones, and a repeat stays a repeat', () => {
  const of = (requestId: string) => ({ ...one, body: JSON.stringify({ requestId, comment: requestId }) });
  const ids = ['6a1f0c2b4d5e6', 'B0A7C1D4-5B7E-4D0C-8A52-2F1E6C7D9A02', 'test-00135', '6a1f0c2b4d5e6'];
  const fresh = withFreshIds(ids.map(of)).requests.map((each) => JSON.parse(each.body ?? '').requestId);
  expect(fresh[0]).toMatch(/^[0-9a-f]{13}$/);
  expect(fresh[1]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(fresh[2]).toMatch(/^t[a-f]st-\d{5}-[0-9a-f]{8}$/);
  expect(fresh[3]).toBe(fresh[0]);
  expect(fresh.filter((id) => ids.includes(id))).toEqual([]);
});
