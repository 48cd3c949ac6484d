import type { IncomingHttpHeaders } from 'node:http';

/** An HTTP request as the mock sees it: no socket, the body not yet read. */
export interface MockRequest {
  readonly method: string;
  /** The request target: a path, perhaps with a query, or a whole URL (RFC 9112 §3.2). */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Reads the body; nothing if it is larger than the limit, and then the rest stays unread. */
  readBody(): Promise<Uint8Array | undefined>;
}

/** The path of a request target, without the query. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split('?', 1)[0] ?? target;
  return URL.canParse(target) ? new URL(target).pathname : target;
}
