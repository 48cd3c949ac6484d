import type { StatusEvent } from '@cascade/types';
import type { KeptMessage, KeptStage } from '@cascade/validator/memory-provider';
import type { StatusEventExample } from '../description/read-description.ts';

/** A status event, its stage, and what asked for it. */
export interface StageEvent {
  readonly stage: KeptStage;
  readonly wanted: WantedEvent;
  readonly event: StatusEvent;
}

/**
 * The status event (§6, ADR-0015) of a message: the description's example of that status or reason, with the
 * data of the message. Its stage is the wanted one, or that of the example's channel, or else the first.
 */
export function createStatusEvent(
  examples: ReadonlyMap<string, StatusEventExample>,
  { messageId, cascade, request: { requestId, comment = null } }: KeptMessage,
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
    statusAt: at.toISOString(),
    error,
    comment,
  };
  return { stage, wanted, event };
}

/** A status event that a scheduling request asked the mock to send. */
export interface WantedEvent {
  readonly status: string;
  /** The undelivered reason, with UNDELIVERED; otherwise null. */
  readonly error: string | null;
  /** The stage that ends so; absent: one on a channel where the reason can occur. */
  readonly stage?: KeptStage;
}

/**
 * The event that `Prefer: callback=…` asks for. A word in capitals is a status (ADR-0016); any other is an
 * undelivered reason, also an unlisted one, since the list grows (§7).
 */
export function preferredEvent(wanted: string | undefined): WantedEvent | undefined {
  if (wanted === undefined || wanted === '') return undefined;
  const isStatus = /^[A-Z_]+$/.test(wanted);
  return isStatus ? { status: wanted, error: null } : { status: 'UNDELIVERED', error: wanted };
}
