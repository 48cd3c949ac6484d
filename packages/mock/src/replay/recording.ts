import { open } from 'node:fs/promises';
import { isObject } from '@cascade/validator';
import type { Mock } from '../mock.ts';

/** A request as it was recorded. */
export interface RecordedRequest {
  readonly name: string;
  readonly method: string;
  /** From the slash on, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status that the recording expects; any 2xx if absent. */
  readonly expected?: number;
}

/** A recording that cannot be read: where, what was expected and what was found. */
class RecordingError extends Error {
  constructor(file: string, at: string, expected: string, found: string) {
    super(`${file}: ${at === '' ? '' : `${at}: `}expected ${expected}, found ${found}`);
    this.name = 'RecordingError';
  }
}

/** What a file holds. */
export interface Recording {
  readonly requests: readonly RecordedRequest[];
  /** How many entries of a HAR file ask for something else than the API: pages, `data:`, `wss:`. */
  readonly skipped: number;
}

/**
 * Reads recorded requests: a JSON array, `{requests: […]}`, one JSON object a line (NDJSON), or a HAR file.
 * @throws {RecordingError} if the text is none of these, or a request lacks a member.
 */
export function readRecording(file: string, text: string): Recording {
  const plain = text.replace(/^\uFEFF/, '');
  const whole = tryJson(plain);
  if (whole.error === undefined) return readWhole(file, whole.value);
  const lines = plain.split('\n').map((line, at) => ({ line: line.trim(), number: at + 1 }));
  const filled = lines.filter(({ line }) => line !== '');
  const isPerLine = filled.length > 1 && tryJson(filled[0]?.line ?? '').error === undefined;
  if (!isPerLine) throw new RecordingError(file, '', 'JSON, NDJSON or HAR', whole.error);
  const requests = filled.map(({ line, number }, at) => {
    const { value, error } = tryJson(line);
    if (error !== undefined) throw new RecordingError(file, `line ${number}`, 'a JSON object', error);
    return readRequest(value, at, new Place(file, `line ${number}: `));
  });
  return { requests, skipped: 0 };
}

function readWhole(file: string, value: unknown): Recording {
  const place = new Place(file);
  if (Array.isArray(value)) return readList(value, place);
  if (isObject(value) && isObject(value.log))
    return readHar(value.log.entries, place.below('log').below('entries'));
  if (isObject(value) && value.requests !== undefined) {
    const list = place.below('requests');
    if (Array.isArray(value.requests)) return readList(value.requests, list);
    throw list.fault('a list of requests', value.requests);
  }
  if (isObject(value) && value.method !== undefined) return readList([value], place);
  throw place.fault('a list of requests, {"requests": […]} or a HAR file with log.entries', value);
}

function readList(list: readonly unknown[], place: Place): Recording {
  if (list.length === 0) throw place.fault('at least one request', list);
  return { requests: list.map((each, at) => readRequest(each, at, place.below(at))), skipped: 0 };
}

/** One request, flat or with method, path, headers and body in a member `request`. */
function readRequest(value: unknown, at: number, outer: Place): RecordedRequest {
  if (!isObject(value)) throw outer.fault('an object with method, path, headers and body', value);
  const isNested = isObject(value.request);
  const place = isNested ? outer.below('request') : outer;
  const request = isObject(value.request) ? value.request : value;
  const method = readText(request.method ?? 'POST', place.below('method'));
  const path = readPath(request.path ?? request.url, place.below('path'));
  const { body } = request;
  const expected = readExpected(value.expected, outer.below('expected'));
  return {
    name: value.name === undefined ? `${at + 1}` : readText(value.name, outer.below('name')),
    method: readMethod(method, place.below('method')),
    path,
    headers: readHeaders(request.headers, place.below('headers')),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(expected === undefined ? {} : { expected }),
  };
}

/** HTTP Archive 1.2, as browsers and proxies write it. Only requests to the API are kept. */
function readHar(entries: unknown, place: Place): Recording {
  if (!Array.isArray(entries)) throw place.fault('a list', entries);
  const requests = entries.flatMap((entry, at): RecordedRequest[] => {
    const here = place.below(at).below('request');
    const request = isObject(entry) ? entry.request : undefined;
    if (!isObject(request)) throw here.fault('an object', request);
    if (!isHttp(request.url)) return [];
    const path = readPath(request.url, here.below('url'));
    const method = readMethod(readText(request.method, here.below('method')), here.below('method'));
    if (!path.includes('/api/') || method === 'OPTIONS') return [];
    const postData = isObject(request.postData) ? request.postData.text : undefined;
    return [
      {
        name: `${at + 1}`,
        method,
        path: path.slice(path.indexOf('/api/')),
        headers: readHarHeaders(request.headers, here.below('headers')),
        ...(typeof postData === 'string' ? { body: postData } : {}),
      },
    ];
  });
  if (requests.length === 0) throw place.fault('at least one request below /api/', entries);
  return { requests, skipped: entries.length - requests.length };
}

/** A whole browser also records `data:`, `blob:`, `wss:` and the pages of its extensions. */
function isHttp(url: unknown): boolean {
  return typeof url !== 'string' || !/^[a-z][a-z\d+.-]*:/i.test(url) || /^https?:/i.test(url);
}

function readHarHeaders(value: unknown, place: Place): Record<string, string> {
  if (!Array.isArray(value)) throw place.fault('a list of {"name", "value"}', value);
  const pairs = value.map((each, at) => {
    const here = place.below(at);
    if (!isObject(each)) throw here.fault('an object with name and value', each);
    return [readText(each.name, here.below('name')), readText(each.value, here.below('value'))] as const;
  });
  return sendable(pairs, place);
}

function readHeaders(value: unknown, place: Place): Record<string, string> {
  if (value === undefined) return { 'content-type': 'application/json' };
  if (!isObject(value)) throw place.fault('an object of texts', value);
  const pairs = Object.entries(value).map(
    ([name, each]) => [name, readText(each, place.below(name))] as const,
  );
  return sendable(pairs, place);
}

/** Belongs to the recorded connection, not to the request. */
const ofConnection =
  /^(:.*|host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|expect|te|upgrade)$/i;

function sendable(pairs: readonly (readonly [string, string])[], place: Place): Record<string, string> {
  const headers = pairs.filter(([name]) => !ofConnection.test(name));
  for (const [name, value] of headers) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw place.fault('names of HTTP headers', name);
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw place.below(name).hiding('a value of an HTTP header');
  }
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

function readMethod(method: string, place: Place): string {
  if (!/^[A-Za-z]{1,20}$/.test(method)) throw place.fault('an HTTP method', method);
  return method.toUpperCase();
}

/** A path, or the path of a whole URL. */
function readPath(value: unknown, place: Place): string {
  const text = readText(value, place);
  if (text.startsWith('/')) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw place.fault('a path that starts with / or a URL', value);
  return `${url.pathname}${url.search}`;
}

/** A status, or a sentence that starts with one, such as `200 on an account that lets older shapes in`. */
function readExpected(value: unknown, place: Place): number | undefined {
  if (value === undefined) return undefined;
  const status = isObject(value) ? value.status : value;
  const number = typeof status === 'string' ? Number(/^\d{3}(?!\d)/.exec(status)?.[0]) : status;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 100 && number <= 599) return number;
  throw place.fault('a status from 100 to 599', value);
}

function readText(value: unknown, place: Place): string {
  if (typeof value === 'string') return value;
  throw place.fault('a text', value);
}

/**
 * A place in the file, as a JSON pointer (RFC 6901). Values of headers may be keys, so they are never shown.
 */
class Place {
  readonly #file: string;
  readonly #pointer: string;

  constructor(file: string, pointer = '') {
    this.#file = file;
    this.#pointer = pointer;
  }

  below(key: string | number): Place {
    return new Place(
      this.#file,
      `${this.#pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    );
  }

  fault(expected: string, found: unknown): RecordingError {
    const isSecret = /\/headers\//.test(this.#pointer);
    return new RecordingError(
      this.#file,
      this.#pointer.replace(/: $/, ''),
      expected,
      isSecret ? kindOf(found) : shown(found),
    );
  }

  hiding(expected: string): RecordingError {
    return new RecordingError(this.#file, this.#pointer, expected, 'other characters');
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isObject(value)) return `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no fields'}`;
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function kindOf(value: unknown): string {
  return value === undefined
    ? 'nothing'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : `a value of the type ${typeof value}`;
}

function tryJson(text: string): { readonly value?: unknown; readonly error?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (text.trim() === '') return { error: 'an empty file' };
    // The message of the parser may quote the file, keys included.
    const position = /position (\d+)/.exec(String(error))?.[1];
    if (position === undefined) return { error: 'text that is not JSON' };
    const line = text.slice(0, Number(position)).split('\n').length;
    return { error: `text that is not JSON (line ${line})` };
  }
}

/** Names of headers that may hold a key. */
const secret = /^(?:x-api-key|authorization|cookie|proxy-authorization)$/i;

/** The member `secret` of a registration, with one of the commas beside it. */
const signingSecret = /"secret"\s*:\s*"whsec_[^"]*"\s*,\s*|,?\s*"secret"\s*:\s*"whsec_[^"]*"/g;

/**
 * The same mock, which appends each request to a file before it answers: one JSON object a line, as `replay`
 * reads them. Only the owner may read a new file, since it has texts and addresses. Keys are left out:
 * `CASCADE_API_KEY` gives one to a replay. So are signing secrets (ADR-0057).
 * @throws a system error if the file cannot be written.
 */
export async function withRecording(
  mock: Mock,
  path: string,
  isRecorded: (target: string) => boolean = () => true,
): Promise<Mock> {
  const file = await open(path, 'a', 0o600);
  let last = 0;
  return {
    ...mock,
    async answer(request) {
      const { method, target, headers } = request;
      if (!isRecorded(target)) return mock.answer(request);
      const body = await request.readBody();
      last += 1;
      const kept = Object.entries(headers).filter(([name]) => !secret.test(name) && !ofConnection.test(name));
      const recorded: RecordedRequest = {
        name: String(last),
        method,
        path: target,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')])),
        ...(body === undefined || body.length === 0
          ? {}
          : { body: Buffer.from(body).toString().replaceAll(signingSecret, '') }),
      };
      await file.appendFile(`${JSON.stringify(recorded)}\n`);
      return mock.answer({ ...request, readBody: async () => body });
    },
    stop() {
      mock.stop();
      void file.close();
    },
  };
}
