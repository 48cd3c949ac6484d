import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';

/** An HTTP server on loopback. */
export interface Serving {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Closes its connections too, answered or not. */
  close(): Promise<void>;
}

/**
 * Serves HTTP on loopback; without a port, on a free one. A client may hang up while the listener reads its
 * body.
 */
export async function serve(listener: RequestListener, port = 0): Promise<Serving> {
  const server = createServer(async (request, response) => {
    try {
      await (listener(request, response) as unknown);
    } catch (error) {
      if (request.complete) throw error;
    }
  });
  const actual = await listen(server, port);
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Resolves with the port once the server listens on loopback. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/**
 * Below the ports that systems give to servers without a port and to clients (Linux: from 32768, macOS: from
 * 49152), so that none of these takes the port before it is used.
 */
const first = 10_000;
const slots = 150;
const portsPerSlot = 128;
/** Of one process: more ports than it asks for before it uses the first of them. */
const slotsOfProcess = 8;

const claimed: Promise<number>[] = [];
let asked = 0;

/** A port that is free now, and that no other process gets from here as long as this one lives. */
export async function freePort(): Promise<number> {
  const usable = portsPerSlot - 1;
  for (let attempt = 0; attempt < slotsOfProcess * usable; attempt += 1) {
    const at = asked % (slotsOfProcess * usable);
    asked += 1;
    const slot = Math.floor(at / usable);
    claimed[slot] ??= claimSlot();
    const port = (await claimed[slot]) + 1 + (at % usable);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port of this process is free, from ${first} on`);
}

/** Listens on the first port of a slot until the process ends, which keeps the others of the slot for it. */
async function claimSlot(): Promise<number> {
  for (let slot = 0; slot < slots; slot += 1) {
    const port = first + ((process.pid + slot) % slots) * portsPerSlot;
    const guard = await listenOn(port);
    if (guard === undefined) continue;
    guard.unref();
    return port;
  }
  throw new Error(`all ${slots} slots of ports are taken, from ${first} on`);
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port);
  if (server === undefined) return false;
  server.close();
  await once(server, 'close');
  return true;
}

/** `undefined` if another server listens there. */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createTcpServer((socket) => socket.destroy());
  try {
    await listen(server, port);
    return server;
  } catch {
    return undefined;
  }
}
