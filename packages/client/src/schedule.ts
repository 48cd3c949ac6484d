import type { LenientSchedulingRequest } from '@cascade/lenient-requests';
import type { SchedulingRequest } from '@cascade/types';
import type { EndedCall } from './call.ts';
import type { Result, ScheduleFailure } from './failure.ts';
import { toFailure } from './failure.ts';
import type { ClientOptions } from './options.ts';

/**
 * Older forms that only a client with `lenient` takes: a strict account would accept the message without
 * them.
 */
interface NeverRead {
  readonly keyboard?: never;
  readonly attachment?: never;
}

/** A scheduling request (§2.1); the client generates a requestId if it has none. */
export type NewMessage = Omit<SchedulingRequest, 'requestId'> & {
  readonly requestId?: string | undefined;
  readonly content: Partial<Record<'smsContent' | 'chatoneContent' | 'chattwoContent', NeverRead>>;
};

/** A scheduling request in the described form or an older one (ADR-0027). */
export type LenientMessage = Omit<LenientSchedulingRequest, 'requestId'> & {
  readonly requestId?: string | undefined;
};

/** A scheduled message. */
export interface Scheduled {
  /** The request id that was sent; status events carry it. */
  readonly requestId: string;
  /** Whether an earlier attempt of this call was accepted although its answer did not say so. */
  readonly replayed: boolean;
  readonly attempts: number;
}

/** Adds a requestId if the message has none. An older form stays as it is: the provider reads it. */
export function withRequestId(message: NewMessage | LenientMessage): SchedulingRequest {
  return { ...(message as NewMessage), requestId: message.requestId ?? crypto.randomUUID() };
}

/** The result of a scheduling call. However many attempts it took, it scheduled at most one message. */
export function toScheduleResult(
  requestId: string,
  ended: EndedCall,
  { usedIdMeansAccepted = false }: Pick<ClientOptions, 'usedIdMeansAccepted'>,
): Result<Scheduled, ScheduleFailure> {
  const { attempts, response, isOpen } = ended;
  const error = toFailure(ended);
  // Elsewhere a provider may have used up the id of an attempt that it refused or failed.
  const replayed = usedIdMeansAccepted && isOpen && error.code === 'requestId-is-not-unique';
  // Any 2xx means scheduled, even if its body is unreadable or incomplete (ADR-0001).
  if (response?.ok || replayed) return { data: { requestId, replayed, attempts } };
  // A rejection is about its own attempt only: an earlier one may have been accepted, or may still arrive.
  return { error: { ...error, requestId, outcome: isOpen ? 'unknown' : 'not-scheduled' } };
}
