import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

const head = Buffer.from('HTTP/1.1 100');
const end = '\r\n\r\n';
/** No interim response is longer. */
const longest = 8_192;

/**
 * Has a connection of undici skip `100 Continue`, which some servers send though it was not asked for: a
 * client must ignore it (RFC 9110, §15.2), and undici ends the connection. Its client reads the socket by
 * `read` alone, and writes a request only when the response before it has ended: so a status line can only be
 * what comes first after a write.
 */
function skipContinue<Connection extends Socket>(socket: Connection): Connection {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isAtHead = true;
  let kept: Buffer = Buffer.alloc(0);

  socket.write = ((...parts: Parameters<Socket['write']>) => {
    isAtHead = true;
    return write(...parts);
  }) as Socket['write'];

  socket.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || !isAtHead) return chunk;
    kept = withoutContinue(Buffer.concat([kept, chunk]));
    // More of it is to come, and is announced again.
    if (isBeginning(kept) && kept.length <= longest) return null;
    isAtHead = false;
    const taken = kept;
    kept = Buffer.alloc(0);
    return taken;
  };

  return socket;
}

/** What a connector of undici calls, with a connection that skips them. */
export function skippingContinue(callback: buildConnector.Callback): buildConnector.Callback {
  return (...args) => {
    const [error, socket] = args;
    if (error === null) callback(null, skipContinue(socket));
    else callback(error, null);
  };
}

/** The bytes behind all interim responses that are complete. */
function withoutContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  while (rest.subarray(0, head.length).equals(head)) {
    const at = rest.indexOf(end);
    if (at < 0) return rest;
    rest = rest.subarray(at + end.length);
  }
  return rest;
}

/** Whether more bytes may make it an interim response. */
function isBeginning(bytes: Buffer): boolean {
  const compared = Math.min(bytes.length, head.length);
  return bytes.subarray(0, compared).equals(head.subarray(0, compared));
}
