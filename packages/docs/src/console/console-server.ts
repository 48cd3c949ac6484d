import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import { request as openTls } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { parsedJson } from '../objects.ts';
import {
  type ConsoleSettings,
  type ConsoleTarget,
  notForwardedHeader,
  type ShownCallback,
} from './page-protocol.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name is loopback. */
export function isLoopbackName(hostname: string): boolean {
  return loopback.test(hostname);
}

/**
 * Reads `http://127.0.0.1:4012` or `service=http://127.0.0.1:4012`; returns a message if it is not a target.
 */
export function parseTarget(text: string): ConsoleTarget | string {
  const [, name, address = ''] = /^(?:([\w-]+)=)?(.*)$/.exec(text) ?? [];
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    return `a target is an http or https URL, e.g. http://127.0.0.1:4012; got ${text}`;
  if (!isLoopbackName(url.hostname))
    return `a target is on loopback (127.0.0.1, localhost, [::1]); got ${url.hostname}`;
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    return `a target is a URL without user, query and fragment; got ${text}`;
  return { name: name ?? url.host, url: url.href.replace(/\/$/, '') };
}

/**
 * Whether a request comes from a page of this server. Otherwise a foreign page could send through the
 * reader's browser (CSRF), or through a host name that resolves to loopback (DNS rebinding).
 */
function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  if (!isLoopbackName(hostname)) return false;
  return origin === undefined || origin === `http://${host}`;
}

/** How many events a page that connects later still gets. */
const mostKept = 50;
/** A page that reads none of this many bytes is disconnected; its browser connects again. */
const mostUnread = 8 * 1024 * 1024;

/** Server-sent events to every connected page. */
function createEventStream() {
  const listeners = new Set<ServerResponse>();
  const latest: string[] = [];
  return {
    /** Connects a page: sends it the latest events, and keeps its response open for the next ones. */
    attach(response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write([': open\n\n', ...latest].join(''));
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    send(data: unknown) {
      const event = `data: ${JSON.stringify(data)}\n\n`;
      latest.push(event);
      if (latest.length > mostKept) latest.shift();
      for (const listener of listeners) {
        listener.write(event);
        if (listener.writableLength > mostUnread) listener.destroy();
      }
    },
    close() {
      for (const listener of listeners) listener.end();
    },
  };
}

/** Headers of the connection between page and docs server, which the target must not get. */
const notForwarded = new Set(['host', 'connection', 'cookie', 'origin', 'referer', 'accept-encoding']);

/** Headers of the connection between docs server and target; the last one is the docs server's own. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', notForwardedHeader]);

/** Forwards a request to a target, and streams the answer back; bodies are unchanged. */
async function forward(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
  const url = new URL(address);
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !notForwarded.has(name) && !name.startsWith('sec-')),
  );
  const send = url.protocol === 'https:' ? openTls : open;
  const sent = send(url, { method: request.method, headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', reject);
  });
  response.on('close', () => sent.destroy());
  try {
    // A target may answer before it has read the whole body.
    pipeline(request, sent).catch(() => {});
    const answer = await answered;
    const own = Object.entries(answer.headers).filter(([name]) => !ofOneConnection.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(own));
    await pipeline(answer, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else {
      const isCut = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
      response.writeHead(502, {
        'content-type': 'text/plain; charset=utf-8',
        [notForwardedHeader]: isCut ? 'cut' : 'unreachable',
      });
      response.end(`The target did not answer: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

const longestCallback = 64 * 1024;

/**
 * Answers HEAD and GET with 200, so that the address can be registered (ADR-0014), and shows posted
 * callbacks, signed or not. A body that is not JSON is shown and answered 400, one over 64 KiB is not shown.
 */
async function receiveCallback(
  request: IncomingMessage,
  response: ServerResponse,
  show: (callback: ShownCallback) => void,
): Promise<void> {
  if (request.method !== 'POST') {
    request.resume();
    response.writeHead(request.method === 'HEAD' || request.method === 'GET' ? 200 : 405).end();
    return;
  }
  const body = await readBounded(request);
  if (body === undefined) {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  show({
    key: randomUUID(),
    receivedAt: new Date().toISOString(),
    headers: headersOf(request),
    bodyBase64: body.toString('base64'),
  });
  response.writeHead(parsedJson(body.toString()) === undefined ? 400 : 200).end();
}

/** As they came: Node joins repeated headers elsewhere, and lowers their names. */
function headersOf({ rawHeaders }: IncomingMessage): readonly (readonly [string, string])[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, rawHeaders[2 * index + 1] ?? ''] as const);
}

async function readBounded(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > longestCallback) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Serves `/console/targets.json` and, if there are targets, `/target/<n>/…` (forwarded), `/console/callback`
 * (receives callbacks) and `/console/events` (streams them). All but the callback accept requests from pages
 * of this server only.
 */
export function createConsoleServer(targets: readonly ConsoleTarget[], ownUrl: () => string) {
  const events = createEventStream();
  /** Answers a request of the console; returns false for any other, without touching it. */
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/console/targets.json') sendSettings(response, targets, ownUrl());
    else if (targets.length === 0) return false;
    else if (path === '/console/callback') void receive(request, response);
    else if (!/^\/(?:target|console)\//.test(path)) return false;
    else if (!isFromOwnPage(request)) refuse(response);
    else if (path === '/console/events') events.attach(response);
    else return sendOn(request, response);
    return true;
  };
  const receive = (request: IncomingMessage, response: ServerResponse) =>
    receiveCallback(request, response, (callback) => events.send(callback)).catch(() => response.destroy());
  const sendOn = (request: IncomingMessage, response: ServerResponse) => {
    const [, index, rest] = /^\/target\/(\d{1,2})(\/.*)$/.exec(request.url ?? '') ?? [];
    const target = targets[Number(index)];
    if (target === undefined || rest === undefined) return false;
    void forward(request, response, target.url + rest);
    return true;
  };
  return { handle, close: () => events.close() };
}

function sendSettings(response: ServerResponse, targets: readonly ConsoleTarget[], ownUrl: string): void {
  const settings: ConsoleSettings = { targets, callbackUrl: `${ownUrl}/console/callback` };
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(settings));
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', [notForwardedHeader]: 'refused' });
  response.end('Only pages of this server, on this machine, may use the console.\n');
}
