import type { Holder } from './events.ts';
import type { AttemptStatus } from './status-rank.ts';

/**
 * A stage as a message keeps it: copied at acceptance, so that later changes of the cascade do not touch it.
 */
export interface PlannedStage {
  readonly uuid: string;
  readonly channel: string;
  /** After this time the next stage starts although this one has not ended; none for the last (ADR-0019). */
  readonly ttlSeconds: number | null;
  readonly subjectId: number | null;
  readonly subject: string | null;
  /** Minor units (ADR-0012). */
  readonly price: number;
}

/** One try at one stage. */
export interface Attempt {
  /** The gateway's idempotency key. */
  readonly id: string;
  /** From 1. */
  readonly position: number;
  readonly status: AttemptStatus;
  readonly reason: string | null;
  /** The gateway's id for the attempt. */
  readonly reference: string | null;
  /** Who sends it now; null if no living replica does. Only while it is ENQUEUED. */
  readonly holder: Holder | null;
  /** The template that the content matched. */
  readonly template: string | null;
  readonly startedAt: Date;
  /** Of the last status change. */
  readonly changedAt: Date;
  readonly endedAt: Date | null;
}

/** The state of a scheduled message in its cascade. */
export interface CascadeState {
  readonly messageId: number;
  readonly phase: 'scheduled' | 'running' | 'ended';
  readonly endedAt: Date | null;
  /** Minor units still reserved for later stages (ADR-0012). */
  readonly reserved: number;
  readonly plan: readonly PlannedStage[];
  /** Ordered by position, at most one per position. */
  readonly attempts: readonly Attempt[];
}

/** A message that has just been accepted: the prices of all its stages are reserved (ADR-0012). */
export function accepted(messageId: number, plan: readonly PlannedStage[]): CascadeState {
  const reserved = plan.reduce((sum, { price }) => sum + price, 0);
  return { messageId, phase: 'scheduled', endedAt: null, reserved, plan, attempts: [] };
}

/** A status change of one message. */
export interface Change {
  readonly position: number;
  readonly status: AttemptStatus;
  readonly reason: string | null;
  /** Rises strictly within a stage (ADR-0037). */
  readonly at: Date;
}

/** A job to enqueue: the next stage, or the TTL timer of the stage that has just started. */
export interface Followup {
  readonly queue: 'stage' | 'timer';
  readonly position: number;
  /** Seconds from now, on the clock of the database. */
  readonly delaySeconds: number;
}

/** Money that leaves the reserve. */
export interface Move {
  readonly to: 'spent' | 'available';
  readonly amount: number;
}

/** The result of applying one event. */
export interface Transition {
  readonly state: CascadeState;
  readonly changes: readonly Change[];
  readonly followups: readonly Followup[];
  readonly moves: readonly Move[];
}
