import type { LenientSchedulingRequest } from '@cascade/lenient-requests';
import type { SchedulingRequest } from '@cascade/types';
import type { Attempt, EndedCall } from './call.ts';
import type { Result, ScheduleFailure } from './failure.ts';
import { toFailure } from './failure.ts';
import type { ClientOptions } from './options.ts';
import { parseJson } from './parse-json.ts';

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
  requestId?: string | undefined;
  content: Partial<Record<'smsContent' | 'chatoneContent' | 'chattwoContent', NeverRead>>;
};

/** A scheduling request in the described form or an older one (ADR-0027). */
export type LenientMessage = Omit<LenientSchedulingRequest, 'requestId'> & {
  requestId?: string | undefined;
};

/** A scheduled message. */
export interface Scheduled {
  /** The request id that was sent; status events carry it. */
  readonly requestId: string;
  /** Whether an earlier attempt of this call was accepted although its answer did not say so. */
  readonly replayed: boolean;
  readonly attempts: number;
}

/** The body that a call sends. */
interface IdentifiedMessage {
  readonly body: SchedulingRequest;
  /** The request id was made for this call: no earlier call can have used it. */
  readonly isNew: boolean;
}

/** Adds a requestId if the message has none. An older form stays as it is: the provider reads it. */
export function withRequestId(message: NewMessage | LenientMessage): IdentifiedMessage {
  const { requestId = crypto.randomUUID() } = message;
  return { body: { ...(message as NewMessage), requestId }, isNew: message.requestId === undefined };
}

/**
 * Whether an answer accepts the request: a 2xx with nothing that contradicts it (ADR-0001). A page of a
 * portal, the echo of another request, a problem, and a body that breaks off contradict it.
 */
export function accepts({ kind, response, body }: Attempt, requestId: string): boolean {
  if (!response?.ok || kind !== 'answered') return false;
  if (String(body ?? '').trim() === '') return true;
  const answer: unknown = parseJson(body);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false;
  const { requestId: echo, title, status }: Readonly<Record<string, unknown>> = Object(answer);
  // A problem body (§2.4) under another status.
  if (typeof title === 'string' && (echo === undefined || Number(status) > 399)) return false;
  return String(echo ?? requestId).toLowerCase() === requestId.toLowerCase();
}

/** The result of a scheduling call. However many attempts it took, it scheduled at most one message. */
export function toScheduleResult(
  { body: { requestId }, isNew }: IdentifiedMessage,
  ended: EndedCall,
  { usedIdMeansAccepted = false }: Pick<ClientOptions, 'usedIdMeansAccepted'>,
): Result<Scheduled, ScheduleFailure> {
  const { attempts, isAccepted, isOpen } = ended;
  const error = toFailure(ended);
  const isUsedId = error.code === 'requestId-is-not-unique';
  // Elsewhere a provider may have used up the id of an attempt that it refused or failed.
  const replayed = usedIdMeansAccepted && isOpen && isUsedId;
  if (isAccepted || replayed) return { data: { requestId, replayed, attempts } };
  // A rejection is about its own attempt only: an earlier one may have been accepted, or may still arrive. So
  // may one of an earlier call with the same id.
  return {
    error: { ...error, requestId, outcome: isOpen || (isUsedId && !isNew) ? 'unknown' : 'not-scheduled' },
  };
}
