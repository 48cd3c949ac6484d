import { isObject } from '@cascade/validator';
import { defined } from '../defined.ts';
import { type Answer, answerOf, keepHeaders } from './answer.ts';
import { type Place, readText } from './place.ts';
import type { RecordedRequest } from './recorded.ts';

/** One request, flat or with method, path, headers and body in a member `request`. */
export function readRequest(value: unknown, at: number, outer: Place): RecordedRequest {
  if (!isObject(value)) throw outer.fault('an object with method, path, headers and body', value);
  const isNested = isObject(value.request);
  const place = isNested ? outer.below('request') : outer;
  const request = isObject(value.request) ? value.request : value;
  const method = readText(request.method ?? 'POST', place.below('method'));
  const path = readPath(request.path ?? request.url, place.below('path'));
  const { body } = request;
  return {
    name: value.name === undefined ? `${at + 1}` : readText(value.name, outer.below('name')),
    method: readMethod(method, place.below('method')),
    path,
    headers: readHeaders(request.headers, place.below('headers')),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...defined({
      expected: readExpected(value.expected, outer.below('expected')),
      answer: readAnswer(value.answer ?? undefined, outer.below('answer')),
    }),
  };
}

function readAnswer(value: unknown, place: Place): Answer | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) throw place.fault('an object with status, headers and body', value);
  const { status, headers = {}, body } = value;
  if (!isStatus(status)) throw place.below('status').fault('a status from 100 to 599', status);
  const here = place.below('headers');
  if (!isObject(headers)) throw here.fault('an object of texts', headers);
  const kept = Object.entries(headers).map(
    ([name, each]) => [name.toLowerCase(), readText(each, here.below(name))] as const,
  );
  const byName = new Map(kept);
  return answerOf(
    status,
    keepHeaders((name) => byName.get(name)),
    body,
  );
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
export const ofConnection =
  /^(:.*|host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|expect|te|upgrade)$/i;

export function sendable(
  pairs: readonly (readonly [string, string])[],
  place: Place,
): Record<string, string> {
  const headers = pairs.filter(([name]) => !ofConnection.test(name));
  for (const [name, value] of headers) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw place.fault('names of HTTP headers', name);
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw place.below(name).hiding('a value of an HTTP header');
  }
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

export function readMethod(method: string, place: Place): string {
  if (!/^[A-Za-z]{1,20}$/.test(method)) throw place.fault('an HTTP method', method);
  return method.toUpperCase();
}

/** A path, or the path of a whole URL. */
export function readPath(value: unknown, place: Place): string {
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
  if (isStatus(number)) return number;
  throw place.fault('a status from 100 to 599', value);
}

export function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599;
}
