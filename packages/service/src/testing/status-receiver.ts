import type { StatusEvent } from '@cascade/types';
import { Webhook } from 'standardwebhooks';
import { expect, vi } from 'vitest';
import { callbackSecret } from './accounts.ts';
import { type Received, startReceiver } from './receiver.ts';
import { send } from './requests.ts';

/** An integration that takes status events, and believes those alone whose signature a stranger's library accepts. */
export interface StatusReceiver {
  readonly url: string;
  /** Has the service send the events of the account here (ADR-0014). */
  register(serviceUrl: string, key: string): Promise<void>;
  /** The events so far, each once; throws if the signature of one is wrong. */
  events(): readonly StatusEvent[];
  /** How many callbacks were repeats. */
  readonly repeats: number;
  /** The first event that fits, as soon as it is here. */
  eventWhere(fits: (event: StatusEvent) => boolean): Promise<StatusEvent>;
  close(): Promise<void>;
}

const patience = { timeout: 15_000, interval: 20 };

export async function startStatusReceiver(): Promise<StatusReceiver> {
  const receiver = await startReceiver((response, { method }) =>
    response.writeHead(method === 'HEAD' ? 200 : 204).end(),
  );
  const { url, received, close } = receiver;
  const webhook = new Webhook(callbackSecret);
  const byId = new Map<string, StatusEvent>();
  let read = 0;
  let repeats = 0;

  function events(): readonly StatusEvent[] {
    for (const { method, headers, body } of received.slice(read)) {
      if (method === 'HEAD') continue;
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
    events,
    close,
    get repeats() {
      return repeats;
    },
    async register(serviceUrl, key) {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const body = { statusCallbackUrl: url };
      const answer = await send(serviceUrl, { method: 'POST', path: '/api/callback/set', headers, body });
      expect(answer).toMatchObject({ status: 200, body });
    },
    // Unlike `waitFor`, it ends at once when a signature is wrong.
    eventWhere: (fits) => vi.waitUntil(() => events().find(fits), patience),
  };
}

function asText(headers: Received['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
