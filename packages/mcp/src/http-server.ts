import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What follows the port in the address that clients connect to. */
const path = '/mcp';
const mostConnections = 64;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Listening {
  readonly port: number;
  readonly host?: string;
}

/** Listens for the requests of clients of this machine; `handle` gets those that nothing speaks against. */
export async function listen({ port, host = '127.0.0.1' }: Listening, handle: Handle) {
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, shownHost);
    if (refusal !== undefined) return refuse(response, refusal);
    void handle(request, response).catch(() => response.destroy());
  });
  server.maxConnections = mostConnections;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const opened = typeof address === 'object' ? address?.port : port;
  return {
    url: `http://${shownHost}:${opened}${path}`,
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Why a request is refused, if it is. A page of another host could send it through the reader's browser, with
 * a name that resolves to this machine (DNS rebinding): `Host` and `Origin` must name this machine.
 */
function refusalOf({ method, url, headers }: IncomingMessage, ownHost: string): Refusal | undefined {
  const isOwn = (name: string | undefined) =>
    name !== undefined && (name === ownHost || /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(name));
  if (!isOwn(URL.parse(`http://${headers.host}`)?.hostname))
    return { status: 403, message: 'Host: expected a name of this machine, such as localhost' };
  if (headers.origin !== undefined && !isOwn(URL.parse(headers.origin)?.hostname))
    return { status: 403, message: 'Origin: expected a page of this machine' };
  if (url?.split('?', 1)[0] !== path)
    return { status: 404, message: `not found: clients connect to ${path}` };
  if (method !== 'POST')
    return {
      status: 405,
      message: 'expected POST: there are no sessions and no streams',
      headers: { allow: 'POST' },
    };
  return undefined;
}

/** As the SDK refuses. */
function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}
