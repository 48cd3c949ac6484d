import { startReceiver, withholdBody } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { createGuardedAgent } from './guarded-agent.ts';
import { postCallback } from './post-callback.ts';

test('an answer that never ends holds its place for a second, and not until the time-out', async () => {
  const { promise: hungUp, resolve } = Promise.withResolvers<void>();
  const { url } = await closedAfterTest(
    startReceiver((response) => {
      response.once('close', resolve);
      withholdBody(response);
    }),
  );
  const agent = agentOfTest();
  // Longer than a test may take.
  const attempt = postCallback(agent, { url, headers: {}, body: '{}', timeoutMs: 600_000 });
  expect(await attempt).toEqual({ outcome: 'accepted', result: '200' });
  await hungUp;
});

test('an answer that is too long is cut off, and its status counts', async () => {
  const { promise: hungUp, resolve } = Promise.withResolvers<void>();
  const { url } = await closedAfterTest(
    startReceiver((response) => {
      response.once('close', resolve);
      response.writeHead(503, { 'retry-after': '7' }).write('x'.repeat(1_000_000));
    }),
  );
  const attempt = postCallback(agentOfTest(), { url, headers: {}, body: '{}', timeoutMs: 600_000 });
  expect(await attempt).toEqual({ outcome: 'failed', result: '503', retryAfterMs: 7_000 });
  await hungUp;
});

test.each([
  ['120', 120_000],
  ['0', 0],
  [new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
  [new Date(Date.now() - 3_600_000).toUTCString(), 0],
  ['1000000000', 1e12],
  ['Sun Nov  6 08:49:37 1994', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['in 2099', undefined],
  [undefined, undefined],
])('Retry-After: %s is read', async (header, milliseconds) => {
  const { url } = await closedAfterTest(
    startReceiver((response) => response.writeHead(503, { ...(header && { 'retry-after': header }) }).end()),
  );
  const attempt = { url, headers: {}, body: '{}', timeoutMs: 60_000 };
  const { retryAfterMs } = { retryAfterMs: undefined, ...(await postCallback(agentOfTest(), attempt)) };
  // A date has whole seconds, and a busy machine needs some for the request.
  if (milliseconds === 3_600_000) expect(retryAfterMs).toBeGreaterThan(3_500_000);
  else expect(retryAfterMs).toBe(milliseconds);
});

test('an interim answer is not the answer', async () => {
  const { url } = await closedAfterTest(
    startReceiver((response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      response.writeHead(204).end();
    }),
  );
  const attempt = postCallback(agentOfTest(), { url, headers: {}, body: '{}', timeoutMs: 60_000 });
  expect(await attempt).toEqual({ outcome: 'accepted', result: '204' });
});

test('the time-out ends an attempt that has no connection yet', async () => {
  const agent = createGuardedAgent({ allowLoopback: true, resolve: () => {} });
  onTestFinished(() => agent.destroy());
  const attempt = postCallback(agent, {
    url: 'https://never.example/',
    headers: {},
    body: '{}',
    timeoutMs: 20,
  });
  expect(await attempt).toEqual({ outcome: 'failed', result: 'time-out' });
});

test('a connection that breaks within the body leaves the status', async () => {
  const { url } = await closedAfterTest(
    startReceiver((response) => {
      response.writeHead(410, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    }),
  );
  const attempt = postCallback(agentOfTest(), { url, headers: {}, body: '{}', timeoutMs: 60_000 });
  expect(await attempt).toEqual({ outcome: 'gone', result: '410' });
});

test('an agent that is closed fails the attempt', async () => {
  const agent = agentOfTest();
  await agent.destroy();
  const attempt = postCallback(agent, {
    url: 'http://127.0.0.1:9/',
    headers: {},
    body: '{}',
    timeoutMs: 60_000,
  });
  expect((await attempt).outcome).toBe('failed');
});

function agentOfTest() {
  const agent = createGuardedAgent({ allowLoopback: true });
  onTestFinished(() => agent.destroy());
  return agent;
}
