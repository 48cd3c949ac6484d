import type { StatusEvent } from '@cascade/types';
import type { PlannedStage } from '../accounts/directory/account.ts';

/** A status event as stored. */
export interface StoredStatusEvent {
  readonly requestIdAsSent: string;
  readonly messageId: number;
  readonly cascadeId: number;
  readonly comment: string | null;
  /** Null if no stage is concerned. */
  readonly stage: PlannedStage | null;
  readonly status: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** The body of a callback: one flat JSON object of eleven members (ADR-0015). */
export function statusEventBody(event: StoredStatusEvent): string {
  const { stage } = event;
  const body: Required<StatusEvent> = {
    requestId: event.requestIdAsSent,
    messageId: event.messageId,
    cascadeId: event.cascadeId,
    cascadeStageUUID: stage?.uuid ?? null,
    subject: stage?.subject ?? null,
    subjectId: stage?.subjectId ?? null,
    // The schema forbids null here. The list is open, so an empty string means that no stage is concerned.
    channelType: stage?.channel ?? '',
    status: event.status,
    statusAt: event.at.toISOString(),
    error: event.reason,
    comment: event.comment,
  };
  return JSON.stringify(body);
}
