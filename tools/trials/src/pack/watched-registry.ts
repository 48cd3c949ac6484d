import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { mustRun } from './run.ts';

/** A registry that has everything but our packages. */
export interface WatchedRegistry {
  readonly url: string;
  /** The packages that it was asked for since it was last read. */
  take(): readonly string[];
  close(): Promise<void>;
}

const ours = /^@cascade\//;

/** Those of ours among them. A stranger may publish under a name that we have not taken. */
export function oursAmong(names: readonly string[]): readonly string[] {
  return names.filter((name) => ours.test(name));
}

/**
 * Starts a registry that has what the configured one has, but none of our packages: as a user of our tarballs
 * finds it. It notes what it is asked for.
 */
export async function startWatchedRegistry(upstream?: string): Promise<WatchedRegistry> {
  const source = upstream ?? (await mustRun('npm', ['config', 'get', 'registry'], { cwd: '/' })).trim();
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const name = packageIn(path);
    asked.add(name);
    if (ours.test(name) || request.method !== 'GET') response.writeHead(404).end('{"error":"not found"}');
    else forward(new URL(path.slice(1), source), response).catch(() => response.destroy());
  });
  const forward = async (from: URL, response: ServerResponse) => {
    const answer = await fetch(from, { headers: { accept: 'application/json' } });
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    response.writeHead(answer.status, { 'content-type': type });
    // The addresses of tarballs lead here, too.
    if (type.includes('json')) response.end((await answer.text()).replaceAll(source, `${url}/`));
    else response.end(Buffer.from(await answer.arrayBuffer()));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  return {
    url,
    take() {
      const names = [...asked];
      asked.clear();
      return names;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** `@scope%2fname`, `@scope/name/-/name-1.0.0.tgz` and the like. */
function packageIn(path: string): string {
  const [first = '', second = ''] = decodeURIComponent(path.slice(1).split('?')[0] ?? '').split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
