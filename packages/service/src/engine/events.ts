import type { GatewayAttempt, GatewayStatus, Withdrawal } from '../gateways/gateway.ts';
import type { MessageKey } from '../store/message-key.ts';

/** The one holder of an attempt: a replica, and which of its sends it is (decisions/one-holder.md). */
export interface Holder {
  readonly replica: number;
  readonly turn: number;
}

/** A job says that a stage is due. If the stage starts, its attempt gets this id, and this holder. */
export interface StageDue extends MessageKey {
  readonly kind: 'stage-due';
  readonly position: number;
  readonly attemptId: string;
  readonly holder: Holder;
  readonly at: Date;
}

/** A gateway was called, and the outcome of the attempt is unknown: another job may try. */
interface SendFailed {
  readonly kind: 'send-failed';
  readonly attemptId: string;
  readonly holder: Holder;
}

/** A job says that the TTL of a stage has passed, or that none of its receipts came for long (ADR-0044). */
interface TimerFired extends MessageKey {
  readonly kind: 'timer';
  readonly position: number;
  readonly at: Date;
}

/** A timer is about to end a stage: nothing changes, but there may be an attempt to withdraw. */
interface Expiring extends MessageKey {
  readonly kind: 'expiring';
  readonly position: number;
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

/**
 * All reports of one response or receipt, to be applied in this order. The message is found by its attempt.
 */
export interface GatewayReports {
  readonly kind: 'reports';
  readonly attemptId: string;
  readonly reports: readonly AttemptReport[];
  /**
   * If the attempt is a guess: this replica heard this reference for it. It counts only if no later attempt
   * has that, too.
   */
  readonly heard?: string;
}

/** What jobs and gateways hand to the engine. */
export type EngineEvent = StageDue | Expiring | TimerFired | GatewayReports | SendFailed;

/** What an applied event leaves to do after the commit. */
export interface Applied {
  /** An attempt to send: a new one, or one whose outcome is unknown. */
  readonly send: GatewayAttempt | null;
  /** Whether another send holds the attempt: the job is tried again later. */
  readonly isHeld: boolean;
  /** An attempt to withdraw before its stage ends. */
  readonly withdrawal?: Withdrawal;
  /** Whether a guess was not certain: nothing of the event is applied. */
  readonly isUnsure?: boolean;
}

/** The verdict of the service's own rules on a due stage. */
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
interface Resend {
  readonly kind: 'resend';
  readonly position: number;
  readonly holder: Holder;
}

/** What `transition` applies to the state of one message. */
export type CascadeEvent = JudgedStage | Resend | SendFailed | TimerFired | AttemptReport;
