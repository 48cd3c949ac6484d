import type { Job } from 'pg-boss';
import { expect, test } from 'vitest';
import type { CallbackJob } from './callback-jobs.ts';
import { createJobsInHand } from './jobs-in-hand.ts';
import type { EventInHand } from './pending-callback.ts';

const job = { id: 'job', data: { eventIds: ['one', 'two'] } } as unknown as Job<CallbackJob>;
const event = (eventId: string) => ({ job, eventId }) as EventInHand;

function inHand() {
  const released: string[] = [];
  const lost = { connections: 0 };
  const jobs = createJobsInHand(
    { take: () => {}, letGo: () => {} },
    ({ id }) => void released.push(id),
    () => lost.connections,
  );
  jobs.take([job]);
  return { jobs, released, lost };
}

test('a job is complete with the last of its events', () => {
  const { jobs, released } = inHand();
  expect(jobs.completedBy([event('one')])).toEqual([]);
  jobs.letGo(event('one'), true);
  expect(jobs.completedBy([event('two')])).toEqual([job]);
  jobs.letGo(event('two'), true);
  expect(released).toEqual(['job']);
});

test('a job of which an event was not recorded runs again', () => {
  const { jobs, released } = inHand();
  jobs.letGo(event('one'), false);
  expect(jobs.completedBy([event('two')])).toEqual([]);
  jobs.letGo(event('two'), true);
  expect(released).toEqual(['job']);
});

test('a job runs again if a connection was lost since it was taken: its other outcomes may be lost with a server', () => {
  const { jobs, released, lost } = inHand();
  jobs.letGo(event('one'), true);
  lost.connections += 1;
  expect(jobs.completedBy([event('two')])).toEqual([]);
  jobs.letGo(event('two'), true);
  expect(released).toEqual(['job']);
});
