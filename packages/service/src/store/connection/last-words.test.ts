import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../create-pool.ts';
import { Connection } from './connection.ts';
import { createConnections } from './connections.ts';
import { isConnectionLost } from './errors.ts';
import { createServers, type WritableServer } from './servers.ts';

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const accepted = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const lastWords = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

function noteUncaught(): readonly Error[] {
  const uncaught: Error[] = [];
  const note = (error: Error) => void uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  return uncaught;
}

test('a server that dies with its first answer ends the connection, and not the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // The driver reads all of it at once, before the caller that gets the connection can listen to it.
    socket.once('data', () => socket.end(Buffer.concat([accepted, ready, lastWords])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const pool = createPool({ connectionString: `postgresql://u@127.0.0.1:${port}/d?sslmode=disable` });
  onTestFinished(() => pool.end());
  const uncaught = noteUncaught();

  const failure = await pool.query('select 1').catch((error: unknown) => error);
  expect(isConnectionLost(failure)).toBe(true);
  expect(uncaught).toEqual([]);
});

test('a connection that is replaced before its server is found is closed, and does not end the process', async () => {
  const uncaught = noteUncaught();
  const found = Promise.withResolvers<WritableServer>();
  const connections = createConnections({ servers: createServers(['one', 'two'], () => found.promise) });
  const connection = new Connection({ deadlineMs: 0, connections });
  const connected = connection.connect();
  connections.becameUseless();
  // The socket tells its error in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  found.resolve({ host: '127.0.0.1', port: 1, cluster: 'c', timeline: 1 });
  await expect(connected).rejects.toThrow('its server takes no writes');
  expect(uncaught).toEqual([]);
});
