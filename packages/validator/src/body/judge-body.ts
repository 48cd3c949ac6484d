import { problem, type RequestProblem } from '../request-problem.ts';
import { bodyLevelLimit, bodyValueLimit } from './body-limit.ts';
import { findInvalidByte } from './invalid-byte.ts';
import { findJsonFault } from './json-fault.ts';

/** Headers of a request, with names in lower case. */
export type BodyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The problem of headers that do not declare uncompressed JSON (ADR-0011), or nothing. Reads no body. */
export function judgeMediaType(headers: BodyHeaders): RequestProblem | undefined {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  if (typeof type !== 'string') return unsupported('Content-Type: must be application/json, found none');
  if (!isJson(type)) return unsupported('Content-Type: must be application/json, found another media type');
  if (String(encoding).toLowerCase() === 'identity') return undefined;
  return unsupported('Content-Encoding: must be absent or identity, found another encoding');
}

function unsupported(detail: string): RequestProblem {
  return problem('unsupported-media-type', { detail });
}

/**
 * Parses a JSON body. One with too many levels or values is refused before it is parsed (ADR-0011); a syntax
 * error becomes a problem that names its position (ADR-0008).
 */
export function parseBody(
  bytes: Uint8Array,
): { readonly value: unknown } | { readonly problem: RequestProblem } {
  const tooMuch = judgeExtent(bytes);
  if (tooMuch !== undefined) return { problem: tooMuch };
  const parsed = parseJson(bytes);
  if ('value' in parsed) return parsed;
  const detail = `the body is not a JSON object: ${parsed.fault}`;
  return { problem: problem('matched-template-not-found', { detail, pointer: '' }) };
}

/** Whether a Content-Type is `application/json`, with any parameters (ADR-0011). */
function isJson(contentType: string | undefined): boolean {
  return essence(contentType ?? '') === 'application/json';
}

/** The media type of a problem body: `application/json` if the Accept header prefers it (ADR-0002). */
export function problemMediaType(accept: string | undefined): string {
  const problemJson = 'application/problem+json';
  const json = 'application/json';
  return accept !== undefined && quality(accept, json) > quality(accept, problemJson) ? json : problemJson;
}

/** The weight of a media type in an Accept header; the most specific range decides (RFC 9110 §12.5.1). */
function quality(accept: string, mediaType: string): number {
  const weights = new Map(accept.split(',').map((range) => [essence(range), weight(range)]));
  const anySubtype = `${mediaType.split('/', 1)[0]}/*`;
  return weights.get(mediaType) ?? weights.get(anySubtype) ?? weights.get('*/*') ?? 0;
}

function weight(range: string): number {
  const stated = /;\s*q=([0-9.]+)/i.exec(range)?.[1];
  return stated === undefined ? 1 : Number(stated);
}

function essence(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** A parsed body, or its first error with the position. */
type ParsedBody = { readonly value: unknown } | { readonly fault: string };

/** Parses a JSON text in UTF-8 (RFC 8259); a byte order mark is ignored. */
function parseJson(bytes: Uint8Array): ParsedBody {
  const text = decode(bytes);
  if (text === undefined) return { fault: `not UTF-8 at byte ${findInvalidByte(bytes)}` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: findJsonFault(text) };
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The problem of a body with too many levels or values (ADR-0011), or nothing. Reads the bytes once, before a
 * tree exists: a tree of half a million arrays takes a hundred times the time of this scan. Bytes that are
 * not JSON may pass.
 */
export function judgeExtent(bytes: Uint8Array): RequestProblem | undefined {
  const exceeded = findExcess(bytes);
  if (exceeded === undefined) return undefined;
  return problem('matched-template-not-found', { detail: `the body must not ${exceeded}`, pointer: '' });
}

/** What a byte begins or ends outside of texts; everything else is part of a number or literal. */
const literal = 0;
const blank = 1;
const quote = 2;
const open = 3;
const close = 4;
const colon = 5;
const kinds = new Uint8Array(256);
for (const [characters, kind] of [
  [' \t\n\r,', blank],
  ['"', quote],
  ['[{', open],
  [']}', close],
  [':', colon],
] as const)
  for (const character of characters) kinds[character.charCodeAt(0)] = kind;

/** By kind. The text before a colon is a name: it counted for the value that follows. */
const levelsOf = Int8Array.of(0, 0, 0, 1, -1, 0);
const valuesOf = Int8Array.of(1, 0, 1, 1, 0, -1);

function findExcess(bytes: Uint8Array): string | undefined {
  let levels = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = kinds[bytes[at] ?? 0] ?? literal;
    levels += levelsOf[kind] ?? 0;
    values += valuesOf[kind] ?? 0;
    if (levels > bodyLevelLimit) return `be nested deeper than ${bodyLevelLimit} levels`;
    if (values > bodyValueLimit) return `have more than ${bodyValueLimit} values`;
    if (kind === quote) at = endOfText(bytes, at);
    else if (kind <= blank) at = endOfRun(bytes, at, kind);
  }
  return undefined;
}

/** The position of the closing quote, or the end. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quoteByte) at += bytes[at] === backslashByte ? 2 : 1;
  return at;
}

/**
 * The position of the last byte of a number or literal, or of blanks. A loop of its own: a megabyte in 3 ms,
 * not 18.
 */
function endOfRun(bytes: Uint8Array, start: number, kind: number): number {
  let at = start;
  while (at + 1 < bytes.length && kinds[bytes[at + 1] ?? 0] === kind) at += 1;
  return at;
}

const quoteByte = 0x22;
const backslashByte = 0x5c;
