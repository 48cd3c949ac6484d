import { problem, type RequestProblem } from '../judgement.ts';
import { isJson } from './media-type.ts';
import { parseJson } from './parse-json.ts';

/** Headers of a request, with names in lower case. */
export type BodyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The most that a body may have: 1 MiB (ADR-0011). */
export const bodyLimitInBytes = 1_048_576; // 1 MiB

/** The problem of a body that is not declared as JSON, before any of it is read (ADR-0011), or nothing. */
export function judgeMediaType(headers: BodyHeaders): RequestProblem | undefined {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  const readable = typeof type === 'string' && isJson(type) && String(encoding).toLowerCase() === 'identity';
  return readable ? undefined : problem('unsupported-media-type');
}

/** The value of a JSON body, or the problem that names the place where it stops being JSON (ADR-0008). */
export function parseBody(
  bytes: Uint8Array,
): { readonly value: unknown } | { readonly problem: RequestProblem } {
  const parsed = parseJson(bytes);
  if ('value' in parsed) return parsed;
  const detail = `the body is not a JSON object: ${parsed.fault}`;
  return { problem: problem('matched-template-not-found', { detail, pointer: '' }) };
}
