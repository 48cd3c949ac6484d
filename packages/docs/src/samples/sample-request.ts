import { parsedJson } from '../objects.ts';

/**
 * Whether the values that JavaScript reads from JSON text say the same as the text. They do not with a number
 * that is not exact, a repeated member or half of a surrogate pair; nor in every language with names such as
 * `7` (a list in PHP) and `__proto__`.
 */
function isLossless(text: string, value: unknown): boolean {
  return withoutLayout(text) === JSON.stringify(value) && hasPlainNames(value);
}

/** Every string as `JSON.stringify` writes it, and no blanks between the tokens. */
function withoutLayout(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (token) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : '',
  );
}

function hasPlainNames(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(hasPlainNames);
  return Object.entries(value).every(
    ([name, child]) =>
      name !== '__proto__' && !/^-?\d+$/.test(name) && name.isWellFormed() && hasPlainNames(child),
  );
}

/** A request to show as code. */
export interface SampleRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As text, JSON or not; absent: no body. */
  readonly body?: string;
  /**
   * The value of `x-api-key` is public, a demo key, and may be shown. Any other key is read from the
   * environment only.
   */
  readonly keyIsPublic?: boolean;
}

/** The request with what every language needs to know about it. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  /** Without the key. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * The value used when the environment has none; empty for keys that are not shown; absent: no key is sent.
   */
  readonly key: string | undefined;
  readonly body: SampleBody | undefined;
}

/**
 * JSON that survives a round trip through the values of every language; any other text; or text too long for
 * a sample, which is read from the file `body.json`.
 */
export type SampleBody =
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file' };

/** The name of the environment variable that has the key, as in the examples. */
export const keyVariable = 'CASCADE_API_KEY';

/** Where a body is read from that is too long for a sample. */
export const bodyFile = 'body.json';

/** Characters. Java takes 65,535 bytes in one literal. */
const longestBody = 16_000;

export function prepare({ method, url, headers, body, keyIsPublic }: SampleRequest): PreparedRequest {
  const all = Object.entries(headers);
  const isKey = ([name]: readonly [string, string]) => name.toLowerCase() === 'x-api-key';
  const key = all.find(isKey)?.[1];
  return {
    method,
    url,
    headers: all.filter((header) => !isKey(header)),
    key: key === undefined || (keyIsPublic === true && /^[\w.-]+$/.test(key)) ? key : '',
    body: body === undefined || !takesBody(method) ? undefined : bodyOf(body),
  };
}

/** Whether `fetch` allows a body with this method. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function bodyOf(text: string): SampleBody {
  // No shell passes U+0000 to a program.
  if (text.length > longestBody || text.includes('\0')) return { kind: 'file' };
  const value = parsedJson(text);
  if (value === undefined || !isLossless(text, value)) return { kind: 'text', text: text.toWellFormed() };
  return { kind: 'json', value, text: JSON.stringify(value, undefined, 2) };
}
