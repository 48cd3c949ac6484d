/** One attempt to send a callback, or why none was made. It has no key, secret or signature. */
export interface CallbackAttempt {
  /** The name of the account. */
  readonly account: string;
  /** Undefined if no callback is registered. */
  readonly url: string | undefined;
  /** The same for each attempt of one event (ADR-0018). */
  readonly webhookId: string;
  /** From 1, of this event; 0 if none was made. */
  readonly attempt: number;
  /** When it ended, by the clock of the account. */
  readonly at: Date;
  /** The body. */
  readonly event: Readonly<Record<string, unknown>>;
  /** The status of the receiver, or why there is none. */
  readonly result: string;
  /** When the event is sent again, by the clock of the account; undefined if it is not. */
  readonly nextAt: Date | undefined;
}
