import { isObject } from '@cascade/validator';
import { Place, RecordingError, readText } from './place.ts';
import { readHar } from './read-har.ts';
import { readRequest } from './read-request.ts';
import type { RecordedCallback, RecordedRequest, Recording } from './recorded.ts';

/**
 * Reads recorded requests: a JSON array, `{requests: […]}`, one JSON object a line (NDJSON), or a HAR file. A
 * last line that was cut off is left out.
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
  const last = filled.at(-1);
  const torn = last !== undefined && !plain.endsWith('\n') && isCutOff(last.line) ? last : undefined;
  const entries = filled.flatMap((each) => {
    if (each === torn) return [];
    const { value, error } = tryJson(each.line);
    if (error !== undefined) throw new RecordingError(file, `line ${each.number}`, 'a JSON object', error);
    return [{ value, place: new Place(file, `line ${each.number}: `) }];
  });
  const notes = torn === undefined ? [] : [`skipped line ${torn.number} of ${file}: it is cut off`];
  return readEntries(file, entries, new Place(file), notes);
}

function readWhole(file: string, value: unknown): Recording {
  const place = new Place(file);
  const readList = (list: readonly unknown[], at: Place) =>
    readEntries(
      file,
      list.map((each, index) => ({ value: each, place: at.below(index) })),
      at,
    );
  if (Array.isArray(value)) return readList(value, place);
  if (isObject(value) && isObject(value.log))
    return readHar(file, value.log.entries, place.below('log').below('entries'));
  if (isObject(value) && value.requests !== undefined) {
    const list = place.below('requests');
    if (Array.isArray(value.requests)) return readList(value.requests, list);
    throw list.fault('a list of requests', value.requests);
  }
  if (isObject(value) && value.method !== undefined) return readEntries(file, [{ value, place }], place);
  throw place.fault('a list of requests, {"requests": […]} or a HAR file with log.entries', value);
}

interface Entry {
  readonly value: unknown;
  readonly place: Place;
}

function readEntries(
  file: string,
  entries: readonly Entry[],
  list: Place,
  before: readonly string[] = [],
): Recording {
  const requests: RecordedRequest[] = [];
  const callbacks: RecordedCallback[] = [];
  const notes = [...before];
  for (const [at, { value, place }] of entries.entries()) {
    if (isObject(value) && value.callback !== undefined) {
      callbacks.push(readCallback(value.callback, requests.length, place.below('callback')));
      continue;
    }
    const request = readRequest(value, at, place);
    const skipped = whyNotSendable(value, request);
    if (skipped === undefined) requests.push(request);
    else notes.push(`skipped the request ${request.name} of ${file}: ${skipped}`);
  }
  if (requests.length === 0) throw list.fault('at least one request', []);
  return { requests, callbacks, notes };
}

function whyNotSendable(value: unknown, { answer, body }: RecordedRequest): string | undefined {
  if (isObject(value) && value.answer === null) return 'the mock dropped it';
  const isTooLarge = answer?.status === 413 && body === undefined;
  return isTooLarge ? 'its body was too large to be kept' : undefined;
}

function readCallback(value: unknown, after: number, place: Place): RecordedCallback {
  if (!isObject(value)) throw place.fault('an object with event and result', value);
  const { webhookId, event, result } = value;
  const here = place.below('event');
  if (!isObject(event)) throw here.fault('a status event', event);
  return {
    after,
    event: { ...event, requestId: readText(event.requestId, here.below('requestId')) },
    result: readText(result, place.below('result')),
    ...(webhookId === undefined ? {} : { webhookId: readText(webhookId, place.below('webhookId')) }),
  };
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

/** Whether the text of a JSON object ends too early. */
function isCutOff(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    return /Unexpected end/.test(String(error)) || Number(position) === text.length;
  }
}
