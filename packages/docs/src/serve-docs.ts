import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConsoleServer, isLoopbackName } from './console/console-server.ts';
import type { ConsoleTarget } from './console/page-protocol.ts';
import { siteFolder } from './site-folder.ts';
import { answerFile } from './static-files.ts';

/** Options of the docs server. */
export interface ServeOptions {
  /** Default 4011; 0 picks a free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** The folder of the built site. Default: `dist/` of this package. */
  readonly folder?: string;
  /** The providers that the console may send to, on loopback only. Default: none, so it sends nothing. */
  readonly targets?: readonly ConsoleTarget[];
}

/** A running docs server. */
export interface RunningDocs {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the built site.
 * @throws the system error (`EADDRINUSE`, …) if the port cannot be opened; {RangeError} if there are targets
 * and the host is not loopback, since other machines could then reach them through this server.
 */
export async function serveDocs(options: ServeOptions = {}): Promise<RunningDocs> {
  const { port = 4011, host = '127.0.0.1', folder = siteFolder, targets = [] } = options;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  if (targets.length > 0 && !isLoopbackName(shownHost))
    throw new RangeError(
      `with --target the docs are served on loopback only (127.0.0.1, ::1, localhost); got ${host}`,
    );
  let url = '';
  const forConsole = createConsoleServer(targets, () => url);
  const server = createServer((request, response) => {
    if (!forConsole.handle(request, response))
      void answerFile(folder, request, response).catch(() => response.destroy());
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
