import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { callback, receiver, verdict } from './testing/callbacks.ts';

test('Hono hands its requests over as they are', async () => {
  const { handler, events } = receiver();
  const app = new Hono().all('/status', (context) => handler(context.req.raw));
  expect(await verdict(app.request('/status', { method: 'HEAD' }))).toEqual([200]);
  const request = await callback();
  expect(await verdict(app.request(new Request('http://localhost/status', request)))).toEqual([200]);
  expect(events).toMatchObject([{ reason: 'not-chattwo-user' }]);
});
