import { problemsInOrder, readContract } from '@cascade/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairsInOrder, type RequestFault, requestFaults, requestWith, usedId } from './double-faults.ts';
import { type Providers, startProviders } from './providers.ts';

/** Mock and service find two faults of one request in the order of `spec/catalogue/checks.yaml`. */

const contract = readContract();
const pairs = pairsInOrder(contract);
const codeOf = new Map(contract.problems.map(({ title, code }) => [title, code]));
let providers: Providers;
beforeAll(async () => {
  providers = await startProviders();
}, 120_000);
afterAll(() => providers?.close());

async function codeFrom(
  url: string,
  ...some: readonly Pick<RequestFault, 'set'>[]
): Promise<string | undefined> {
  const { path, ...request } = requestWith(...some);
  const response = await fetch(url + path, request);
  return codeOf.get(String(Object(await response.json()).title));
}

test('each code of the checks has a fault, but for those that one request cannot provoke', () => {
  const tried = new Set(requestFaults.map(({ code }) => code));
  const left = problemsInOrder(contract).filter(({ code }) => !tried.has(code));
  expect(left.map(({ code }) => code)).toEqual([
    'too-many-requests',
    'service-unavailable',
    "request-doesn't-contain-content-for-all-cascade-stages",
    'callback-url-not-valid',
    'system-error',
  ]);
});

test.each(['mock', 'service'] as const)(
  'the %s finds two faults in the order of the contract',
  async (name) => {
    const url = providers[name];
    await codeFrom(url, { set: { '/requestId': usedId } });
    for (const fault of requestFaults)
      expect([fault.check, await codeFrom(url, fault)]).toEqual([fault.check, fault.code]);
    const differences: string[] = [];
    for (const [one, other] of pairs) {
      const found = await codeFrom(url, one, other);
      if (found !== one.code)
        differences.push(`${one.check} ${one.code} before ${other.check} ${other.code}: found ${found}`);
    }
    expect(differences).toEqual([]);
    expect(pairs.length).toBeGreaterThan(200);
  },
  120_000,
);
