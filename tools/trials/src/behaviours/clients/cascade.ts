import { randomUUID } from 'node:crypto';
import { apiKey, benchAccount } from '@cascade/bench/harness/accounts';
import type { Bed } from '@cascade/bench/harness/bed';
import { postJson, schedulePath } from '@cascade/bench/harness/callers';
import { startReceiver } from '@cascade/repository/test-kit';
import { type ClientSettings, createTold, type SmppClient, type Told, waits } from './client.ts';

/** UNDELIVERED is reported whatever an account wants to hear. */
const wanted = ['SENT', 'DELIVERED'] as const satisfies readonly Told[];
const statuses: readonly Told[] = [...wanted, 'UNDELIVERED'];

/** The gateway's settings, beside those of a row. */
export const cascadeSettings: ClientSettings = {
  timeoutSeconds: waits.responseSeconds,
  enquireSeconds: waits.enquireSeconds,
  reconnectSeconds: waits.reconnectSeconds,
};

/** The service with its own PostgreSQL, and a receiver of its callbacks. */
export async function startCascade(bed: Bed, port: number, settings: ClientSettings): Promise<SmppClient> {
  const told = createTold();
  const numbers = new Map<string, string>();
  const receiver = await startReceiver((response, { event }) => {
    response.writeHead(204).end();
    const status = statuses.find((one) => one === event.status);
    told.add(numbers.get(String(event.requestId)) ?? '', status);
  });
  bed.closing(receiver);
  const SMS = {
    kind: 'smpp',
    host: '127.0.0.1',
    port,
    systemId: 'bench',
    password: 'secret',
    ...cascadeSettings,
    ...settings,
  };
  const { url } = await bed.service({
    accounts: [benchAccount(receiver.url, wanted)],
    config: { gateways: { SMS } },
  });
  return {
    told: told.of,
    async send({ number, text }) {
      const requestId = randomUUID();
      numbers.set(requestId, number);
      const { outcome } = await postJson(url + schedulePath, apiKey, {
        requestId,
        cascadeId: 2002,
        subscriberFilter: { address: `+${number}`, type: 'PHONE' },
        content: { smsContent: { contentType: 'TEXT', text } },
      });
      if (outcome !== 'accepted') throw new Error(`the service refused a text: ${outcome}`);
    },
  };
}
