import { neighbourRequest, provokingRequest, readContract } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { fresh, send } from './requests.ts';

/** Without those that need a fault of the provider: the mock shows them on demand, the service only when it has one. */
const cases = readContract().problems.flatMap(({ title, status, cases }) =>
  cases
    .filter(({ request }) => request.headers?.prefer === undefined)
    .map((one) => ({ name: one.name, title, status, one })),
);

/** Says nothing of what a key lacks (ADR-0036). */
const withoutDetail = /^auth-error$/;

/** The tests that a service with the demo accounts answers as the catalogue has it (§7.1), with every neighbour. */
export function testCatalogue(urlOf: () => string): void {
  describe.each(cases)('$name', ({ title, status, one }) => {
    test(`is answered with ${status} ${title}, and its detail`, async () => {
      const request = fresh(provokingRequest(one));
      if (one.request.sentBefore) expect((await send(urlOf(), request)).status).toBe(200);
      const { detail } = one;
      const answer = await send(urlOf(), request);
      expect(answer.body).toStrictEqual(
        withoutDetail.test(title) ? { title, status } : { title, status, detail: expect.any(String) },
      );
      if (title !== 'callback-url-not-valid' && detail !== undefined)
        expect(answer.body).toMatchObject({ detail });
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
