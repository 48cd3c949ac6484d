import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { serve } from '@cascade/repository/test-kit';
import { afterEach, expect, test } from 'vitest';
import { type Report, type VerifyOptions, verify } from '../src/index.ts';
import { ownProfile } from './support/broken-provider.ts';

const providers: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
});

/** A callback of this message; resolves to the status that it was answered with. */
type Send = (requestId: string) => Promise<number>;

/** Judges a provider that does this after it has accepted a message. */
async function judge(
  afterAcceptance: (requestId: string, send: Send) => Promise<void>,
  { seconds = 1, ...options }: Partial<VerifyOptions> & { readonly seconds?: number } = {},
): Promise<Report> {
  let receiver = '';
  const provider = await serve(async (incoming, outgoing) => {
    const body = JSON.parse((await buffer(incoming)).toString());
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    if (incoming.url === '/api/callback/set') receiver = body.statusCallbackUrl;
    // A first message finds out whether the provider can be judged at all.
    else if (receiver !== '') await afterAcceptance(body.requestId, createSend(receiver));
  });
  providers.push(provider);
  const { callback, ...profile } = await ownProfile('service');
  return verify({
    target: provider.url,
    profile: { ...profile, callback: { ...callback, repeatsWithinSeconds: seconds } },
    scenarios: ['callback-repeated'],
    assumptions: true,
    setupCheck: false,
    ...options,
  });
}

function createSend(receiver: string): Send {
  const ids = new Map<string, string>();
  return async (requestId) => {
    const id = ids.get(requestId) ?? `evt_${randomUUID()}`;
    ids.set(requestId, id);
    const body = JSON.stringify({ requestId, status: 'UNDELIVERED', error: 'no-template-match' });
    return (await fetch(receiver, { method: 'POST', headers: { 'webhook-id': id }, body })).status;
  };
}

test('an older callback of another message, which comes first, is not refused', async () => {
  const report = await judge(async (requestId, send) => {
    // A callback that was refused twice may come again after minutes only.
    await send(randomUUID());
    if ((await send(requestId)) === 500) await send(requestId);
  });
  expect(report.findings).toEqual([]);
  expect(report.scenarios).toMatchObject([{ scenario: 'callback-repeated', verdict: 'match' }]);
});

test('a callback that does not come again is an error', async () => {
  const report = await judge(async (requestId, send) => void (await send(requestId)));
  expect(report.findings).toMatchObject([{ scenario: 'callback-repeated', actual: 'no repetition' }]);
});

test('without any callback of the message nothing is judged', async () => {
  const report = await judge(async () => {});
  expect(report.findings).toEqual([]);
  expect(report.inconclusive).toMatchObject([
    { scenario: 'callback-repeated', reason: 'no callback of the message came within 1 s' },
  ]);
});

test('a receiver that thousands of other callbacks reach first takes what it waits for', async () => {
  const afterOthers = async (requestId: string, send: Send) => {
    for (let count = 0; count < 2_100; count += 1) await send(randomUUID());
    if ((await send(requestId)) === 500) await send(requestId);
  };
  const report = await judge(afterOthers, { seconds: 60 });
  expect(report.findings).toEqual([]);
  expect(report.scenarios).toMatchObject([{ scenario: 'callback-repeated', verdict: 'match' }]);
});

test('the address that the set-up check registers answers until the run has ended', async () => {
  const sent: (string | number)[] = [];
  const report = await judge(
    async (requestId, send) => {
      sent.push(await send(requestId).catch((error: Error) => error.message));
    },
    { setupCheck: true, phases: ['vectors', 'callback'], scenarios: ['accepts-sms', 'callback-comes'] },
  );
  expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['match', 'match']);
  // The cascades and contents of the set-up check were sent before there was an address.
  expect(sent).toEqual([200]);
});
