import { once } from 'node:events';
import { connectTo, head } from '@cascade/repository/test-kit/vitest';
import { expect, test, vi } from 'vitest';
import { startServer } from '../testing/start-server.ts';

const bodies = { total: 2_000, perAccount: 2_000 };

function post(url: string, bytes: number): Promise<Response> {
  return fetch(`${url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
    body: `{"a":"${'x'.repeat(bytes - 8)}"}`,
  });
}

test('each answer releases the room of its body', async () => {
  const { url } = await startServer(() => ({ body: {} }), { bodies });
  for (let request = 0; request < 5; request += 1) expect((await post(url, 1_500)).status).toBe(200);
});

test('a body that is still on its way holds its room, until its client goes away', async () => {
  const { url } = await startServer(() => ({ body: {} }), { bodies });
  const client = await connectTo(url);
  client.write(`${head('Content-Length: 1500')}{"a":`);
  await vi.waitFor(async () => expect((await post(url, 1_000)).status).toBe(503), 60_000);
  expect((await post(url, 400)).status).toBe(200);
  client.destroy();
  await vi.waitFor(async () => expect((await post(url, 1_000)).status).toBe(200), 60_000);
});

test('a request that is still worked on holds its room, also when its client has gone away', async () => {
  const work = Promise.withResolvers<void>();
  const { url } = await startServer(
    async () => {
      await work.promise;
      return { body: {} };
    },
    { bodies },
  );
  const client = await connectTo(url);
  client.write(`${head('Content-Length: 1500')}"${'x'.repeat(1_498)}"`);
  await vi.waitFor(async () => expect((await post(url, 1_000)).status).toBe(503), 60_000);
  client.destroy();
  await once(client, 'close');
  for (let turn = 0; turn < 5; turn += 1) expect((await post(url, 1_000)).status).toBe(503);
  work.resolve();
  await vi.waitFor(async () => expect((await post(url, 1_000)).status).toBe(200), 60_000);
});
