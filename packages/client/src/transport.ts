import type { paths } from '@cascade/types';
import createClient, { type Client } from 'openapi-fetch';
import type { ClientOptions } from './options.ts';

/** What each attempt adds to a request: what it needs to follow it, and the bytes that all attempts share. */
export interface AttemptInit {
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly bodySerializer: () => string;
  readonly parseAs: 'text';
}

/** The operations of the description over openapi-fetch, which nothing else of the client imports. */
export type Transport = Client<paths>;

/** Posts a request once; `data` is the text of a 2xx, `error` that of any other, parsed if it is JSON. */
export type Post = (init: AttemptInit) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * A transport for one account.
 * @throws {TypeError} when the base address or the key cannot be sent at all.
 */
export function createTransport({ baseUrl, apiKey }: ClientOptions): Transport {
  const headers = { 'x-api-key': apiKey };
  new Request(baseUrl, { headers });
  // A redirect could hand the key to another host and post a second time: it is an answer like any other.
  return createClient({ baseUrl, headers, redirect: 'manual' });
}
