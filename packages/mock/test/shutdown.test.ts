import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { freePort } from '@cascade/repository/test-kit';
import { connectTo, head } from '@cascade/repository/test-kit/vitest';
import { expect, test } from 'vitest';
import { validBody } from './support/send.ts';
import { start } from './support/start.ts';

test('closes while a keep-alive connection is open', async () => {
  const mock = await start();
  const body = JSON.stringify(validBody());
  const socket = await connectTo(mock.url);
  socket.write(head(`Content-Length: ${body.length}`) + body);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  const closed = once(socket.resume(), 'end');
  await mock.close();
  await closed;
});

test('closes although a client has not finished its request', async () => {
  const mock = await start();
  const socket = await connectTo(mock.url);
  socket.on('error', () => {}); // The mock may reset the connection.
  socket.write(head('Content-Length: 100', 'Expect: 100-continue'));
  await once(socket, 'data');
  await mock.close();
});

test('an answer in progress is completed', async () => {
  const mock = await start();
  const body = JSON.stringify(validBody());
  const socket = await connectTo(mock.url);
  socket.write(head(`Content-Length: ${body.length}`, 'Expect: 100-continue'));
  await once(socket, 'data');
  const closed = mock.close();
  socket.write(body);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 .*connection: close/s);
  await closed;
});

test('the port is free afterwards', async () => {
  const mock = await start({ port: await freePort() });
  await mock.close();
  const again = await start({ port: mock.port });
  expect(again.port).toBe(mock.port);
  await again.close();
});
