import type { LaneKey, WaitingEntry } from '../due/waiting.ts';
import type { EventInHand } from './pending-callback.ts';

/** The states of a status event, by the values of the table. */
export type EventState = 'pending' | 'delivered' | 'given-up' | typeof noReceiver;

/** Kept, but not sent: no receiver is registered for it, or its account did not choose the status. */
export const noReceiver = 'nobody';

/** The result of an event whose receiver was disabled before. It waits until the receiver is enabled (ADR-0041). */
export const disabledResult = 'disabled';

/** What to record of an event. */
export interface Outcome extends EventInHand {
  readonly state: EventState;
  /** Whether an attempt was made. */
  readonly attempted: boolean;
  /** The HTTP status or an error code; null keeps the last one. */
  readonly result: string | null;
  /** Milliseconds since its first attempt was due. The database adds them to its own clock. */
  readonly waitedMs: number;
  /** With `pending`: the milliseconds until it is due again, likewise. */
  readonly againInMs?: number;
  /** The attempt as `status_events.tries` keeps it; absent without one. */
  readonly attempt?: string;
  /** After an attempt that tells something new: the receiver, and the error of its last failure; null if it succeeded. */
  readonly receiver?: Receiver & { readonly error: string | null };
  /** With `pending`: the lane in which it waits. */
  readonly lane?: WaitingLane;
  /** After an answer of 410: the receiver to disable, unless it was registered after this version. */
  readonly gone?: Receiver & { readonly version: number };
}

/** Who gets callbacks: a URL of an account. */
export type Receiver = LaneKey;

/** Where an event waits, in milliseconds. */
export interface WaitingLane extends Receiver, Pick<WaitingEntry, 'visitInMs' | 'giveUpInMs'> {}

/**
 * An event of which nothing is left to record: it was delivered or given up before, or deleted with its
 * message.
 */
export interface AlreadyDone extends EventInHand {
  readonly state: 'already-done';
}

/** An event that its parcel need not wait for any longer. */
export type ResolvedEvent = Outcome | AlreadyDone;

export function isOutcome(event: ResolvedEvent): event is Outcome {
  return event.state !== 'already-done';
}
