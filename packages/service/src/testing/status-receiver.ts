import { randomUUID } from 'node:crypto';
import { type Received, startReceiver } from '@cascade/repository/test-kit';
import type { StatusEvent } from '@cascade/types';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { callbackSecret } from './declare.ts';
import { send } from './requests.ts';

/** The callback receiver of an account, which verifies signatures with the `standardwebhooks` library. */
export type StatusReceiver = Awaited<ReturnType<typeof startStatusReceiver>>;

export async function startStatusReceiver() {
  const receiver = await startReceiver((response, { method }) =>
    response.writeHead(method === 'HEAD' ? 200 : 204).end(),
  );
  const { received, close } = receiver;
  // Of its own: its port may have been that of a receiver to which a service of another test still sends.
  const url = `${receiver.url}/${randomUUID()}`;
  const { pathname } = new URL(url);
  const webhook = new Webhook(callbackSecret);
  const byId = new Map<string, StatusEvent>();
  let read = 0;
  let repeats = 0;

  function events(): readonly StatusEvent[] {
    for (const { method, headers, body, path } of received.slice(read)) {
      if (method === 'HEAD' || path !== pathname) continue;
      const verified = webhook.verify(body, asText(headers)) as StatusEvent;
      const id = String(headers['webhook-id']);
      if (byId.has(id)) repeats += 1;
      byId.set(id, verified);
    }
    read = received.length;
    return [...byId.values()];
  }

  return {
    url,
    /** The events so far, without repeats; throws if a signature is wrong. */
    events,
    close,
    /** The number of callbacks that repeated an event. */
    get repeats(): number {
      return repeats;
    },
    /** Registers this receiver for the events of the account (ADR-0014). */
    async register(serviceUrl: string, key: string): Promise<void> {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const body = { statusCallbackUrl: url };
      const answer = await send(serviceUrl, { method: 'POST', path: '/api/callback/set', headers, body });
      expect(answer).toMatchObject({ status: 200, body });
    },
    /** Resolves with the first matching event; rejects at once if a signature is wrong, or after a minute. */
    eventWhere: (matches: (event: StatusEvent) => boolean) =>
      receiver.until(() => events().find(matches), 60),
  };
}

function asText(headers: Received['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
