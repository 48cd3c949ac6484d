import { expect, test } from 'vitest';
import type { EventStore } from './event-store.ts';
import { createMemoryStore } from './event-store.ts';
import { keepsTheLawsOfAStore } from './testing/store-laws.ts';

let time = Date.parse('2026-01-30T11:07:55Z');
const now = () => new Date(time);
const wait = async (seconds: number) => {
  time += seconds * 1000;
};

keepsTheLawsOfAStore((options) => createMemoryStore({ ...options, now }), wait);

async function handle(store: EventStore, id: string): Promise<string> {
  const claim = await store.claim(id);
  if (claim.state === 'new') await claim.commit();
  return claim.state;
}

test('an id is kept for two days, a day longer than the sender repeats an event', async () => {
  const store = createMemoryStore({ now });
  await handle(store, 'a');
  await wait(2 * 86_400 - 1);
  expect(await handle(store, 'a')).toBe('seen');
  await wait(1);
  expect(await handle(store, 'a')).toBe('new');
});

test('the oldest ids are dropped when there are too many', async () => {
  const store = createMemoryStore({ maxEntries: 3, now });
  for (const id of ['a', 'b', 'c', 'd']) await handle(store, id);
  expect(await handle(store, 'b')).toBe('seen');
  expect(await handle(store, 'd')).toBe('seen');
  expect(await handle(store, 'a')).toBe('new');
});
