import { randomUUID } from 'node:crypto';
import { type Serving, serve } from '@cascade/repository/test-kit';
import { signedAccounts, startTestService } from '@cascade/service/testing';
import { undeliveredReasons } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toNodeHandler } from './node.ts';
import { receiver, secret } from './testing/callbacks.ts';

const { handler, events, errors } = receiver();
let server: Serving | undefined;
let service: Awaited<ReturnType<typeof startTestService>> | undefined;

beforeAll(async () => {
  server = await serve(toNodeHandler(handler));
  service = await startTestService({ accounts: await signedAccounts([], secret) });
});

afterAll(async () => {
  await service?.close();
  await server?.close();
});

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'demo-key' };
  const answer = await fetch(`${service?.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

describe('the callbacks of the service', () => {
  test('can be registered to go here (ADR-0014)', async () => {
    await post('/api/callback/set', { statusCallbackUrl: `${server?.url}/status` });
  });

  test.each(undeliveredReasons())('arrive, typed: %s', async (reason) => {
    const requestId = randomUUID();
    await post('/api/cascade/schedule', {
      requestId,
      cascadeId: 4010,
      subscriberFilter: { address: demoAddressOf(reason), type: 'PHONE' },
      content: { chattwoContent: { contentType: 'TEXT', text: randomUUID() } },
    });
    const event = await vi.waitUntil(
      () => events.find((each) => each.requestId === requestId && each.status === 'UNDELIVERED'),
      { timeout: 60_000, interval: 20 },
    );
    expect(event).toMatchObject({ reason, channelType: 'CHATTWO', cascadeId: 4010, subject: 'support' });
    expect(event.id).toBeTruthy();
    expect(Date.parse(event.statusAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('came each once, and without a fault', () => {
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(errors).toEqual([]);
  });
});
