import type { PlannedStage } from '../domain/planned-stage.ts';
import type { AttemptStatus, GatewayStatus } from './status-rank.ts';

/** One try at one stage. */
export interface Attempt {
  /** The gateway's idempotency key. */
  readonly id: string;
  /** From 1. */
  readonly position: number;
  readonly status: AttemptStatus;
  readonly reason: string | null;
  /** The gateway's own name for it. */
  readonly reference: string | null;
  /** The template that the content matched. */
  readonly template: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** A scheduled message on its way through its cascade. */
export interface CascadeState {
  readonly messageId: number;
  readonly phase: 'scheduled' | 'running' | 'ended';
  readonly endedAt: Date | null;
  /** Minor units still set aside for stages to come (ADR-0012). */
  readonly reserved: number;
  readonly plan: readonly PlannedStage[];
  /** By position; one at each at most. */
  readonly attempts: readonly Attempt[];
}

/** What the rules of the service say before a stage goes to its gateway. */
export interface StageVerdict {
  /** The undelivered reason, if the stage shall not go to its gateway. */
  readonly refusal: string | null;
  readonly template: string | null;
}

/** A stage shall start, under this attempt id if it does. */
export interface StageDue {
  readonly kind: 'stage-due';
  readonly position: number;
  readonly attemptId: string;
  readonly verdict: StageVerdict;
  readonly at: Date;
}

/** The TTL of a stage ran out. */
export interface TimerFired {
  readonly kind: 'timer';
  readonly position: number;
  readonly at: Date;
}

/** A gateway told what became of an attempt, in its answer or by a receipt. */
export interface AttemptReport {
  readonly kind: 'report';
  readonly attemptId: string;
  readonly status: GatewayStatus;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly at: Date;
}

export type CascadeEvent = StageDue | TimerFired | AttemptReport;

/** A status to tell the receiver; without the message it belongs to. */
export interface Change {
  readonly position: number;
  readonly status: AttemptStatus;
  readonly reason: string | null;
  readonly at: Date;
}

/** Work for later: the next stage, or the TTL of the one that started. */
export interface Followup {
  readonly queue: 'stage' | 'timer';
  readonly position: number;
  readonly startAfter: Date | null;
}

/** Money that leaves the book of what is reserved. */
export interface Move {
  readonly to: 'spent' | 'available';
  readonly amount: number;
}

/** What one event leads to. */
export interface Transition {
  readonly state: CascadeState;
  readonly changes: readonly Change[];
  readonly followups: readonly Followup[];
  readonly moves: readonly Move[];
}
