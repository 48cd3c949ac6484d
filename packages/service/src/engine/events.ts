import type { AttemptReport, SendFailed, StageDue, TimerFired } from '@cascade/transition';
import type { GatewayAttempt, Withdrawal } from '../gateways/gateway.ts';
import type { MessageKey } from '../store/message-key.ts';

/** A stage of a message is due. */
export interface DueStageEvent extends StageDue, MessageKey {}

/** A timer of a message is due. */
interface DueTimerEvent extends TimerFired, MessageKey {}

/** A timer is about to end a stage: nothing changes, but there may be an attempt to withdraw. */
interface Expiring extends MessageKey {
  readonly kind: 'expiring';
  readonly position: number;
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
export type EngineEvent = DueStageEvent | Expiring | DueTimerEvent | GatewayReports | SendFailed;

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
