import { problem, type RequestProblem } from '../request-problem.ts';
import { isJson } from './media-type.ts';
import { parseJson } from './parse-json.ts';

/** Headers of a request, with names in lower case. */
export type BodyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The largest body that a provider accepts (ADR-0011). */
export const bodyLimitInBytes = 1_048_576; // 1 MiB

/** The problem of headers that do not declare uncompressed JSON (ADR-0011), or nothing. Reads no body. */
export function judgeMediaType(headers: BodyHeaders): RequestProblem | undefined {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  const readable = typeof type === 'string' && isJson(type) && String(encoding).toLowerCase() === 'identity';
  return readable ? undefined : problem('unsupported-media-type');
}

/** Parses a JSON body; a syntax error becomes a problem that names its position (ADR-0008). */
export function parseBody(
  bytes: Uint8Array,
): { readonly value: unknown } | { readonly problem: RequestProblem } {
  const parsed = parseJson(bytes);
  if ('value' in parsed) return parsed;
  const detail = `the body is not a JSON object: ${parsed.fault}`;
  return { problem: problem('matched-template-not-found', { detail, pointer: '' }) };
}
