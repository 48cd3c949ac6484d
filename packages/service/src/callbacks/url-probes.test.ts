import { expect, test } from 'vitest';
import { createUrlProbes } from './check-callback-url.ts';

/** Probes that end when the test says so. */
function setUp() {
  const { run } = createUrlProbes();
  const ends: (() => void)[] = [];
  const probe = (accountId: number) =>
    run(accountId, () => new Promise<'ok'>((resolve) => ends.push(() => resolve('ok'))));
  return { probe, ends };
}

test('an account has four probes under way, and the next when one has ended', async () => {
  const { probe, ends } = setUp();
  const first = probe(1);
  for (let count = 0; count < 3; count += 1) void probe(1);
  expect(await probe(1)).toBe('account-is-busy');
  ends[0]?.();
  expect(await first).toBe('ok');
  void probe(1);
  expect(ends).toHaveLength(5);
});

test('many accounts leave room for the next one, until the service has as many as it may', async () => {
  const { probe, ends } = setUp();
  for (let account = 0; account < 40; account += 1)
    for (let count = 0; count < 5; count += 1) void probe(account);
  void probe(100);
  expect(ends.length).toBeGreaterThan(48);
  for (let account = 200; account < 300; account += 1) void probe(account);
  expect(ends).toHaveLength(64);
  expect(await probe(1_000)).toBe('service-is-busy');
});

test('a probe that fails is over', async () => {
  const { run } = createUrlProbes();
  for (let count = 0; count < 100; count += 1)
    await expect(run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
