import type { GatewayStatus } from './status-rank.ts';

/** The one holder of an attempt: a replica, and which of its sends it is (decisions/one-holder.md). */
export interface Holder {
  readonly replica: number;
  readonly turn: number;
}

/** A stage is due. If it starts, its attempt gets this id, and this holder. */
export interface StageDue {
  readonly kind: 'stage-due';
  readonly position: number;
  readonly attemptId: string;
  readonly holder: Holder;
  readonly at: Date;
}

/** The verdict of a provider's own rules on a due stage. */
export interface StageVerdict {
  /** The undelivered reason, if the stage must not go to its gateway. */
  readonly refusal: string | null;
  /** The name of the template that the content matched. */
  readonly template: string | null;
}

/** A due stage with its verdict. */
export interface JudgedStage extends StageDue {
  readonly verdict: StageVerdict;
  /** Whether a timer waits for its final receipt; else the upkeep writes that later (ADR-0044). */
  readonly isLate: boolean;
}

/** An attempt whose outcome is unknown is sent again, unless it is held. */
export interface Resend {
  readonly kind: 'resend';
  readonly position: number;
  readonly holder: Holder;
}

/** A gateway was called, and the outcome of the attempt is unknown: it may be sent again. */
export interface SendFailed {
  readonly kind: 'send-failed';
  readonly attemptId: string;
  readonly holder: Holder;
}

/** The TTL of a stage has passed, or none of its receipts came for long (ADR-0044). */
export interface TimerFired {
  readonly kind: 'timer';
  readonly position: number;
  readonly at: Date;
}

/** A gateway reported the status of an attempt, in its response or by a receipt. */
export interface AttemptReport {
  readonly kind: 'report';
  readonly attemptId: string;
  readonly status: GatewayStatus;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly at: Date;
}

/** What `transition` applies to the state of one message. */
export type CascadeEvent = JudgedStage | Resend | SendFailed | TimerFired | AttemptReport;
