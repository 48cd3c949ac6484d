import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that takes time in both directions. */
export interface SlowLink {
  readonly port: number;
  /** Drops what is under way, and all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** @param milliseconds One way. */
export async function startSlowLink(target: number, milliseconds: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ port: target, host: '127.0.0.1' });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => void setTimeout(() => to.destroyed || to.write(data), milliseconds));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        setTimeout(() => to.destroy(), milliseconds);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  const cut = () => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
