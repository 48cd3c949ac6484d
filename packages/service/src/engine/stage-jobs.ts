import { defined } from '../defined.ts';
import { chunksOf } from '../jobs/chunks-of.ts';
import type { NewJob } from '../jobs/insert-jobs.ts';
import { queues } from '../jobs/queues.ts';
import type { MessageKey } from '../store/message-key.ts';
import type { MessageFollowup } from './cascade-run.ts';

/** The data of a stage or timer job: messages that are due at the same stage at the same time. */
export interface StageData {
  readonly messageIds: readonly number[];
  /** Of the messages, in their order; absent in jobs from before migration 23. */
  readonly accountIds?: readonly number[];
  readonly position: number;
  /** The job has one message, whose content must not be in memory together with many others. */
  readonly isHeavy?: true;
}

/** If one message fails, its job is retried with all of them: large enough to save rows, and no larger. */
const messagesPerJob = 32;

/** A message with the time of its next job. */
interface DueMessage extends MessageFollowup {
  /** The caller's start time. */
  readonly startAt?: Date | null;
}

/** Groups messages into as few jobs as possible: a row of the queue costs as much as the message itself. */
export function stageJobs(due: readonly DueMessage[]): NewJob[] {
  const together = Map.groupBy(
    due,
    ({ queue, position, delaySeconds, startAt, isHeavy }) =>
      `${queue} ${position} ${delaySeconds} ${startAt?.getTime()} ${isHeavy}`,
  );
  return [...together.values()].flatMap((messages) =>
    chunksOf(messages, messages[0]?.isHeavy === true ? 1 : messagesPerJob).flatMap(toJob),
  );
}

/** A message that was just accepted. */
interface NewMessage extends MessageKey {
  readonly startAt: Date | null;
  readonly isHeavy: boolean;
}

/** The jobs for the first stages of new messages. */
export function firstStageJobs(messages: readonly NewMessage[]): NewJob[] {
  return stageJobs(
    messages.map(({ accountId, messageId, startAt, isHeavy }) => ({
      queue: 'stage',
      accountId,
      messageId,
      position: 1,
      delaySeconds: 0,
      startAt,
      isHeavy,
    })),
  );
}

function toJob(messages: readonly DueMessage[]): NewJob[] {
  const [first] = messages;
  if (first === undefined) return [];
  const { queue, position, delaySeconds, startAt } = first;
  // A timer loads no content.
  const isHeavy = first.isHeavy && queue === 'stage';
  const messageIds = messages.map(({ messageId }) => messageId);
  const accountIds = messages.map(({ accountId }) => accountId);
  const data: StageData = { messageIds, accountIds, position, ...(isHeavy && { isHeavy }) };
  const delayMs = delaySeconds > 0 ? delaySeconds * 1_000 : undefined;
  return [defined({ queue: queues[queue], data, delayMs, startAfter: startAt ?? undefined })];
}
