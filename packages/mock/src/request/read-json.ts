import { deserved } from '../judge.ts';
import { type Outcome, problem } from '../outcome.ts';
import { isJson } from './media-type.ts';
import type { MockRequest } from './mock-request.ts';
import { parseJson } from './parse-json.ts';

/** The value of a JSON body, or the outcome for a body that is none (ADR-0008, ADR-0011). */
export type JsonBody = { readonly value: unknown } | { readonly refused: Outcome };

/** Reads the body of a request as JSON: 415 if it is declared as anything else, 413, or 400 with the place. */
export async function readJson({ headers, readBody }: MockRequest): Promise<JsonBody> {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!isJson(headers['content-type']) || encoding.toLowerCase() !== 'identity') {
    return { refused: { status: 415, example: 'unsupported-media-type' } };
  }
  const bytes = await readBody();
  if (bytes === undefined) return { refused: { status: 413, example: 'payload-too-large' } };
  const parsed = parseJson(bytes);
  if ('value' in parsed) return parsed;
  const detail = `the body is not a JSON object: ${parsed.fault}`;
  return { refused: problem(deserved('matched-template-not-found', { detail })) };
}
