import type { IncomingHttpHeaders } from 'node:http';
import { canonicalProblemCode, isKnownProblemCode, problemFacts } from '@cascade/types';
import { judgeMediaType, parseBody, payloadTooLarge, type RequestProblem } from '@cascade/validator';
import type { IHttpOperation } from '@stoplight/types';
import { defined } from './defined.ts';
import type { Outcome } from './outcome.ts';

/** An HTTP request without its socket, and with its body unread. */
export interface MockRequest {
  readonly method: string;
  /** The request target: a path, optionally with a query, or a URL (RFC 9112 §3.2). */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Reads the body; returns nothing if it exceeds the limit, and leaves the rest unread. */
  readBody(): Promise<Uint8Array | undefined>;
  /** The address that it came from; absent without a socket. */
  readonly peer?: () => string | undefined;
  /** Aborts once the caller has closed its side of the connection; absent without a socket. */
  readonly left?: () => AbortSignal;
}

/**
 * The request after that many seconds. Its body is read before: a request that is not read for long would be
 * taken for a slow one.
 */
export async function held(
  request: MockRequest,
  seconds: number,
  pause: (milliseconds: number) => Promise<void>,
): Promise<MockRequest> {
  const body = await request.readBody();
  await pause(seconds * 1_000);
  return { ...request, readBody: async () => body };
}

/** The path of a request target, without the query. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split('?', 1)[0] ?? target;
  return URL.canParse(target) ? new URL(target).pathname : target;
}

/** The query of a request target, without its question mark. */
export function queryOf(target: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return query;
}

/** The value of a JSON body, or the problem of a body that is not JSON (ADR-0008, ADR-0011). */
type JsonBody = { readonly value: unknown } | { readonly problem: RequestProblem };

/**
 * Reads a JSON body: 415 for another media type, 413 if too large, 400 with the position of a syntax error.
 */
export async function readJson({ headers, readBody }: MockRequest): Promise<JsonBody> {
  const refused = judgeMediaType(headers);
  if (refused !== undefined) return { problem: refused };
  const bytes = await readBody();
  return bytes === undefined ? { problem: payloadTooLarge() } : parseBody(bytes);
}

/** The preferences of a `Prefer` header (RFC 7240). */
export interface Preferences {
  /** `code=400`: the status of the response to show. */
  readonly code?: string;
  /** `example=text-not-specified`: the named example to show. */
  readonly example?: string;
  /** `callback=not-chattwo-user`: the status event to send after the answer. */
  readonly callback?: string;
  /** `delay=2.5`: seconds after which the request is carried out and answered. */
  readonly delay?: number;
}

/** What cannot be read or honoured of a `Prefer` header. */
interface NotUnderstood {
  readonly unknown: string;
}

const known = ['code', 'example', 'callback', 'delay'] as const;

/** Seconds. */
const longestDelay = 60;

/** One preference: a token, optionally with a plain or quoted value, and what follows. */
const preference = /^([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?\s*(.*)$/s;

/**
 * Reads a `Prefer` header; the first of two equal preferences counts (RFC 7240 §2). That has a server ignore
 * what it does not know. The mock says so instead: a test that misspells a preference must not pass.
 */
export function readPreferences(header: string | readonly string[] | undefined): Preferences | NotUnderstood {
  const found = new Map<string, string>();
  for (const part of splitOutsideQuotes([header ?? []].flat().join(','))) {
    const [, name, quoted, plain, rest] = preference.exec(part) ?? [];
    const key = name?.toLowerCase() ?? part;
    if (!known.some((each) => each === key)) return notUnderstood(key, `only ${known.join(', ')}`);
    if (rest !== '') return notUnderstood(`${rest} behind ${key}`, 'a comma separates preferences');
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  }
  const { code, example, callback, delay } = Object.fromEntries(found);
  const wanted = defined({ code, example, callback });
  if (delay === undefined) return wanted;
  return isDelay(delay)
    ? { ...wanted, delay: Number(delay) }
    : notUnderstood(`the delay ${delay}`, `only seconds from 0 to ${longestDelay}`);
}

function isDelay(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text) && Number(text) <= longestDelay;
}

function notUnderstood(what: string, but: string): NotUnderstood {
  return { unknown: `${what} is not understood, ${but}` };
}

function splitOutsideQuotes(header: string): string[] {
  const parts = header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"]|")+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The requested example, or why there is none. */
type ChosenExample = Outcome | { readonly unknown: string };

interface Shown {
  readonly status: number;
  readonly examples: readonly string[];
}

/**
 * Finds the response that `Prefer: code=…, example=…` asks for; either alone suffices. An example is named by
 * its name or by its problem code. Prism would answer a misspelled preference with another response; the mock
 * rejects it, so that a test which never saw its error fails.
 */
export function chooseExample({ responses }: IHttpOperation, { code, example }: Preferences): ChosenExample {
  const shown = responses.filter((response) => response.code !== 'default').map(readShown);
  const candidates = code === undefined ? shown : shown.filter(({ status }) => String(status) === code);
  if (candidates.length === 0) {
    return { unknown: `there is no response ${code}, only ${shown.map(({ status }) => status).join(', ')}` };
  }
  const [first] = candidates;
  if (example === undefined && first !== undefined) return { status: first.status };
  const names = namesOf(example ?? '');
  for (const { status, examples } of candidates) {
    const found = names.find((name) => examples.includes(name));
    if (found !== undefined) return { status, example: found };
  }
  const known = candidates.flatMap(({ examples }) => examples).join(', ');
  return {
    unknown: `there is no example ${example}${code === undefined ? '' : ` with ${code}`}, only ${known}`,
  };
}

function readShown({ code, contents = [] }: IHttpOperation['responses'][number]): Shown {
  return {
    status: Number(code),
    examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
  };
}

/** The names of the examples that a name stands for: itself, or those of a problem code. */
function namesOf(example: string): readonly string[] {
  const code = canonicalProblemCode(example);
  const cases = isKnownProblemCode(code) ? Object.keys(problemFacts(code).examples) : [];
  return [example, ...cases];
}
