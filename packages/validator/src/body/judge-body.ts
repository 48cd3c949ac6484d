import { problem, type RequestProblem } from '../request-problem.ts';
import { judgeExtent } from './judge-extent.ts';
import { isJson } from './media-type.ts';
import { parseJson } from './parse-json.ts';

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
