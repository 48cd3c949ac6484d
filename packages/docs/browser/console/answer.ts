import { judgeExtent } from '@cascade/validator';
import { defined, isObject, parsedJson } from '../../src/objects.ts';

/** Of the connection between the docs server and the page, or shown as facts. */
const hidden = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);
/** Shown as the title of an error answer without a problem body. */
const notProblem = 'no problem body';

/** Bytes that are shown at once, and with each further step. */
export const shownAtOnce = 200_000;
/** Of a longer body the rest is not read: the browser holds it, and none of it is in the page. */
const mostRead = 32 * 1024 * 1024;

/** An answer as far as it was read. */
export interface Answer {
  /** Its head, and the beginning of its body: JSON indented, if it is short. */
  readonly text: string;
  /** Its status, its time and its size. */
  readonly facts: string;
  readonly isAccepted: boolean;
  /** The title of its problem body; none if it is a success. */
  readonly title?: string;
  /** Its body, if the page shows the beginning alone. */
  readonly long?: LongBody;
  readonly isPage: boolean;
}

/** A body that is too long for the page. */
interface LongBody {
  readonly bytes: Blob;
  readonly isWhole: boolean;
}

/** Reads an answer; of a long one what the page can hold. `since` is when its request was sent. */
export async function readAnswer(response: Response, since: number): Promise<Answer> {
  const headers = [...response.headers].filter(([name]) => !hidden.has(name)).map((pair) => pair.join(': '));
  const head = [`HTTP/1.1 ${response.status}`, ...headers, ''].join('\n');
  const body = await readBody(response);
  const milliseconds = Math.round(performance.now() - since);
  const size = `${body.isWhole ? '' : 'more than '}${describeSize(body.bytes.size)}`;
  const isLong = body.bytes.size > shownAtOnce;
  const { text, title } = isLong ? await beginningOf(body.bytes) : await shortBody(body.bytes);
  return defined({
    text: `${head}\n${text}`,
    facts: `${response.status} · ${describeTime(milliseconds)} · ${size}`,
    isAccepted: response.ok,
    title: response.ok ? undefined : title,
    long: isLong ? body : undefined,
    isPage: response.headers.get('content-type')?.startsWith('text/html') === true,
  });
}

async function readBody(response: Response): Promise<LongBody> {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (reader !== undefined && size < mostRead) {
    const { value, done } = await reader.read();
    if (done) return { bytes: new Blob(parts), isWhole: true };
    parts.push(value);
    size += value.byteLength;
  }
  await reader?.cancel();
  return { bytes: new Blob(parts), isWhole: reader === undefined };
}

async function shortBody(bytes: Blob) {
  const text = await bytes.text();
  // Deeply nested JSON would be a thousand times as long once it is indented.
  const isFlat = judgeExtent(new Uint8Array(await bytes.arrayBuffer())) === undefined;
  const value = isFlat ? parsedJson(text) : undefined;
  const title = isObject(value) && typeof value.title === 'string' ? value.title : notProblem;
  return { text: value === undefined ? text : JSON.stringify(value, undefined, 2), title };
}

async function beginningOf(bytes: Blob) {
  return { text: await textBetween(bytes, 0, shownAtOnce), title: notProblem };
}

/** The text of some bytes: a character that begins before the first of them is left to the part before. */
export async function textBetween(bytes: Blob, begin: number, end: number): Promise<string> {
  const isInside = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
  const longestRest = 3;
  const part = new Uint8Array(await bytes.slice(begin, end + longestRest).arrayBuffer());
  let from = 0;
  while (begin > 0 && from < longestRest && isInside(part[from])) from += 1;
  let to = Math.min(part.length, end - begin);
  while (to < part.length && isInside(part[to])) to += 1;
  return new TextDecoder().decode(part.subarray(from, to));
}

/** A number of bytes in words. */
export function describeSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function describeTime(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
