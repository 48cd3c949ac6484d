import type { GatewayAttempt } from '../gateways/gateway.ts';
import type { AttemptReport, TimerFired } from './cascade-state.ts';

/** A stage of a message is due, says a job. The attempt id is for the attempt that this may begin. */
export interface StageJob {
  readonly kind: 'stage-due';
  readonly messageId: number;
  readonly position: number;
  readonly attemptId: string;
  readonly at: Date;
}

/** The TTL of a stage has passed, says a job. */
export interface TimerJob extends TimerFired {
  readonly messageId: number;
}

/** What a gateway told of an attempt, in this order and at once. The message is looked up. */
export interface GatewayNews {
  readonly kind: 'news';
  readonly attemptId: string;
  readonly reports: readonly AttemptReport[];
}

/** What the engine may have to settle. */
export type EngineEvent = StageJob | TimerJob | GatewayNews;

/** What a settled event leaves to be done, after the commit. */
export interface Settlement {
  /** To be sent now, or again: it was begun and nobody knows what became of it. */
  readonly send: GatewayAttempt | null;
}
