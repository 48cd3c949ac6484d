import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** How an interim response begins, where `#` is a digit. */
const pattern = 'HTTP/1.# 1##';
const end = '\r\n\r\n';
/** No interim response is longer. */
const longest = 8_192;

/**
 * Has a connection of undici skip interim responses: a client must be ready for them, asked for or not (RFC
 * 9110, §15.2), and undici ends the connection for a `100 Continue`. Its client reads the socket by `read`
 * alone, and writes a request only when the response before it has ended: so a status line can only be what
 * comes first after a write, or behind an interim response.
 */
function skipInterim<Connection extends Socket>(socket: Connection): Connection {
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
    kept = withoutInterim(Buffer.concat([kept, chunk]));
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
    if (error === null) callback(null, skipInterim(socket));
    else callback(error, null);
  };
}

/** The bytes behind all interim responses that are complete. */
function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (rest.length >= pattern.length && isBeginning(rest)) {
    const at = rest.indexOf(end);
    if (at < 0) return rest;
    rest = rest.subarray(at + end.length);
  }
  return rest;
}

/** Whether it is an interim response, or more bytes may make it one. The bytes after 101 have another protocol. */
function isBeginning(bytes: Buffer): boolean {
  const first = bytes.toString('latin1', 0, pattern.length);
  const fits = [...first].every((letter, at) =>
    pattern[at] === '#' ? /\d/.test(letter) : letter === pattern[at],
  );
  return fits && !first.endsWith(' 101');
}
