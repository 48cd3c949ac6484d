import type { SchedulingRequest } from '@cascade/types';
import type { Ended } from './call.ts';
import type { Result, ScheduleFailure } from './failure.ts';
import { toFailure } from './to-failure.ts';

/** A scheduling request (§2.1); the client makes a requestId where none is given. */
export type NewMessage = Omit<SchedulingRequest, 'requestId'> & { readonly requestId?: string | undefined };

/** A scheduled message. */
export interface Scheduled {
  /** As it was sent; status events carry it. */
  readonly requestId: string;
  /** Whether an earlier attempt of this call had been accepted although its answer was lost. */
  readonly replayed: boolean;
  readonly attempts: number;
}

/** The request as it is sent: with a requestId. */
export function withRequestId(message: NewMessage): SchedulingRequest {
  return { ...message, requestId: message.requestId ?? crypto.randomUUID() };
}

/** What a call that scheduled comes to: a message at most once, however often it had to be sent. */
export function toScheduleResult(requestId: string, ended: Ended): Result<Scheduled, ScheduleFailure> {
  const { attempts, response, wasOpen, isOpen } = ended;
  const error = toFailure(ended);
  const replayed = wasOpen && error.code === 'requestId-is-not-unique';
  // Any 2xx means scheduled, whatever its body holds or whether it came at all (ADR-0001).
  if (response?.ok || replayed) return { data: { requestId, replayed, attempts } };
  // A refusal speaks for its own attempt only: one before it may have got through, or still be on its way.
  return { error: { ...error, requestId, outcome: wasOpen || isOpen ? 'unknown' : 'not-scheduled' } };
}
