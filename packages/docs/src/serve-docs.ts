import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Target } from './console/page-protocol.ts';
import { type ConsoleServer, createConsoleServer, isLoopback } from './console/server/index.ts';
import { defined } from './objects.ts';
import { siteFolder } from './site-folder.ts';

/** Options of the docs server. */
export interface ServeOptions {
  /** Default 4011; 0 picks a free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** The folder of the built site. Default: `dist/` of this package. */
  readonly folder?: string;
  /** The providers that the console may send to, on loopback only. Default: none, so it sends nothing. */
  readonly targets?: readonly Target[];
}

/** A running docs server. */
export interface RunningDocs {
  readonly url: string;
  close(): Promise<void>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.http': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const zip = promisify(gzip);

/** A plain file name, below one folder at most, without a leading dot, so that no path outside the site can be requested. */
const fileName = /^\/((?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)*\.(?:html|css|js|json|yaml|http|txt))$/;

/**
 * Serves the built site.
 * @throws the system error (`EADDRINUSE`, …) if the port cannot be opened; {RangeError} if there are targets
 * and the host is not loopback, since other machines could then reach them through this server.
 */
export async function serveDocs(options: ServeOptions = {}): Promise<RunningDocs> {
  const { port = 4011, host = '127.0.0.1', folder = siteFolder, targets = [] } = options;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  if (targets.length > 0 && !isLoopback(shownHost))
    throw new RangeError(
      `with --target the docs are served on loopback only (127.0.0.1, ::1, localhost); got ${host}`,
    );
  let url = '';
  const forConsole: ConsoleServer = createConsoleServer(targets, () => url);
  const server = createServer((request, response) => {
    if (!forConsole.handle(request, response)) void answer(folder, request, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  url = `http://${shownHost}:${typeof address === 'object' && address !== null ? address.port : port}`;
  return {
    url,
    async close() {
      const closed = once(server, 'close');
      server.close();
      forConsole.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  folder: string,
  { method, url = '/', headers: asked }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const [path = '/'] = url.split('?', 1);
  const name = fileName.exec(path === '/' ? '/index.html' : path)?.[1];
  const body = name === undefined ? undefined : await readFile(join(folder, name)).catch(() => undefined);
  if (name === undefined || body === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(method === 'HEAD' ? undefined : 'Page not found. The start page is /\n');
    return;
  }
  const isZipped = acceptsGzip(asked['accept-encoding']);
  const sent = isZipped ? await zip(body) : body;
  const headers = {
    'content-type': contentTypes[extname(name)],
    'content-length': sent.byteLength,
    'content-encoding': isZipped ? 'gzip' : undefined,
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(200, defined(headers));
  response.end(method === 'HEAD' ? undefined : sent);
}

/** Whether gzip is listed, and not with `q=0` (RFC 9110, 12.5.3). */
function acceptsGzip(accepted: string | string[] = ''): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(String(accepted));
}
