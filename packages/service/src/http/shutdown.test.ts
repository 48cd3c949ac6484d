import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { connectTo, exchange, head, statusesOf } from '@cascade/repository/test-kit/vitest';
import { expect, test, vi } from 'vitest';
import { startServer } from '../testing/start-server.ts';

const whole = `${head('Content-Length: 2')}{}`;

/** An operation that waits, and says when it does. */
function waiting() {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const operation = async () => {
    started.resolve();
    await finish.promise;
    return { body: {} };
  };
  return { started: started.promise, finish: finish.resolve, operation };
}

test('what is under way is answered, and the connection ends with it', async () => {
  const { started, finish, operation } = waiting();
  const server = await startServer(operation);
  const received = exchange(server.url, whole);
  await started;
  const closed = server.close();
  await vi.waitFor(
    () => expect(connectTo(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' }),
    60_000,
  );
  finish();
  expect(await received).toMatch(/^HTTP\/1.1 200 .*connection: close/is);
  await closed;
});

test('a request that comes on a connection with one under way is answered as well', async () => {
  const { started, finish, operation } = waiting();
  const server = await startServer(operation);
  const socket = await connectTo(server.url);
  socket.write(whole + whole.replace('demo-key', 'other'));
  await started;
  const closed = server.close();
  finish();
  expect(statusesOf(await text(socket))).toEqual(['200', '401']);
  await closed;
});

test('a connection that is kept alive, and idle, is closed at once', async () => {
  const server = await startServer(() => ({ body: {} }));
  const socket = await connectTo(server.url);
  socket.write(whole);
  await once(socket, 'data');
  const ended = text(socket);
  await server.close();
  await ended;
});

test('new connections are refused', async () => {
  const server = await startServer(() => ({ body: {} }));
  await server.close();
  await expect(connectTo(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test.each([
  ['its headers', 'POST /api/cascade/schedule HTTP/1.1\r\nHost: s'],
  ['its body', `${head('Content-Length: 100', 'Expect: 100-continue')}{`],
])('a client that does not finish %s cannot keep the server', async (_what, beginning) => {
  const server = await startServer(() => ({ body: {} }), { patience: { closing: 50 } });
  const socket = await connectTo(server.url);
  const ended = new Promise((resolve) => void socket.on('error', resolve).on('end', resolve));
  socket.write(beginning);
  // Answered on another connection: by then the server has read this one.
  expect(statusesOf(await exchange(server.url, 'BREW /\r\n\r\n'))).toEqual(['400']);
  socket.resume();
  await server.close();
  await ended;
});
