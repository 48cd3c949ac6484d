import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createGuardedAgent } from './guarded-agent.ts';
import { postCallback } from './post-callback.ts';

test('an answer that never ends holds its place for a second, and not until the time-out', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-length': 10 }).write('{');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = createGuardedAgent({ allowLoopback: true });
  onTestFinished(async () => {
    await agent.destroy();
    server.close();
  });
  const hungUp = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  // Longer than a test may take.
  const attempt = postCallback(agent, { url, headers: {}, body: '{}', timeoutMs: 600_000 });
  expect(await attempt).toEqual({ outcome: 'accepted', result: '200' });
  await hungUp;
});
