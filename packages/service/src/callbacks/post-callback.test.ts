import { startReceiver, withholdBody } from '@cascade/test-kit';
import { closedAfterTest } from '@cascade/test-kit/vitest';
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
  const agent = createGuardedAgent({ allowLoopback: true });
  onTestFinished(() => agent.destroy());
  // Longer than a test may take.
  const attempt = postCallback(agent, { url, headers: {}, body: '{}', timeoutMs: 600_000 });
  expect(await attempt).toEqual({ outcome: 'accepted', result: '200' });
  await hungUp;
});
