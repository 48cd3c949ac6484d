import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from './serve.ts';

/**
 * Below the ports that systems give to servers without a port and to clients (Linux: from 32768, macOS: from 49152), so
 * that none of these takes the port before it is used.
 */
const first = 10_000;
const slots = 1_250;
const portsPerSlot = 16;

let asked = 0;

/** A port that is free now. Processes that ask at the same time get different ones, unless 1,250 are between them. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < portsPerSlot * 4; attempt += 1) {
    const port = first + (process.pid % slots) * portsPerSlot + (asked % portsPerSlot);
    asked += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port of this process is free, from ${first + (process.pid % slots) * portsPerSlot} on`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await listen(server, port);
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
