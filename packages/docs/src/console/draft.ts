import { isObject, parsedJson } from '../objects.ts';
import type { SampleRequest } from '../samples/index.ts';

/** The request in the form: text, valid or not. */
export interface Draft {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** Further headers, one per line. */
  readonly headers: string;
  readonly body: string;
}

/** Any request. The link shows all of it, so its key must not be a secret. */
export interface LinkedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or text that is sent unchanged. */
  readonly body: unknown;
  /** Whether the form keeps its key: the link that a reader shares has none. */
  readonly keepsKey?: true;
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

/** The request id of a message; undefined if the body has none. */
export function requestIdOf({ body }: Draft): string | undefined {
  const value = parsedJson(body);
  return isObject(value) && typeof value.requestId === 'string' ? value.requestId : undefined;
}

/** Other headers may hold a secret. */
const keptHeaders = new Set(['accept', 'content-type', 'prefer', 'traceparent']);

/** The draft as it may be stored: of keys it has those of the samples alone, of headers those without secrets. */
export function withoutSecrets(draft: Draft, sampleKeys: ReadonlySet<string>): Draft {
  const headers = draftHeaders({ ...draft, key: '' })
    .filter(([name]) => keptHeaders.has(name.toLowerCase()))
    .map((pair) => pair.join(': '));
  return { ...draft, key: sampleKeys.has(draft.key) ? draft.key : '', headers: headers.join('\n') };
}

/** Whether a stored value is a draft. */
export function isDraft(value: unknown): value is Draft {
  if (!isObject(value)) return false;
  const { method, path, key, headers, body } = value;
  return [method, path, key, headers, body].every((one) => typeof one === 'string');
}

/** The draft as a request to show as code. */
export function sampleRequestOf(draft: Draft, baseUrl: string, keyIsPublic: boolean): SampleRequest {
  const { method, path, body } = draft;
  return { method, url: baseUrl + path, headers: Object.fromEntries(draftHeaders(draft)), body, keyIsPublic };
}
