import { expect, test } from 'vitest';
import { queues } from '../jobs/queues.ts';
import { firstStageJobs, stageJobs } from './stage-jobs.ts';

const keyOf = (messageId: number) => ({ accountId: 100 + messageId, messageId });
const due = (messageId: number, position = 1, startAt: Date | null = null) =>
  ({ queue: 'stage', ...keyOf(messageId), position, delaySeconds: 0, startAt, isHeavy: false }) as const;

test('messages that are due together share jobs of at most 32', () => {
  const jobs = stageJobs(Array.from({ length: 70 }, (_, n) => due(n)));
  expect(jobs.map(({ data }) => Reflect.get(data, 'messageIds').length)).toEqual([32, 32, 6]);
  expect(jobs.flatMap(({ data }) => Reflect.get(data, 'messageIds'))).toEqual(
    Array.from({ length: 70 }, (_, n) => n),
  );
});

test('a different queue, position or time needs another job', () => {
  const [soon, late] = [new Date(1_000), new Date(2_000)];
  const timer = { ...due(6), queue: 'timer', delaySeconds: 60 } as const;
  const longer = { ...timer, ...keyOf(7), delaySeconds: 90 };
  expect(
    stageJobs([due(1), due(2, 2), due(3, 1, soon), due(4, 1, late), due(5, 1, soon), timer, longer]),
  ).toEqual([
    { queue: queues.stage, data: { messageIds: [1], accountIds: [101], position: 1 } },
    { queue: queues.stage, data: { messageIds: [2], accountIds: [102], position: 2 } },
    {
      queue: queues.stage,
      data: { messageIds: [3, 5], accountIds: [103, 105], position: 1 },
      startAfter: soon,
    },
    { queue: queues.stage, data: { messageIds: [4], accountIds: [104], position: 1 }, startAfter: late },
    { queue: queues.timer, data: { messageIds: [6], accountIds: [106], position: 1 }, delayMs: 60_000 },
    { queue: queues.timer, data: { messageIds: [7], accountIds: [107], position: 1 }, delayMs: 90_000 },
  ]);
});

test('a heavy message has a job of its own, marked as heavy', () => {
  expect(stageJobs([due(1), { ...due(2), isHeavy: true }, { ...due(3), isHeavy: true }, due(4)])).toEqual([
    { queue: queues.stage, data: { messageIds: [1, 4], accountIds: [101, 104], position: 1 } },
    { queue: queues.stage, data: { messageIds: [2], accountIds: [102], position: 1, isHeavy: true } },
    { queue: queues.stage, data: { messageIds: [3], accountIds: [103], position: 1, isHeavy: true } },
  ]);
});

test('without due messages there are no jobs', () => {
  expect(stageJobs([])).toEqual([]);
});

test('the first job of a message is its first stage, at once or at its start time', () => {
  const startAt = new Date(1_000);
  const messages = [
    { ...keyOf(1), startAt: null, isHeavy: false },
    { ...keyOf(2), startAt, isHeavy: true },
  ];
  expect(firstStageJobs(messages)).toEqual([
    { queue: queues.stage, data: { messageIds: [1], accountIds: [101], position: 1 } },
    {
      queue: queues.stage,
      data: { messageIds: [2], accountIds: [102], position: 1, isHeavy: true },
      startAfter: startAt,
    },
  ]);
});
