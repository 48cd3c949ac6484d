import { judgeMediaType, parseBody, payloadTooLarge, type RequestProblem } from '@cascade/validator';
import type { MockRequest } from './mock-request.ts';

/** The value of a JSON body, or the problem of a body that is not JSON (ADR-0008, ADR-0011). */
export type JsonBody = { readonly value: unknown } | { readonly problem: RequestProblem };

/**
 * Reads a JSON body: 415 for another media type, 413 if too large, 400 with the position of a syntax error.
 */
export async function readJson({ headers, readBody }: MockRequest): Promise<JsonBody> {
  const refused = judgeMediaType(headers);
  if (refused !== undefined) return { problem: refused };
  const bytes = await readBody();
  return bytes === undefined ? { problem: payloadTooLarge() } : parseBody(bytes);
}
