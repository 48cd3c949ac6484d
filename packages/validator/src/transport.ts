import { problem, problemBody, type RequestProblem } from './request-problem.ts';

/**
 * Traffic that never becomes a request of an operation (ADR-0011), so that all providers on Node answer it
 * alike. What is used of Node's sockets and responses is declared here: no types of Node are needed.
 */

/** An answer, ready to be written. Header names are in lower case. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The problem code, for the log. */
  readonly code?: string | undefined;
}

interface Socket {
  readonly writable: boolean;
  destroy(): unknown;
  end(text: string): unknown;
}

interface Response {
  readonly req: { readonly socket: object; readonly complete: boolean };
  readonly writableFinished: boolean;
  once(event: 'finish', listener: () => void): unknown;
}

/** The error of Node's `clientError` event. */
interface ConnectionError {
  readonly code?: string;
  /** What arrived last: bytes. Fastify declares another type. */
  readonly rawPacket?: unknown;
  /** Bytes of it before the fault. */
  readonly bytesParsed?: number;
}

/** A problem; those of transport alone have no place in the catalogue. */
type BareProblem = Pick<RequestProblem, 'title' | 'status' | 'detail'>;

/** By the code of Node's error; 408 and 431 are not in the catalogue, since no operation returns them. */
const refusals: ReadonlyMap<string | undefined, BareProblem> = new Map<string, BareProblem>([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { title: 'request-timeout', status: 408, detail: 'the request was not complete in time' },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    {
      title: 'request-header-fields-too-large',
      status: 431,
      detail: 'the headers have more than 16384 bytes',
    },
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    problem('payload-too-large', { detail: 'the extensions of the chunks have more than 16384 bytes' }),
  ],
]);

const notHttp = problem('matched-template-not-found', { detail: 'the request is not HTTP' });

/**
 * The problem of an HTTP/1.1 request that does not have exactly one Host (RFC 9112 §3.2). The connection
 * should end with the answer, since a proxy in front may read it differently. Node's own refusal has no body.
 */
export function judgeHost({
  httpVersion,
  rawHeaders,
}: {
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
}): RequestProblem | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return undefined;
  return problem('matched-template-not-found', { detail: `Host: must be sent once, found ${hosts}` });
}

/** A problem as an answer without a request to look at: no `Accept` is known. */
export function bareAnswer(found: BareProblem, headers: Readonly<Record<string, string>> = {}): BareAnswer {
  return {
    status: found.status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: JSON.stringify(problemBody({ ...notHttp, ...found })),
    code: found.title,
  };
}

interface RefusalOptions {
  byTarget?(method: string, target: string): BareAnswer | Promise<BareAnswer>;
  onRefused?(answer: BareAnswer, method: string, target: string): void;
}

/**
 * Answers bytes that are not HTTP, and requests that are too slow or have oversized headers. Earlier requests
 * on the same connection are answered first: they may have been accepted.
 *
 * @param byTarget The answer to a method that Node does not know: 405, or 404 where no operation is. Without
 *   it, that is not HTTP either.
 */
export function createConnectionRefusals({ byTarget, onRefused }: RefusalOptions = {}) {
  const latest = new WeakMap<object, Response>();

  async function refuse(error: ConnectionError, socket: Socket): Promise<void> {
    if (!socket.writable) return;
    const { method = '', target = '' } = readUnknownMethod(error) ?? {};
    const found = method === '' ? undefined : await byTarget?.(method, target);
    const answer = found ?? bareAnswer(refusals.get(error.code) ?? notHttp);
    writeLastAnswer(socket, answer);
    onRefused?.(answer, method, target);
  }

  return {
    /** Registers each response, so that an error does not overtake it. */
    began(response: Response): void {
      latest.set(response.req.socket, response);
    },
    /** For the event `clientError`. */
    handle(error: ConnectionError, socket: Socket): void {
      if (!socket.writable || error.code === 'ECONNRESET') {
        socket.destroy();
        return;
      }
      const before = latest.get(socket);
      if (before === undefined || before.writableFinished || !before.req.complete) void refuse(error, socket);
      else before.once('finish', () => void refuse(error, socket));
    },
  };
}

/** A whole request line: method, target and version (RFC 9112 §3). */
const requestLine = /^(?<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+) (?<target>\S+) HTTP\/1\.[01]\r?$/;
const tokenEnd = /[!#$%&'*+.^_`|~0-9A-Za-z-]*$/;

/**
 * Method and target of a request whose method Node's parser does not know. It stops in the middle of the
 * method, which begins behind the last character before it that no method has.
 */
function readUnknownMethod({
  code,
  rawPacket,
  bytesParsed = 0,
}: ConnectionError): { readonly method?: string; readonly target?: string } | undefined {
  if (code !== 'HPE_INVALID_METHOD' || !(rawPacket instanceof Uint8Array)) return undefined;
  const before = latin1(rawPacket.subarray(Math.max(0, bytesParsed - longestMethod), bytesParsed));
  const from = bytesParsed - (tokenEnd.exec(before)?.[0].length ?? 0);
  const end = rawPacket.indexOf(lineFeed, from);
  if (end < 0) return undefined;
  return requestLine.exec(latin1(rawPacket.subarray(from, end)))?.groups;
}

/** Longer than any known method, in which the parser stops. */
const longestMethod = 32;
const lineFeed = 0x0a;

/** As Node decodes request lines. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
};

/** Writes an answer to a socket for which there is no response object, and closes it. */
export function writeLastAnswer(socket: Socket, { status, headers, body }: BareAnswer): void {
  const head = [
    `HTTP/1.1 ${status} ${phrases[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${new TextEncoder().encode(body).length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
