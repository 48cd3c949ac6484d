import type { PlannedStage } from '../accounts/directory/account.ts';

/** A message that passed every check that needs no store. */
export interface NewMessage {
  readonly requestIdAsSent: string;
  readonly cascadeId: number;
  readonly address: string;
  /** PHONE, or another type that the consumer sent (§2.1). */
  readonly addressType: string;
  readonly comment: string | null;
  /** Null means now (ADR-0024). */
  readonly startAt: Date | null;
  /** SHA-256 that equal messages share (ADR-0026). */
  readonly fingerprint: Buffer;
  /** Minor units: the sum of the stage prices (ADR-0012). */
  readonly cost: number;
  readonly stages: readonly PlannedStage[];
  readonly content: unknown;
  /** The trace of the request; stages and callbacks of the message join it. Absent without tracing. */
  readonly traceparent?: string | null;
}

/** What the store decides on for one request: rules 1 and 5 of §4.1. */
export interface IntakeItem {
  readonly accountId: number;
  /** Canonical: lower case (ADR-0007). */
  readonly requestId: string;
  /** Absent if a later rule refuses the request anyway; then only rule 1 is checked. */
  readonly message?: NewMessage;
}

/** `unused`: the request id is free, but there is no message to accept. */
export type IntakeVerdict = 'accepted' | 'used' | 'unaffordable' | 'unused';
