import { expect, test, vi } from 'vitest';
import { silent } from '../../log.ts';
import { type AbandonedSession, createEndAbandoned } from './end-abandoned.ts';

const patience = { timeout: 30_000 };

/** Fails the given number of times, then ends what it is given. */
function failing(times: number) {
  const tried: (readonly AbandonedSession[])[] = [];
  const ended: number[] = [];
  const endSessions = async (sessions: readonly AbandonedSession[]) => {
    tried.push(sessions);
    if (tried.length <= times) throw new Error('sorry, too many clients already');
    ended.push(...sessions.map(({ pid }) => pid));
  };
  return { tried, ended, ending: createEndAbandoned({ endSessions, log: silent, pauseMs: 1 }) };
}

test('sessions that cannot be ended are tried again until they can', async () => {
  const { tried, ended, ending } = failing(3);
  ending.add([
    { pid: 1, age: 60 },
    { pid: 2, age: 70 },
  ]);
  await vi.waitFor(() => expect(ended).toEqual([1, 2]), patience);
  expect(tried).toHaveLength(4);
});

test('the age that identifies a session grows between two attempts', async () => {
  const { tried, ended, ending } = failing(2);
  ending.add([{ pid: 1, age: 60 }]);
  await vi.waitFor(() => expect(ended).toEqual([1]), patience);
  const ages = tried.map(([session]) => session?.age ?? 0);
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  expect(ages.at(-1)).toBeGreaterThan(60);
});

test('sessions that are added while others fail are ended as well', async () => {
  const { tried, ended, ending } = failing(2);
  ending.add([{ pid: 1, age: 60 }]);
  await vi.waitFor(() => expect(tried.length).toBeGreaterThan(0), patience);
  ending.add([{ pid: 2, age: 60 }]);
  await vi.waitFor(() => expect(ended.toSorted()).toEqual([1, 2]), patience);
});

test('after the stop nothing is tried again', async () => {
  const { tried, ended, ending } = failing(1);
  ending.add([{ pid: 1, age: 60 }]);
  ending.stop();
  await vi.waitFor(() => expect(tried).toHaveLength(1), patience);
  ending.add([{ pid: 2, age: 60 }]);
  await vi.waitFor(() => expect(ended).toEqual([2]), patience);
});
