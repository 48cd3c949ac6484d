import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@cascade/test-kit';

/** What passed between the service and PostgreSQL. */
export interface Wire {
  readonly statements: number;
  /** Statements of their own, and blocks from `begin` to `commit`. */
  readonly transactions: number;
  /** How often a connection without an open question asked one, or several at once. */
  readonly roundTrips: number;
}

/** Types of messages: a simple query, an execution of a prepared one; the server is ready for the next. */
const [simple, execute, sync, ready] = ['Q', 'E', 'S', 'Z'].map((type) => type.charCodeAt(0));
const idle = 'I'.charCodeAt(0);

/** A proxy before PostgreSQL that reads the protocol, without encryption. */
export async function startCountingProxy(target: number) {
  let [statements, transactions, roundTrips] = [0, 0, 0];
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    let open = 1; // the greeting is answered with the first ready
    let isGreeted = false;
    const fromClient = readMessages(false, (type) => {
      if (type === simple || type === execute) statements += 1;
      if (type !== simple && type !== sync) return;
      if (open === 0) roundTrips += 1;
      open += 1;
    });
    const fromServer = readMessages(true, (type, first) => {
      if (type !== ready) return;
      open -= 1;
      if (isGreeted && first === idle) transactions += 1;
      isGreeted = true;
    });
    pass(client, server, fromClient);
    pass(server, client, fromServer);
    for (const socket of [client, server]) sockets.add(socket);
  });
  const port = await listen(listener);
  return {
    port,
    count: (): Wire => ({ statements, transactions, roundTrips }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

function pass(from: Socket, to: Socket, read: (bytes: Buffer) => void): void {
  from.setNoDelay(true);
  from.on('data', (bytes) => {
    read(bytes);
    to.write(bytes);
  });
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
}

/** Calls back with the type and the first byte of each message. The greeting of a client has no type. */
function readMessages(isTyped: boolean, onMessage: (type: number, first: number) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let head = isTyped ? 1 : 0;
  return (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= head + 4) {
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (head === 1) onMessage(rest[0] ?? 0, rest[5] ?? 0);
      head = 1;
      rest = rest.subarray(end);
    }
  };
}
