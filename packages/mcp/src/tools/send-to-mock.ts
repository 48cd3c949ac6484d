import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createMock } from '@cascade/mock';

/** A request for the mock; the key is that of the demo account unless a header says otherwise. */
interface TriedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends requests in turn to a new mock; shows each answer, and the callbacks that followed it. */
export async function sendToMock(requests: readonly TriedRequest[]): Promise<string> {
  const mock = await createMock();
  const receiver = await startReceiver();
  /** Resolves when the mock has sent the callbacks of the request, so that nothing has to be waited for. */
  const send = async ({ method, path, headers, body }: TriedRequest) => {
    const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const answer = await mock.answer({
      method,
      target: path,
      headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json', ...Object.fromEntries(named) },
      readBody: async () => bytes,
    });
    await answer.afterwards?.();
    return answer;
  };
  try {
    await send({
      method: 'POST',
      path: '/api/callback/set',
      headers: {},
      body: { statusCallbackUrl: receiver.url },
    });
    const shown: string[] = [];
    for (const request of requests) {
      const { status, headers, body } = await send(request);
      const callbacks = receiver.take();
      shown.push(
        `${request.method} ${request.path}\n\nHTTP ${status}\n${headerLines(headers)}\n\n${body}`,
        ...callbacks.map((callback) => `Callback:\n\n${callback}`),
        ...(callbacks.length === 0 ? ['No callback.'] : []),
      );
    }
    return shown.join('\n\n');
  } finally {
    mock.stop();
    await receiver.close();
  }
}

/** Receives callbacks on a free port of this machine. */
async function startReceiver() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const { host: _, connection: __, ...headers } = request.headers;
    received.push(`${request.method} ${request.url}\n${headerLines(headers)}\n\n${await text(request)}`);
    response.writeHead(200, { connection: 'close' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    /** What came since it was last asked. */
    take: () => received.splice(0),
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function headerLines(headers: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
