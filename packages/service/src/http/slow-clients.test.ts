import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { connectTo, exchange, head, statusesOf } from '@cascade/repository/test-kit/vitest';
import { expect, test } from 'vitest';
import { startServer } from '../testing/start-server.ts';

const accept = () => ({ body: {} });
const whole = `${head('Content-Length: 2')}{}`;

test.each([
  ['headers', 'POST /api/cascade/schedule HTTP/1.1\r\nHost: s'],
  ['a body', `${head('Content-Length: 100')}{"requestId":`],
  ['a body with a wrong key', `${head('Content-Length: 100').replace('demo-key', 'x')}{`],
  ['chunks', `${head('Transfer-Encoding: chunked')}5\r\n{"req`],
])('a client that never finishes %s is sent away', async (_what, beginning) => {
  const { url, served } = await startServer(accept, { patience: { headers: 50, request: 100 } });
  const received = await exchange(url, beginning);
  expect(statusesOf(received).at(-1)).toBe('408');
  expect(received).toMatch(/"title":"request-timeout","status":408/);
  expect(served.at(-1)).toMatchObject({ operation: 'unknown', status: 408, code: 'request-timeout' });
});

test.each([
  ['its rest comes', whole.slice(0, -1), whole.slice(-1)],
  ['another request follows', 'POST', ` /nowhere HTTP/1.1\r\nHost: s\r\nContent-Length: 0\r\n\r\n${whole}`],
])('what was answered with 408 is not carried out when %s', async (_, beginning, rest) => {
  let carriedOut = 0;
  const count = () => {
    carriedOut += 1;
    return accept();
  };
  const { url } = await startServer(count, { patience: { headers: 50, request: 100 } });
  const socket = await connectTo(url);
  socket.write(beginning);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 408 /);
  socket.write(rest);
  // By the time that this is answered, the server has read the other connection, too.
  await exchange(url, whole.replace('Host', 'Connection: close\r\nHost'));
  expect(carriedOut).toBe(1);
});

test('a connection without a request is closed after a while', async () => {
  const { url } = await startServer(accept, { patience: { idle: 50 } });
  expect(statusesOf(await exchange(url, whole))).toEqual(['200']);
});

test('a client that disconnects within its body is not answered, and not logged as an error', async () => {
  const { url, served, complaints } = await startServer(accept);
  const socket = await connectTo(url);
  socket.write(head('Content-Length: 100', 'Expect: 100-continue'));
  await once(socket, 'data');
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect(statusesOf(await exchange(url, whole.replace('Host', 'Connection: close\r\nHost')))).toEqual([
    '200',
  ]);
  expect(complaints).toEqual([]);
  expect(served).toMatchObject([{ status: 200 }]);
});

test('a client that goes away while it waits does not keep the operation from finishing', async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const { url, complaints } = await startServer(async () => {
    started.resolve();
    await finish.promise;
    finished.resolve();
    return { body: {} };
  });
  const socket = await connectTo(url);
  socket.write(whole);
  await started.promise;
  socket.resetAndDestroy();
  await once(socket, 'close');
  finish.resolve();
  await finished.promise;
  expect(complaints).toEqual([]);
});

test('bytes that are not HTTP, after a complete request, do not overtake its answer', async () => {
  const finish = Promise.withResolvers<void>();
  const { url } = await startServer(async () => {
    await finish.promise;
    return { body: {} };
  });
  const received = exchange(url, `${whole}\x16\x03\r\n\r\n`);
  const other = await connectTo(url);
  other.write('BREW /\r\n\r\n');
  // By then the server has read the first connection, too.
  expect(await text(other)).toMatch(/^HTTP\/1.1 400 /);
  finish.resolve();
  expect(statusesOf(await received)).toEqual(['200', '400']);
});
