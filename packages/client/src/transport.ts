import type { paths } from '@cascade/types';
import createClient, { type Client } from 'openapi-fetch';
import type { ClientOptions } from './options.ts';

/** What each attempt passes to openapi-fetch. All attempts of a call share the bytes of the body. */
export interface AttemptInit {
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly bodySerializer: () => string;
  readonly parseAs: 'text';
}

/** The typed operations of openapi-fetch. No other module imports it. */
export type Transport = Client<paths>;

/** Posts a request once; `data` is the text of a 2xx, `error` that of any other, parsed if it is JSON. */
export type Post = (init: AttemptInit) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * A transport for one account.
 * @throws {TypeError} if `baseUrl` is not a URL, or `apiKey` not a header value.
 */
export function createTransport({ baseUrl, apiKey }: ClientOptions): Transport {
  const headers = { 'x-api-key': apiKey };
  new Request(baseUrl, { headers });
  // Redirects are not followed: one could send the key to another host, and post a second time.
  return createClient({ baseUrl, headers, redirect: 'manual' });
}
