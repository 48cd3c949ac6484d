import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { dropConnection } from './receiver.ts';
import { listen, serve } from './serve.ts';

/** What a silenced connection loses: what the client sends, what the server answers, or both. */
export type Swallowed = 'requests' | 'answers' | 'both';

/** A TCP proxy whose connections can fall silent: open on both sides, and yet nothing comes through. */
export interface SilentProxy {
  readonly port: number;
  /** How many connections it carries, those that are silent included. */
  readonly connections: number;
  /**
   * Swallows what the existing connections carry from now on, as a firewall does that forgot them: neither
   * side learns that the other one closes. New connections work.
   */
  silence(what?: Swallowed): void;
  /** Swallows what new connections carry, too. */
  silenceAll(): void;
  /** Where new connections lead. */
  retarget(target: NetConnectOpts): void;
  close(): Promise<void>;
}

type Direction = Exclude<Swallowed, 'both'>;

interface ProxyOptions {
  /** From one side to the other; none if absent. */
  readonly delayMs?: number;
  /** Called for each new connection; what it returns gets the bytes that a side sends. */
  readonly watch?: () => Readonly<Record<Direction, (bytes: Buffer) => void>>;
}

interface Line {
  readonly client: Socket;
  readonly server: Socket;
  swallowed: Swallowed | undefined;
}

export async function startSilentProxy(
  firstTarget: NetConnectOpts,
  { delayMs = 0, watch }: ProxyOptions = {},
): Promise<SilentProxy> {
  let target = firstTarget;
  let ofNew: Swallowed | undefined;
  const lines = new Set<Line>();
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ ...target, allowHalfOpen: true });
    const line: Line = { client, server, swallowed: ofNew };
    lines.add(line);
    const seen = watch?.();
    carry(line, 'requests', [client, server], { delayMs, see: seen?.requests });
    carry(line, 'answers', [server, client], { delayMs, see: seen?.answers });
    client.once('close', () => {
      if (line.swallowed === undefined) lines.delete(line);
    });
  });
  const port = await listen(listener);
  return {
    port,
    get connections() {
      return lines.size;
    },
    silence(what = 'both') {
      for (const line of lines) line.swallowed = what;
    },
    silenceAll() {
      ofNew = 'both';
      for (const line of lines) line.swallowed = 'both';
    },
    retarget(next) {
      target = next;
    },
    async close() {
      for (const { client, server } of lines) {
        client.destroy();
        server.destroy();
      }
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Carries one direction, and its end. What is swallowed is read all the same: the sender does not notice. */
function carry(
  line: Line,
  direction: Direction,
  [from, to]: readonly [Socket, Socket],
  options: CarryOptions,
) {
  const { delayMs, see } = options;
  const isSilent = () => line.swallowed === direction || line.swallowed === 'both';
  const later = (act: () => void) => {
    if (delayMs === 0) act();
    else setTimeout(act, delayMs);
  };
  from.setNoDelay(true);
  from.on('data', (bytes) => {
    see?.(bytes);
    if (!isSilent()) later(() => to.write(bytes));
  });
  from.on('end', () => {
    if (line.swallowed === undefined) later(() => to.end());
  });
  from.on('error', () => {
    if (line.swallowed === undefined) later(() => to.destroy());
  });
}

interface CarryOptions {
  readonly delayMs: number;
  readonly see: ((bytes: Buffer) => void) | undefined;
}

/** What goes wrong between client and provider; after `forwarded` the provider has answered. */
export type Fault =
  | 'none'
  | 'page'
  | 'overload'
  | 'reset'
  | 'forwarded, dropped'
  | 'forwarded, delayed'
  | 'forwarded, page'
  | 'forwarded, truncated'
  | 'forwarded, cut'
  | 'forwarded, reset';

export interface FaultyProxy {
  readonly url: string;
  /** The faults of the following requests, in order; later requests have none. */
  next(...faults: readonly Fault[]): void;
  /** Called when an answer is withheld. */
  onDelayed(listener: () => void): void;
  close(): Promise<void>;
}

interface ForwardedAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const page = '<html><h1>502 Bad Gateway</h1></html>';

/** A reverse proxy that fails on demand. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const queue: Fault[] = [];
  let delayed = () => {};
  const { url, close } = await serve(async (request, response) => {
    const fault = queue.shift() ?? 'none';
    const body = await buffer(request);
    if (fault === 'page') return void sendPage(response);
    if (fault === 'overload') return void response.writeHead(503, { 'retry-after': '0' }).end();
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    const answer = await forward(target, request, body).catch(() => undefined);
    if (answer === undefined) dropConnection(response);
    else if (fault === 'forwarded, delayed') delayed();
    else fail(fault, answer, response);
  });
  return {
    url,
    next: (...faults) => void queue.splice(0, queue.length, ...faults),
    onDelayed(listener) {
      delayed = listener;
    },
    close,
  };
}

async function forward(
  target: string,
  { url, headers }: IncomingMessage,
  body: Buffer,
): Promise<ForwardedAnswer> {
  const answer = await fetch(`${target}${url}`, {
    method: 'POST',
    headers: { 'x-api-key': String(headers['x-api-key']), 'content-type': String(headers['content-type']) },
    body: new Uint8Array(body),
  });
  return {
    status: answer.status,
    type: String(answer.headers.get('content-type')),
    body: await answer.text(),
  };
}

function fail(fault: Fault, { status, type, body }: ForwardedAnswer, response: ServerResponse): void {
  const half = body.slice(0, body.length / 2);
  if (fault === 'forwarded, page') sendPage(response);
  else if (fault === 'forwarded, dropped') dropConnection(response);
  else if (fault === 'forwarded, reset') response.socket?.resetAndDestroy();
  else if (fault === 'forwarded, truncated') response.writeHead(status, { 'content-type': type }).end(half);
  else if (fault === 'forwarded, cut') {
    response.writeHead(status, { 'content-type': type, 'content-length': body.length });
    response.write(half, () => dropConnection(response));
  } else if (fault === 'none') response.writeHead(status, { 'content-type': type }).end(body);
}

function sendPage(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end(page);
}
