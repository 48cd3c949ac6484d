import type { IncomingHttpHeaders } from 'node:http';

/** An HTTP request without its socket, and with its body unread. */
export interface MockRequest {
  readonly method: string;
  /** The request target: a path, optionally with a query, or a URL (RFC 9112 §3.2). */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Reads the body; returns nothing if it exceeds the limit, and leaves the rest unread. */
  readBody(): Promise<Uint8Array | undefined>;
}

/** The path of a request target, without the query. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split('?', 1)[0] ?? target;
  return URL.canParse(target) ? new URL(target).pathname : target;
}
