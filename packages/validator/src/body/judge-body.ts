import { problem, type RequestProblem } from '../request-problem.ts';
import { findInvalidByte } from './invalid-byte.ts';
import { findJsonFault } from './json-fault.ts';
import { judgeExtent } from './judge-extent.ts';

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
 * Parses a JSON body. One with too many levels or values is refused before it is parsed (ADR-0011); a syntax error
 * becomes a problem that names its position (ADR-0008).
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
  const [problemJson, json] = ['application/problem+json', 'application/json'] as const;
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
