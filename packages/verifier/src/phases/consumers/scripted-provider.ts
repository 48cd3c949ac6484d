import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { defined } from '../../defined.ts';
import { parseJson } from '../../json.ts';
import type { Met } from '../../scenario/scenario.ts';
import { listenAt } from '../callback/start-receiver.ts';

/** An attempt of a client that reached the provider. Times are milliseconds of one clock. */
export interface Attempt {
  readonly met: Met;
  readonly arrivedAt: number;
  readonly requestId: string;
  readonly body: string;
  readonly key: string;
  readonly mediaType: string;
  /** When the connection was closed, by either side. */
  closedAt?: number;
  /** When Retry-After lets the client send again. */
  againAt?: number;
}

/** A request at another path than that of attempts, or at another host. */
export interface Stray {
  readonly isElsewhere: boolean;
  readonly says: string;
  readonly hasKey: boolean;
}

/** Those beyond are dropped, so that a client cannot exhaust the memory. */
const mostRequests = 1_000;

interface Options {
  readonly script: readonly Met[];
  /** How long no connection is accepted, if the script begins so. */
  readonly closedMilliseconds: number;
  /** How long an attempt is left without a whole answer: longer than the client's time-out. */
  readonly openMilliseconds: number;
  readonly another: AnotherHost;
}

/** A provider that does to the attempts of one run of a client what a script says. */
export async function startScriptedProvider(options: Options) {
  const { script, closedMilliseconds, openMilliseconds, another } = options;
  const reached = script.filter(({ refuses }) => !refuses);
  const attempts: Attempt[] = [];
  const strays: Stray[] = [];
  const opening = new AbortController();
  const mark = randomUUID();
  const server = createServer(async (request) => {
    const socket = request.socket.on('error', () => {});
    const body = await readBounded(request).catch(() => undefined);
    if (body === undefined || attempts.length + strays.length >= mostRequests) return void socket.destroy();
    if (!isAttempt(request)) {
      strays.push(strayOf(request, body, false));
      return void socket.end(answerTo(request));
    }
    const met = reached[Math.min(attempts.length, reached.length - 1)] ?? { refuses: true };
    const requestId = String(Object(parseJson(body)).requestId ?? '');
    const { 'x-api-key': key, 'content-type': mediaType = '' } = request.headers;
    const attempt: Attempt = {
      met,
      arrivedAt: performance.now(),
      requestId,
      body,
      key: String(key ?? ''),
      mediaType,
    };
    attempts.push(attempt);
    socket.once('close', () => (attempt.closedAt = performance.now()));
    await meet(socket, attempt, { elsewhere: `${another.url}/${mark}`, openMilliseconds });
  });
  // A port that no system gives away by itself, so that it is still free after it was closed.
  const port = script[0]?.refuses ? await closedPort() : 0;
  const opened = script[0]?.refuses ? undefined : await listenAt(server, '127.0.0.1', port);
  const later =
    opened !== undefined || reached.length === 0
      ? undefined
      : wait(closedMilliseconds, undefined, { signal: opening.signal }).then(
          () => listenAt(server, '127.0.0.1', port),
          () => undefined,
        );
  return {
    url: `http://127.0.0.1:${opened?.port ?? port}`,
    attempts: attempts as readonly Attempt[],
    strays: () => [...strays, ...another.came(mark)],
    async close() {
      opening.abort();
      await (opened ?? (await later))?.close();
    },
  };
}

/** A host that is not the provider's, for redirects. */
export type AnotherHost = Awaited<ReturnType<typeof startAnotherHost>>;

export async function startAnotherHost() {
  const came: { readonly path: string; readonly stray: Stray }[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBounded(request).catch(() => '');
    const { url: path = '' } = request;
    if (came.length < mostRequests) came.push({ path, stray: strayOf(request, body ?? '', true) });
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end(page);
  });
  const { port, close } = await listenAt(server, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    came: (mark: string) => came.filter(({ path }) => path.includes(mark)).map(({ stray }) => stray),
    close,
  };
}

const page = '<html><h1>Sign in</h1></html>';
const mostBytes = 1_048_576;

async function readBounded(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isAttempt({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && url.split('?')[0] === '/api/cascade/schedule';
}

function strayOf({ method, url = '', headers }: IncomingMessage, body: string, isElsewhere: boolean): Stray {
  const path = url.replace(/^\/[\da-f-]{36}\//, '/').slice(0, 100);
  const hasKey = headers['x-api-key'] !== undefined;
  const bytes = `${hasKey ? 'the key' : 'no key'} and a body of ${Buffer.byteLength(body)} bytes`;
  return { isElsewhere, hasKey, says: `${method} ${path} with ${bytes}` };
}

const cascades = JSON.stringify([{ id: 2002, stages: [{ channelType: 'SMS', stageUuid: randomUUID() }] }]);

/** Redirects lead to a page that answers 200; of the other operations a client may list cascades. */
function answerTo({ url = '' }: IncomingMessage): string {
  if (url.startsWith('/elsewhere')) return responseOf({ status: 200, type: 'text/html', body: page });
  if (url.startsWith('/api/cascade/get-all'))
    return responseOf({ status: 200, type: 'application/json', body: cascades });
  const body = '{"title":"not-found","status":404}';
  return responseOf({ status: 404, type: 'application/problem+json', body });
}

const millisecondsBetween = 100;

interface Meeting {
  /** The base address of another host. */
  readonly elsewhere: string;
  readonly openMilliseconds: number;
}

/** Does to the attempt what it meets. */
async function meet(
  socket: Socket,
  attempt: Attempt,
  { elsewhere, openMilliseconds }: Meeting,
): Promise<void> {
  const { met, requestId } = attempt;
  if (met.silent) return leave(socket, openMilliseconds);
  const { answer = { status: 200 }, breaks, drips } = met;
  const { retryAfter, body, location, ...rest } = answer;
  const asked = retryAfter === undefined ? undefined : askedTime(retryAfter);
  if (asked !== undefined) attempt.againAt = performance.now() + asked.milliseconds;
  const filled = {
    body: body?.replaceAll('{{requestId}}', requestId).replaceAll('{{REQUESTID}}', requestId.toUpperCase()),
    location: location?.replaceAll('{{anotherHost}}', elsewhere),
    retryAfter: asked?.header,
  };
  const sent = Buffer.from(responseOf({ ...rest, ...defined(filled) }));
  const head = sent.indexOf('\r\n\r\n');
  if (drips !== undefined) {
    const begin = sent.subarray(0, drips === 'in its head' ? head - 5 : head + 4);
    // More is announced than is ever sent.
    socket.write(begin.toString().replace(/content-length: \d+/, 'content-length: 99999'));
    return leave(socket, openMilliseconds, ' ');
  }
  const ends = { 'before the answer': 0, 'in its head': head - 5, 'in its body': sent.length - 5 } as const;
  socket.end(sent.subarray(0, breaks === undefined ? undefined : ends[breaks]));
}

/** Leaves the connection open, and sends the byte now and then. */
async function leave(socket: Socket, forMilliseconds: number, byte = ''): Promise<void> {
  const end = performance.now() + forMilliseconds;
  while (!socket.destroyed && performance.now() < end) {
    if (byte !== '') socket.write(byte);
    await wait(millisecondsBetween);
  }
  socket.destroy();
}

/** Retry-After in seconds, or as a date; a date has whole seconds, so a client may come up to one earlier. */
function askedTime(written: string): { readonly header: string; readonly milliseconds: number } {
  const [, seconds] = /^\{\{inSeconds\}\} (\d+)$/.exec(written) ?? [];
  if (seconds === undefined) return { header: written, milliseconds: Number(written) * 1_000 };
  const date = Math.ceil(Date.now() / 1_000 + Number(seconds)) * 1_000;
  return { header: new Date(date).toUTCString(), milliseconds: date - Date.now() - 1_000 };
}

function responseOf(answer: NonNullable<Met['answer']>): string {
  const { status, type, encoding, location, retryAfter, body = '' } = answer;
  const hasNoBody = status === 204 || status === 304;
  const headers = {
    connection: 'close',
    'content-length': hasNoBody ? undefined : String(Buffer.byteLength(body)),
    'content-type': type,
    'content-encoding': encoding,
    location,
    'retry-after': retryAfter,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return [`HTTP/1.1 ${status} X`, ...lines, '', hasNoBody ? '' : body].join('\r\n');
}

const own = { first: 20_000, count: 10_000 };
let given = Math.floor(Math.random() * own.count);

/** Below the ports that systems give to servers without a port and to clients (Linux: from 32768). */
async function closedPort(): Promise<number> {
  for (let tried = 0; tried < own.count; tried += 1) {
    given = (given + 1) % own.count;
    const port = own.first + given;
    const free = await listenAt(createServer(), '127.0.0.1', port).catch(() => undefined);
    if (free === undefined) continue;
    await free.close();
    return port;
  }
  throw new Error('no port is free');
}
