import { randomUUID } from 'node:crypto';
import { type CatalogueRequest, neighbourRequest, readContract, requestOfCase } from '@cascade/contract';
import { type KnownUndeliveredReason, undeliveredReasons } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { describe, expect, test } from 'vitest';
import { aCascade, anAccount } from './declare.ts';
import { fresh, scheduling, send } from './requests.ts';
import type { StatusReceiver } from './status-receiver.ts';

/**
 * Without those that need a fault of the provider: the mock shows them on demand, the service only when it
 * has one.
 */
const cases = readContract().problems.flatMap(({ title, status, cases }) =>
  cases
    .filter(({ request }) => request.headers?.prefer === undefined)
    .map((one) => ({ name: one.name, title, status, one })),
);

/**
 * The tests that a service with the demo accounts answers as the catalogue has it (§7.1), with every
 * neighbour.
 */
export function testCatalogue(urlOf: () => string): void {
  describe.each(cases)('$name', ({ title, status, one }) => {
    test(`is answered with ${status} ${title}, and its detail`, async () => {
      const request = fresh(requestOfCase(one));
      if (one.request.sentBefore) expect((await send(urlOf(), request)).status).toBe(200);
      const { detail } = one;
      const answer = await send(urlOf(), request);
      expect(answer.body).toStrictEqual(detail === undefined ? { title, status } : { title, status, detail });
      expect(answer).toMatchObject({ status, type: 'application/problem+json' });
    });

    test('has a neighbour that passes', async () => {
      const request = neighbourRequest(one);
      // The address of the catalogue cannot be reached from here.
      if (request.path === '/api/callback/set') return;
      expect(await send(urlOf(), fresh(request))).toMatchObject({ status: 200 });
    });
  });
}

/** An account that is not allowed much, so that the service itself has to refuse. */
export const narrow = anAccount('narrow', {
  prices: { SMS: 5, CHATONE: 2, CHATTWO: 3 },
  balance: 1_000,
  cascades: [aCascade(1, ['SMS']), aCascade(2, ['CHATTWO']), aCascade(3, ['CHATONE'])],
  senders: [
    { channel: 'SMS', subject: 'codes', activated: false },
    { channel: 'CHATONE', subject: 'codes' },
    { channel: 'CHATTWO', subject: 'codes' },
  ],
  templates: [
    { channel: 'CHATTWO', name: 'code', text: 'Your code is {code}' },
    { channel: 'CHATONE', name: 'code', text: 'Your code is {code}' },
  ],
  settings: { limits: { templateMessagesPerDay: 0 } },
});

/** A reason of §7.4 and the requests of which the last one ends with it. */
type Provocation = readonly [reason: string, requests: () => readonly CatalogueRequest[]];

/**
 * What the service finds out by itself is really brought about; the rest is left to the simulated gateway.
 */
const found: Readonly<Record<string, () => readonly CatalogueRequest[]>> = {
  'no-template-match': () => [narrowRequest(3, 'chatoneContent', 'Hello')],
  'session-not-started': () => [narrowRequest(2, 'chattwoContent', 'Hello')],
  'daily-rate-limit': () => [narrowRequest(2, 'chattwoContent', `Your code is ${randomUUID()}`)],
  'error-subject-unknown': () => [narrowRequest(1, 'smsContent', randomUUID())],
  'error-address-format': () => [scheduling({ subscriberFilter: { address: 'call me', type: 'PHONE' } })],
  duplicated: () => {
    const content = { smsContent: { contentType: 'TEXT', text: randomUUID() } };
    return [scheduling({ content }), scheduling({ content })];
  },
};

/** All thirteen, in the order of §7.4. */
const provocations: readonly Provocation[] = undeliveredReasons().map((reason) => [
  reason,
  found[reason] ?? (() => [simulated(reason)]),
]);

function narrowRequest(cascadeId: number, member: string, text: string): CatalogueRequest {
  const content = { [member]: { contentType: 'TEXT', text } };
  return scheduling({ cascadeId, content }, 'narrow-key');
}

/** A message on CHATTWO to the demo number of the reason. */
function simulated(reason: KnownUndeliveredReason): CatalogueRequest {
  return scheduling({
    cascadeId: 4010,
    subscriberFilter: { address: demoAddressOf(reason), type: 'PHONE' },
    content: { chattwoContent: { contentType: 'TEXT', text: randomUUID() } },
  });
}

/** What the tests of the reasons use. */
export interface Reported {
  readonly service: { readonly url: string };
  readonly receiver: StatusReceiver;
}

/** The tests that a service with the demo accounts and the narrow one reports each reason (§7.4). */
export function testReasons(reported: () => Reported): void {
  test.each(provocations)('reports %s, signed', async (reason, requests) => {
    const { service, receiver } = reported();
    let last: unknown;
    for (const request of requests()) {
      last = request.body;
      expect((await send(service.url, request)).status).toBe(200);
    }
    expect(last).toHaveProperty('requestId');
    const isLast = ({ requestId }: { requestId: string | null }) =>
      expect.objectContaining({ requestId }).asymmetricMatch(last);
    const event = await receiver.eventWhere((one) => isLast(one) && one.status === 'UNDELIVERED');
    expect(event.error).toBe(reason);
  });
}
