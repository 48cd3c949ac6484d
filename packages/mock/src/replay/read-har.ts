import { isObject } from '@cascade/validator';
import { defined } from '../defined.ts';
import { type Answer, answerOf, keepHeaders, parseAnswerBody } from './answer.ts';
import { type Place, readText } from './place.ts';
import { isStatus, readMethod, readPath, sendable } from './read-request.ts';
import type { RecordedRequest, Recording } from './recorded.ts';

/** HTTP Archive 1.2, as browsers and proxies write it. Only requests to the API are kept. */
export function readHar(file: string, entries: unknown, place: Place): Recording {
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
        headers: sendable(readPairs(request.headers, here.below('headers')), here.below('headers')),
        ...(typeof postData === 'string' ? { body: postData } : {}),
        ...defined({ answer: readResponse(entry, place.below(at).below('response')) }),
      },
    ];
  });
  if (requests.length === 0) throw place.fault('at least one request below /api/', entries);
  const skipped = entries.length - requests.length;
  const note = `skipped ${skipped} entries of ${file} that ask for something else than the API`;
  return { requests, callbacks: [], notes: skipped === 0 ? [] : [note] };
}

/** A whole browser also records `data:`, `blob:`, `wss:` and the pages of its extensions. */
function isHttp(url: unknown): boolean {
  return typeof url !== 'string' || !/^[a-z][a-z\d+.-]*:/i.test(url) || /^https?:/i.test(url);
}

function readPairs(value: unknown, place: Place): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) throw place.fault('a list of {"name", "value"}', value);
  return value.map((each, at) => {
    const here = place.below(at);
    if (!isObject(each)) throw here.fault('an object with name and value', each);
    return [readText(each.name, here.below('name')), readText(each.value, here.below('value'))] as const;
  });
}

/** The answer, if one came (its status is 0 or absent otherwise); without a body if the file has none. */
function readResponse(entry: unknown, place: Place): Answer | undefined {
  const response = isObject(entry) && isObject(entry.response) ? entry.response : {};
  const { status, headers = [], content } = response;
  if (status === undefined || Number(status) <= 0) return undefined;
  if (!isStatus(status)) throw place.below('status').fault('a status from 100 to 599', status);
  const pairs = readPairs(headers, place.below('headers'));
  const byName = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  return answerOf(
    status,
    keepHeaders((name) => byName.get(name)),
    readContent(content),
  );
}

function readContent(content: unknown): unknown {
  if (!isObject(content) || typeof content.text !== 'string') return undefined;
  const { text, encoding } = content;
  return parseAnswerBody(encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text);
}
