/** A typed client for the cascade API: data or error, and retries that never schedule a message twice. */

export { type CascadeClient, createCascadeClient } from './create-cascade-client.ts';
export type {
  Failure,
  NoAnswerFailure,
  ProblemFailure,
  Result,
  ScheduleFailure,
  UnreadableFailure,
} from './failure.ts';
export { CascadeError } from './failure.ts';
export type { CallOptions, ClientOptions, Fetch, LenientClientOptions, RetryOptions } from './options.ts';
export type { LenientMessage, NewMessage, Scheduled } from './schedule.ts';
