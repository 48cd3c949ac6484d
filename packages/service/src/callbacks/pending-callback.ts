import type { Job } from 'pg-boss';

/** Data of a callback job. */
export interface CallbackJob {
  readonly eventId: string;
}

/** A status event that has to be sent now, with all that sending it takes. */
export interface PendingCallback {
  readonly job: Job<CallbackJob>;
  readonly eventId: string;
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
}
