import type { SampleRequest } from '../samples/index.ts';
import type { LinkedRequest } from './link.ts';

/** The request in the form: text, valid or not. */
export interface Draft {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** Further headers, one per line. */
  readonly headers: string;
  readonly body: string;
}

/** The operation that preflight can judge (§4.1). */
export const preflightPath = '/api/cascade/schedule';

/** A request as the form shows it: its key apart, JSON indented. */
export function draftOf({ method, path, headers, body }: LinkedRequest): Draft {
  const { 'x-api-key': key = '', ...further } = headers;
  return {
    method,
    path,
    key,
    headers: Object.entries(further)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    body: typeof body === 'string' ? body : JSON.stringify(body, undefined, 2),
  };
}

/** All headers of a draft. Lines without a colon are skipped; an empty key is not sent. */
export function draftHeaders({ key, headers }: Draft): readonly (readonly [name: string, value: string])[] {
  const further = headers
    .split('\n')
    .map((line) => /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line))
    .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const]));
  return key === '' ? further : [['x-api-key', key], ...further];
}

/** The body parsed as JSON, or the parser's message. */
export function jsonOf({ body }: Draft): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(body) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The draft as a request to show as code. */
export function sampleRequestOf(draft: Draft, baseUrl: string, keyIsPublic: boolean): SampleRequest {
  const { method, path, body } = draft;
  return { method, url: baseUrl + path, headers: Object.fromEntries(draftHeaders(draft)), body, keyIsPublic };
}
