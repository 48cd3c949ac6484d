import type { StatusEvent, UndeliveredReason } from '@cascade/types';

/** Members of the event besides status and reason; the rest gets sample values. */
export type UndeliveredOptions = Partial<Omit<StatusEvent, 'status' | 'error'>>;

/** The body of the status callback that reports a reason (§7.4, ADR-0015). */
export function undeliveredEvent(reason: UndeliveredReason, options: UndeliveredOptions = {}): StatusEvent {
  return {
    requestId: '7c42344c-aeea-41c9-834b-eb627136f400',
    messageId: 8_681_749,
    cascadeId: 31_634,
    cascadeStageUUID: '2ede9313-0539-463a-9ec3-898506f4937a',
    subject: 'news',
    subjectId: 2,
    channelType: 'CHATTWO',
    statusAt: '2026-01-30T11:07:55Z',
    comment: null,
    ...options,
    status: 'UNDELIVERED',
    error: reason,
  };
}
