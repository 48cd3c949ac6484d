import type { StatusEvent } from '@cascade/types';

/** One attempt to send a callback, or why none was made. It has no key, secret or signature. */
export interface CallbackAttempt {
  readonly account: string;
  /** Undefined if no callback is registered. */
  readonly url: string | undefined;
  /** The same for all attempts of one event. */
  readonly webhookId: string;
  /** From 1, of this event. */
  readonly attempt: number;
  readonly event: StatusEvent;
  /** The receiver's status, or why there is none. */
  readonly result: string;
}
