import type { ProblemCode } from '@cascade/types';
import type { EndedCall } from './call.ts';
import { codeOfTitle } from './generated/codes.ts';

/** The members of every failure. */
interface FailureFacts {
  /** Number of attempts; 0 if the signal had already fired. */
  readonly attempts: number;
  /** HTTP status of the last answer; 0 without one. */
  readonly status: number;
  /** Headers of the last answer, such as `Retry-After`. */
  readonly headers: Headers | undefined;
}

/** The provider answered with a problem body (§2.4). */
export interface ProblemFailure extends FailureFacts {
  readonly kind: 'problem';
  /** In the listed spelling (§7.1, note). Editors complete the listed codes; others are possible (§7, §9). */
  readonly code: ProblemCode;
  /** The title as it was received. */
  readonly title: string;
  readonly detail: string | undefined;
}

/** An answer outside the contract: a proxy's or portal's page (also with 200), truncated JSON, an empty body. */
export interface UnreadableFailure extends FailureFacts {
  readonly kind: 'unreadable';
  readonly code?: undefined;
  /** The first 4,096 characters of the body. */
  readonly text: string;
}

/** No complete answer: a time-out, a broken connection, or the caller's signal. */
export interface NoAnswerFailure extends FailureFacts {
  readonly kind: 'timeout' | 'connection' | 'aborted';
  readonly code?: undefined;
  /** The error of the network, or the reason of the signal. */
  readonly cause: unknown;
}

/** Why a call failed; narrow it by `kind`. Only a problem has a `code`. */
export type Failure = ProblemFailure | UnreadableFailure | NoAnswerFailure;

/** Why scheduling failed, and whether the message may be scheduled all the same. */
export type ScheduleFailure = Failure & {
  /** The request id of every attempt. */
  readonly requestId: string;
  /**
   * `unknown`: the message may be scheduled. Ask the history, wait for its callbacks, or send the same
   * request with this requestId again, which schedules no second message: success means that it is scheduled,
   * and `requestId-is-not-unique` leaves it unknown.
   */
  readonly outcome: 'not-scheduled' | 'unknown';
};

/** Either data or error, never both. */
export type Result<Data, Error = Failure> =
  | { readonly data: Data; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: Error };

/**
 * What `scheduleOrThrow` throws: the failure that `schedule` would have returned, as an Error. Its message
 * has code, status, detail and request id; its cause is that of the failure.
 */
export class CascadeError extends Error {
  readonly failure: ScheduleFailure;

  constructor(failure: ScheduleFailure) {
    // Such as `out-of-balance (400): needs 3, has 2; request 6a1f…`.
    const { kind, code = kind, status, requestId, detail, cause }: AnyFailure = failure;
    super(
      `${code} (${status || 'no answer'})${detail ? `: ${detail}` : ''}; request ${requestId}`,
      cause ? { cause } : {},
    );
    this.name = 'CascadeError';
    this.failure = failure;
  }
}

/** What the kinds of failures have in common, and what one of them has. */
type AnyFailure = Failure & {
  readonly requestId: string;
  readonly detail?: string | undefined;
  readonly cause?: unknown;
};

const keptCharacters = 4_096;

/** Describes a failed call, with everything that its last answer contained. */
export function toFailure({ kind, response, body, cause, attempts }: EndedCall): Failure {
  const head = { attempts, status: response?.status ?? 0, headers: response?.headers };
  if (kind !== 'answered') return { kind, ...head, cause };
  const { title, detail }: Readonly<Record<string, unknown>> = Object(body);
  if (typeof title !== 'string') {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { kind: 'unreadable', ...head, text: (text ?? '').slice(0, keptCharacters) };
  }
  const code = codeOfTitle.get(title) ?? title;
  return { kind: 'problem', ...head, code, title, detail: typeof detail === 'string' ? detail : undefined };
}
