import type { Server } from 'node:http';

/**
 * Answers a client that closes its side of the connection after its request (RFC 9112 §9.6), as `nc` and some proxies
 * do. Node does so only with this property, which it has had since 0.3 and does not document. A closed side leaves no
 * connection behind: it is closed after the last answer, or at once if none is due, and an incomplete request is
 * refused.
 */
export function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}
