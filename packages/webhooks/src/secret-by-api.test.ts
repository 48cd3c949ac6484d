import { randomUUID } from 'node:crypto';
import { startMock } from '@cascade/mock';
import { serve } from '@cascade/repository/test-kit';
import { anAccount, startTestService } from '@cascade/service/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { toNodeHandler } from './node.ts';
import { receiver, secretOf } from './testing/callbacks.ts';

/** A receiver that was set up by the API alone verifies every callback, also while its secret is replaced. */

const stages = [
  {
    uuid: '8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002',
    channel: 'SMS' as const,
    subject: { id: 1, subject: 'codes' },
  },
];
const account = anAccount('demo', {
  balance: 1_000_000,
  cascades: [{ id: 2002, name: 'Codes', stages }],
  senders: [{ channel: 'SMS', subject: 'codes', activated: true }],
});

const providers = {
  mock: () => startMock({ port: 0, provider: { accounts: [account] } }),
  service: () => startTestService({ accounts: [account] }),
};

const running: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

test.each(['mock', 'service'] as const)(
  'the secret of a registration at the %s, and its successor',
  async (name) => {
    const statuses: number[] = [];
    const { events, errors, ...first } = receiver({
      secrets: [secretOf('not known yet, since none is made')],
    });
    let { handler } = first;
    const server = await serve(
      toNodeHandler(async (request) => {
        const answer = await handler(request);
        statuses.push(answer.status);
        return answer;
      }),
    );
    running.push(server);
    const provider = await providers[name]();
    running.push(provider);

    const trust = (...secrets: readonly string[]) => {
      ({ handler } = receiver({
        secrets: [...secrets],
        onStatus: (event) => events.push(event),
        onError: (error) => errors.push(error),
      }));
    };
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': 'demo-key' };
      const answer = await fetch(`${provider.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      return Object(await answer.json());
    };
    const register = (secret: object = {}) =>
      post('/api/callback/set', { statusCallbackUrl: server.url, ...secret });
    /** Messages are delivered, and their callbacks are accepted. */
    const deliver = async () => {
      const ids = Array.from({ length: 5 }, () => randomUUID());
      for (const requestId of ids)
        await post('/api/cascade/schedule', {
          requestId,
          cascadeId: 2002,
          subscriberFilter: { address: '+12025550101', type: 'PHONE' },
          content: { smsContent: { contentType: 'TEXT', text: requestId } },
        });
      const isDelivered = (id: string) =>
        events.some(({ requestId, status }) => requestId === id && status === 'DELIVERED');
      await vi.waitUntil(() => ids.every(isDelivered), { timeout: 60_000, interval: 20 });
    };

    const { secret: made } = await register();
    trust(made);
    await deliver();
    // The provider signs by both before the receiver knows the new one.
    const next = secretOf('the secret that replaces the made one');
    expect(await register({ secret: next })).not.toHaveProperty('secret');
    await deliver();
    trust(next);
    await deliver();
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    expect(errors).toEqual([]);
    // A receiver that knows none of the secrets refuses.
    trust(secretOf('a secret that signs nothing here'));
    await post('/api/cascade/schedule', {
      requestId: randomUUID(),
      cascadeId: 2002,
      subscriberFilter: { address: '+12025550101', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: 'x' } },
    });
    await vi.waitUntil(() => statuses.includes(401), { timeout: 60_000, interval: 20 });
  },
  200_000,
);
