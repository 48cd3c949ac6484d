import { createServer, type Socket } from 'node:net';
import { listen } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { ids, serveWire, type WirePdu, type WritePdu } from './smpp-wire.ts';

/** An SMSC that does as told with each PDU but the end of the session. */
export async function startWire(onPdu: (pdu: WirePdu, write: WritePdu, socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const write = serveWire(socket, (pdu) => {
      if (pdu.id === ids.unbind) write(ids.unbindResp, pdu.sequence);
      else onPdu(pdu, write, socket);
    });
  });
  const port = await listen(server, 0);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return closedAfterTest(Promise.resolve({ port, close }));
}
