import type { StatusEvent } from '@cascade/types';
import type { StatusEventExample } from '../description/read-description.ts';
import type { DeclaredCascade, DeclaredStage } from '../provider/provider.ts';
import type { WantedEvent } from './wanted-event.ts';

/** The members of the scheduling request that a status event repeats. */
export interface ScheduledMessage {
  readonly requestId: string;
  readonly messageId: number;
  readonly cascade: DeclaredCascade;
  readonly comment: string | null;
}

/** A status event, its stage, and what asked for it. */
export interface StageEvent {
  readonly stage: DeclaredStage;
  readonly wanted: WantedEvent;
  readonly event: StatusEvent;
}

/**
 * The status event (§6, ADR-0015) of a message: the description's example of that status or reason, with the
 * data of the message. Its stage is the wanted one, or that of the example's channel, or else the first.
 */
export function createStatusEvent(
  examples: ReadonlyMap<string, StatusEventExample>,
  { requestId, messageId, cascade, comment }: ScheduledMessage,
  wanted: WantedEvent,
  at: Date,
): StageEvent | undefined {
  const { status, error } = wanted;
  const example =
    examples.get(error === null ? 'delivered' : `undelivered-${error}`) ?? examples.get('unlisted') ?? {};
  const [first] = cascade.stages;
  const likely = cascade.stages.find(({ channel }) => channel === example.channelType);
  const stage = wanted.stage ?? likely ?? first;
  if (stage === undefined) return undefined;
  const event: StatusEvent = {
    ...example,
    requestId,
    messageId,
    cascadeId: cascade.id,
    cascadeStageUUID: stage.uuid,
    subject: stage.subject.subject,
    subjectId: stage.subject.id,
    channelType: stage.channel,
    status,
    statusAt: toSeconds(at),
    error,
    comment,
  };
  return { stage, wanted, event };
}

/** ISO 8601 in UTC, without fractions of a second. */
export function toSeconds(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}
