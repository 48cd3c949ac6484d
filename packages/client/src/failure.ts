import type { ProblemCode } from '@cascade/types';

/** What every failure tells. */
interface FailureFacts {
  /** How often the request was sent; 0 if the signal had fired before. */
  readonly attempts: number;
  /** Of the last answer; 0 if there was none. */
  readonly status: number;
  /** Of the last answer, `Retry-After` among them. */
  readonly headers: Headers | undefined;
}

/** The provider answered with a problem body (§2.4). */
export interface ProblemFailure extends FailureFacts {
  readonly kind: 'problem';
  /** Completes to the listed codes and takes any other (§7, §9); both spellings of one code are one (§7.1, note). */
  readonly code: ProblemCode;
  /** As it was on the wire. */
  readonly title: string;
  readonly detail: string | undefined;
}

/** There was an answer, but not one of this contract: a proxy's page, truncated JSON, nothing. */
export interface UnreadableFailure extends FailureFacts {
  readonly kind: 'unreadable';
  readonly code?: undefined;
  /** The body, 4,096 characters at most. */
  readonly text: string;
}

/** There was no whole answer: too late, a broken connection, or the caller's signal. */
export interface NoAnswerFailure extends FailureFacts {
  readonly kind: 'timeout' | 'connection' | 'aborted';
  readonly code?: undefined;
  /** What the network or the signal gave as its reason. */
  readonly cause: unknown;
}

/** Why a call failed; `kind` tells them apart, and `code` is there for a problem only. */
export type Failure = ProblemFailure | UnreadableFailure | NoAnswerFailure;

/** Why scheduling failed, and what became of the message. */
export type ScheduleFailure = Failure & {
  /** As it was sent. */
  readonly requestId: string;
  /** `unknown`: it may be scheduled. Send the same request with this requestId again, or wait for its callbacks. */
  readonly outcome: 'not-scheduled' | 'unknown';
};

/** Either data or error, never both. */
export type Result<Data, Error = Failure> =
  | { readonly data: Data; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: Error };
