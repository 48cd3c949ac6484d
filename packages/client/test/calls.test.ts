import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createCascadeClient } from '@cascade/client';
import { readText, repositoryRoot } from '@cascade/contract';
import { freePort } from '@cascade/repository/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attemptLimits, limitMs } from './support/attempt-limits.ts';
import { message } from './support/client-of.ts';

interface Met {
  readonly answer?: {
    readonly status: number;
    readonly type?: string;
    readonly encoding?: string;
    readonly location?: string;
    readonly body?: string;
  };
  readonly breaks?: string;
  readonly refuses?: true;
  readonly silent?: true;
}

interface Vector {
  readonly says: string;
  readonly requestId: 'call' | 'caller';
  readonly keepsUsed: boolean;
  readonly most: number;
  readonly attempts: readonly Met[];
  readonly outcome: string;
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readText(repositoryRoot, 'spec/vectors/generated/calls.json'),
);

let provider: Awaited<ReturnType<typeof startProvider>>;
let limits: ReturnType<typeof attemptLimits>;

beforeEach(async () => {
  limits = attemptLimits();
  provider = await startProvider();
});

afterEach(() => provider.close());

/** A provider that does to each attempt what a vector says, byte by byte. */
async function startProvider() {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let met: Met = {};
  let server: Server | undefined;

  function serve(socket: Socket): void {
    sockets.add(socket);
    let request = '';
    socket
      .on('error', () => {})
      .on('data', (data) => {
        request += data.toString();
        const body = request.split('\r\n\r\n')[1] ?? '';
        const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? Number.NaN);
        if (Buffer.byteLength(body) === length) answer(socket, met, JSON.parse(body).requestId);
      });
  }

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server?.close();
    if (server !== undefined) await once(server, 'close');
    server = undefined;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** The next attempt meets this. */
    async meets(next: Met): Promise<void> {
      met = next;
      await close();
      if (next.refuses) return;
      server = createServer(serve).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close,
  };
}

function answer(socket: Socket, { answer: given, breaks, silent }: Met, requestId: string): void {
  if (silent) return void limits.runOut();
  const { status = 0, type, encoding, location, body = '' } = given ?? {};
  const filled = body.replace('{{requestId}}', requestId).replace('{{REQUESTID}}', requestId.toUpperCase());
  const head = [
    `HTTP/1.1 ${status} X`,
    'connection: close',
    ...(status === 204 || status === 304 ? [] : [`content-length: ${Buffer.byteLength(filled)}`]),
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    ...(encoding === undefined ? [] : [`content-encoding: ${encoding}`]),
    ...(location === undefined ? [] : [`location: ${location}`]),
  ].join('\r\n');
  if (breaks === 'before the answer') socket.destroy();
  else if (breaks === 'in its head') socket.end(head.slice(0, -5));
  else if (breaks === 'in its body') socket.end(`${head}\r\n\r\n${filled.slice(0, -5)}`);
  else socket.end(`${head}\r\n\r\n${filled}`);
}

test.each(vectors)('$says: $outcome', async ({ requestId, keepsUsed, most, attempts, outcome }) => {
  let made = 0;
  const client = createCascadeClient({
    baseUrl: provider.url,
    apiKey: 'k',
    timeoutMs: limitMs,
    retry: { attempts: most, baseDelayMs: 0 },
    usedIdMeansAccepted: keepsUsed,
    async fetch(request) {
      made += 1;
      await provider.meets(attempts[made - 1] ?? { refuses: true });
      return fetch(request);
    },
  });
  const id = requestId === 'caller' ? { requestId: crypto.randomUUID() } : {};
  const { data, error } = await client.schedule({ ...message, ...id });
  expect(data === undefined ? error.outcome : 'scheduled').toBe(outcome);
  expect(made).toBe(attempts.length);
});

test('there are at least 60 endings', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(60);
});
