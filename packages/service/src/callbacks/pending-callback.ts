import type { Job } from 'pg-boss';

/** Data of a callback job: the events that it is about. */
export interface CallbackJob {
  readonly eventIds: readonly string[];
}

/** An event in the hands of this process, with the job that brought it. */
export interface EventInHand {
  readonly job: Job<CallbackJob>;
  readonly eventId: string;
  /** See the migration. */
  readonly turn: number;
}

/** A status event that has to be sent now, with all that sending it takes. */
export interface PendingCallback extends EventInHand {
  readonly accountId: number;
  readonly url: string;
  /** All that are valid now, the newest first. */
  readonly secrets: readonly string[];
  /** The JSON that is sent and signed, the same in every attempt. */
  readonly body: string;
  /** Attempts made before. */
  readonly attempts: number;
  /** See the migration; not set before the first attempt. */
  readonly firstDueAt: Date | null;
  /** Of the request that scheduled the message, if anybody traces. */
  readonly traceparent: string | null;
}
