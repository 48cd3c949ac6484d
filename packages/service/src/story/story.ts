/** Everything that is known of one message, except what it says and to whom: operators never see content and address. */
export interface Story {
  readonly messageId: number;
  readonly account: string;
  /** As the consumer sent it. */
  readonly requestId: string;
  readonly cascadeId: number;
  readonly state: 'scheduled' | 'running' | 'ended';
  readonly acceptedAt: Date;
  /** When it is to start; null for at once. */
  readonly startAt: Date | null;
  readonly endedAt: Date | null;
  /** Whether an equal message was accepted shortly before (ADR-0026). */
  readonly duplicate: boolean;
  readonly stages: readonly StoryStage[];
  readonly events: readonly StoryEvent[];
  readonly money: StoryMoney;
}

/** A stage, and the attempt at it if there was one. */
export interface StoryStage {
  /** From 1. */
  readonly position: number;
  readonly channel: string;
  readonly subject: string | null;
  /** Minor units. */
  readonly price: number;
  readonly attempt: StoryAttempt | null;
}

export interface StoryAttempt {
  readonly id: string;
  readonly status: string | null;
  readonly reason: string | null;
  /** The gateway's own id. */
  readonly reference: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** A change of the status, and what became of its callback. */
export interface StoryEvent {
  /** The webhook-id. */
  readonly id: string;
  readonly at: Date;
  readonly position: number | null;
  readonly status: string;
  readonly reason: string | null;
  /** The state of its callback. */
  readonly callback: string;
  /** Callback attempts since it was last sent again, and the result of the last one. */
  readonly attempts: number;
  readonly lastResult: string | null;
  /** The last 32; none from before migration 18. */
  readonly tries: readonly Try[];
}

/** A callback attempt, or that an operator had the event sent again. */
export interface Try {
  readonly at: Date;
  /** The HTTP status, an error code, or `resent`. */
  readonly result: string;
  readonly tookMs: number | null;
}

/** In minor units: what was reserved when the message was accepted, and where it went (ADR-0012). */
export interface StoryMoney {
  readonly accepted: number;
  readonly spent: number;
  readonly released: number;
  readonly stillReserved: number;
}
