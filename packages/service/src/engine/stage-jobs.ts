import { chunksOf } from '../jobs/chunks-of.ts';
import type { NewJob } from '../jobs/insert-jobs.ts';
import { queues } from '../jobs/queues.ts';
import type { MessageFollowup } from './cascade-run.ts';

/**
 * What a job of the stage and timer queues holds: messages that are due at the same stage at the same time.
 */
export interface StageData {
  readonly messageIds: readonly number[];
  readonly position: number;
  /** One message, whose content is not to be in memory together with many others. */
  readonly isHeavy?: true;
}

/**
 * One that fails brings the others of its job back with it, for nothing: a job is large enough to pay, and no
 * larger.
 */
const messagesPerJob = 32;

/** As few jobs as possible: a row of the queue costs as much as the message itself. */
export function stageJobs(due: readonly MessageFollowup[]): NewJob[] {
  const together = Map.groupBy(
    due,
    ({ queue, position, startAfter, isHeavy }) => `${queue} ${position} ${startAfter?.getTime()} ${isHeavy}`,
  );
  return [...together.values()].flatMap((messages) =>
    chunksOf(messages, messages[0]?.isHeavy === true ? 1 : messagesPerJob).flatMap(toJob),
  );
}

/** A message that has just come in. */
interface NewMessage {
  readonly messageId: number;
  readonly startAt: Date | null;
  readonly isHeavy: boolean;
}

/** The jobs with which the ways of messages begin. */
export function firstStageJobs(messages: readonly NewMessage[]): NewJob[] {
  return stageJobs(
    messages.map(({ messageId, startAt, isHeavy }) => ({
      queue: 'stage',
      messageId,
      position: 1,
      startAfter: startAt,
      isHeavy,
    })),
  );
}

function toJob(messages: readonly MessageFollowup[]): NewJob[] {
  const [first] = messages;
  if (first === undefined) return [];
  const { queue, position, startAfter } = first;
  // A timer loads no content.
  const isHeavy = first.isHeavy && queue === 'stage';
  const messageIds = messages.map(({ messageId }) => messageId);
  const data: StageData = { messageIds, position, ...(isHeavy && { isHeavy }) };
  return [{ queue: queues[queue], data, ...(startAfter === null ? {} : { startAfter }) }];
}
