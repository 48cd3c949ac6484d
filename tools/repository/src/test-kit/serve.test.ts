import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serve } from './serve.ts';

test('a client that hangs up in its body harms no other', async () => {
  const { promise: isGone, resolve: gone } = Promise.withResolvers<void>();
  const serving = await serve(async (request, response) => {
    request.once('error', () => gone());
    response.end(await buffer(request));
  });
  const socket = connect(serving.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nhalf');
  await once(socket, 'connect');
  socket.once('error', () => {});
  await new Promise((resolve) => setImmediate(resolve));
  socket.resetAndDestroy();
  await isGone;
  expect(await (await fetch(serving.url, { method: 'POST', body: 'whole' })).text()).toBe('whole');
  await serving.close();
});
