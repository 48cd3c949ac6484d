import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { insist } from './insist.ts';

/** Work that the server refuses once. */
function refusedOnce(code: string) {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries === 1) throw Object.assign(new DatabaseError('refused', 0, 'error'), { code });
    return tries;
  };
}

test.each([
  ['whose connection was lost', '57P01', {}],
  ['that was rolled back to end a deadlock', '40P01', {}],
  ['that waited too long for a lock, if it asks for that', '55P03', { despiteLocks: true }],
])('work %s is repeated', async (_, code, options) => {
  expect(await insist({ forMs: 1_000, pauseMs: 1, ...options }, refusedOnce(code))).toBe(2);
});

test.each(['55P03', '23505'])('work that failed with %s is not repeated', async (code) => {
  await expect(insist({ forMs: 1_000, pauseMs: 1 }, refusedOnce(code))).rejects.toMatchObject({ code });
});

test('not after the time is over', async () => {
  await expect(insist({ forMs: 0, pauseMs: 1 }, refusedOnce('40P01'))).rejects.toThrow('refused');
});
