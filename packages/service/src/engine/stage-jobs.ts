import { chunksOf } from '../jobs/chunks-of.ts';
import { type NewJob, queues } from '../jobs/index.ts';
import type { MessageFollowup } from './courses.ts';

/** What a job of the stage and timer queues holds: messages that are due at the same stage at the same time. */
export interface StageData {
  readonly messageIds: readonly number[];
  readonly position: number;
}

/** One that fails brings the others of its job back with it, for nothing: a job is large enough to pay, and no larger. */
const messagesPerJob = 32;

/** As few jobs as possible: a row of the queue costs as much as the message itself. */
export function stageJobs(due: readonly MessageFollowup[]): NewJob[] {
  const together = Map.groupBy(
    due,
    ({ queue, position, startAfter }) => `${queue} ${position} ${startAfter?.getTime()}`,
  );
  return [...together.values()].flatMap((messages) => chunksOf(messages, messagesPerJob).flatMap(toJob));
}

function toJob(messages: readonly MessageFollowup[]): NewJob[] {
  const [first] = messages;
  if (first === undefined) return [];
  const { queue, position, startAfter } = first;
  const data: StageData = { messageIds: messages.map(({ messageId }) => messageId), position };
  return [{ queue: queues[queue], data, ...(startAfter === null ? {} : { startAfter }) }];
}
