/** An event that this process holds, until it lets go of it. */
export interface EventInHand {
  readonly eventId: string;
  /** `status_events.turn`: detects that another replica has recorded an outcome in the meantime. */
  readonly turn: number;
  /** The replica that holds it, by the id that this has while it lives. */
  readonly owner: number;
  /**
   * To be called once.
   *
   * @param isRecorded whether its outcome is; otherwise the event is done again.
   */
  letGo(isRecorded: boolean): void;
}

/** An event of the same message that comes first. Sent again later, it has another turn. */
export type EarlierEvent = Pick<EventInHand, 'eventId' | 'turn'>;

/** A status event that is due, with everything needed to send it. */
export interface PendingCallback extends EventInHand {
  readonly accountId: number;
  readonly url: string;
  /** The last registration of the account when the URL was read. */
  readonly version: number;
  /** What the operator has each callback to this URL carry (ADR-0017). Values may be secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** All currently valid secrets, newest first. */
  readonly secrets: readonly string[];
  /** The signed JSON, the same in every attempt. */
  readonly body: string;
  /** Earlier attempts. */
  readonly attempts: number;
  /**
   * When the first attempt was due, on the monotonic clock of this process; null before it. Retries end a day
   * after this time (ADR-0018).
   */
  readonly firstDueAt: number | null;
  /** The events of the same message whose first attempts have to end first (ADR-0037). */
  readonly earlier: readonly EarlierEvent[];
  /** The HTTP status or error code of the receiver's last failure; null while its attempts succeed. */
  readonly lastError: string | null;
  /** From the request that scheduled the message, if it had one. */
  readonly traceparent: string | null;
}
