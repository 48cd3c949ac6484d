import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from './serve.ts';

/** A port that is free now; another process may still take it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}
