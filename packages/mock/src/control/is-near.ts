import type { MockRequest } from '../request.ts';

const loopbackPeer = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/;
/** A host with or without its port. */
export const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Whether a request comes from this machine and was sent to it by a name of loopback: a web page can make its
 * own name lead to 127.0.0.1. A request without a socket comes from the process itself.
 */
export function isNear({ peer, headers: { host } }: MockRequest): boolean {
  const address = peer?.();
  return (address === undefined || loopbackPeer.test(address)) && (!host || loopbackHost.test(host));
}

/**
 * Whether a browser sent a request for a page of another origin. Browsers send no `Origin` with the GET of a
 * link or an image, which changes nothing and whose response the page cannot read.
 */
export function isFromForeignPage({ headers: { host, origin } }: MockRequest): boolean {
  return origin !== undefined && origin !== `http://${host}`;
}
