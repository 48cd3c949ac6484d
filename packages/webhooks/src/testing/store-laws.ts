import { describe, expect, test } from 'vitest';
import type { Claim, EventStore } from '../event-store.ts';

/** In seconds: longer than any test takes. */
const anHour = 3_600;

/** What any store keeps; claims lapse and ids are forgotten when `wait` has let that long pass. */
export function keepsTheLawsOfAStore(
  open: (options: { readonly claimInSeconds: number }) => EventStore,
  wait: (seconds: number) => Promise<void>,
): void {
  let ids = 0;
  const freshId = () => `msg_${++ids}`;

  describe('the laws of a store', () => {
    test('of many claims at once one is new, and the others are told that it is busy', async () => {
      const store = open({ claimInSeconds: anHour });
      const id = freshId();
      const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(id)));
      expect(claims.filter(({ state }) => state === 'new')).toHaveLength(1);
      expect(claims.filter(({ state }) => state === 'busy')).toHaveLength(19);
    });

    test('what was committed is seen', async () => {
      const store = open({ claimInSeconds: anHour });
      const id = freshId();
      await newClaim(store, id).then((claim) => claim.commit());
      expect(await store.claim(id)).toEqual({ state: 'seen' });
      expect((await store.claim(freshId())).state).toBe('new');
    });

    test('what was released is new again', async () => {
      const store = open({ claimInSeconds: anHour });
      const id = freshId();
      await newClaim(store, id).then((claim) => claim.release());
      expect((await store.claim(id)).state).toBe('new');
    });

    test('a claim lapses, and of many claims after it one is new', async () => {
      const store = open({ claimInSeconds: anHour });
      const id = freshId();
      await newClaim(store, id);
      expect((await store.claim(id)).state).toBe('busy');
      await wait(anHour);
      const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(id)));
      expect(claims.filter(({ state }) => state === 'new')).toHaveLength(1);
    });

    test('a lapsed claim does not release that of another, but can still be committed', async () => {
      const store = open({ claimInSeconds: anHour });
      const id = freshId();
      const slow = await newClaim(store, id);
      await wait(anHour);
      const second = await newClaim(store, id);
      await slow.release();
      expect((await store.claim(id)).state).toBe('busy');
      await slow.commit();
      await second.release();
      expect((await store.claim(id)).state).toBe('seen');
    });
  });
}

async function newClaim(store: EventStore, id: string): Promise<Claim & { readonly state: 'new' }> {
  const claim = await store.claim(id);
  if (claim.state !== 'new') throw new Error(`${id} is ${claim.state}`);
  return claim;
}
