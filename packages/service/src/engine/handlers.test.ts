import { expect, test } from 'vitest';
import { silent } from '../log.ts';
import { createHandlers } from './handlers.ts';

const jobOf = (messageId: number, isHeavy: boolean) => ({
  id: `job-${messageId}`,
  data: { messageIds: [messageId], position: 1, ...(isHeavy && ({ isHeavy: true } as const)) },
});

test('at most four heavy messages of a batch are in memory, and all light ones', async () => {
  const underWay = new Set<number>();
  const together: number[][] = [];
  const { stages } = createHandlers({
    async apply(event) {
      if (event.kind !== 'stage-due') return { send: null, isHeld: false };
      underWay.add(event.messageId);
      await new Promise((resolve) => setImmediate(resolve));
      together.push([...underWay].sort((a, b) => a - b));
      underWay.delete(event.messageId);
      return { send: null, isHeld: false };
    },
    accountsOf: async (messageIds) => new Map(messageIds.map((id) => [id, 7])),
    sends: {
      next: () => ({ replica: 1, turn: 1 }),
      send: () => Promise.reject(new Error('nothing is sent')),
    },
    log: silent,
    now: () => new Date(0),
  });
  const heavy = Array.from({ length: 10 }, (_, n) => jobOf(101 + n, true));
  const batch = [jobOf(1, false), ...heavy, jobOf(2, false)];
  const results = await stages(batch);
  expect(new Set(results)).toEqual(new Set(batch.map(({ id }) => ({ id, status: 'completed' }))));
  expect(Math.max(...together.map((ids) => ids.filter((id) => id > 100).length))).toBe(4);
  expect(together[0]).toEqual(expect.arrayContaining([1, 2]));
});

test('a job names the accounts of its messages, and those of an older job are looked up', async () => {
  const applied: unknown[] = [];
  const { timers } = createHandlers({
    async apply(event) {
      applied.push(event);
      return { send: null, isHeld: false };
    },
    // The message 3 is deleted.
    accountsOf: async () => new Map([[4, 8]]),
    sends: {
      next: () => ({ replica: 1, turn: 1 }),
      send: () => Promise.reject(new Error('nothing is sent')),
    },
    log: silent,
    now: () => new Date(0),
  });
  const job = (data: object) => ({ id: 'job', data: { messageIds: [], position: 2, ...data } });
  await timers([job({ messageIds: [1, 2], accountIds: [5, 6] }), job({ messageIds: [3, 4] })]);
  expect(applied).toMatchObject([
    { accountId: 5, messageId: 1, position: 2 },
    { accountId: 6, messageId: 2, position: 2 },
    { accountId: 8, messageId: 4, position: 2 },
  ]);
});
