import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { createHistoryClient } from '@cascade/client/history';
import { startMock } from '@cascade/mock';
import { createMockControl } from '@cascade/mock/control';
import { toNodeHandler } from '@cascade/webhooks/node';

// SHOP=./careless.ts tries another program.
const { Shop }: typeof import('./shop.ts') = await import(process.env.SHOP ?? './shop.ts');

const mock = await startMock({ port: 0, control: true });
after(() => mock.close());
const control = createMockControl(mock.url);

/** A shop with an account of its own: CHATTWO, after five minutes SMS. The clock of the account is stopped. */
export async function openShop() {
  const stages = [{ channel: 'CHATTWO' as const, ttl: '00:05:00' }, { channel: 'SMS' as const }];
  const created = await control.createAccount({ cascades: [{ id: 1, stages }] });
  const { name: account, key, callbackSecret } = created;
  await control.setClock({ account, speed: 0 });

  const client = createHistoryClient({ baseUrl: mock.url, apiKey: key, retry: { baseDelayMs: 1 } });
  const shop = new Shop(client, callbackSecret);
  const server = createServer(toNodeHandler(shop.receive)).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await client.setCallback({ statusCallbackUrl: `http://127.0.0.1:${port}/`, secret: callbackSecret });
  return { account, control, shop };
}
