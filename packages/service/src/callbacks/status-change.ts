/** What happened to a message at one of its stages; each change becomes one status event (ADR-0016). */
export interface StatusChange {
  readonly messageId: number;
  /** Of the stage, from 1; null when no stage is concerned. */
  readonly position: number | null;
  readonly status: string;
  /** The undelivered reason, with UNDELIVERED only. */
  readonly reason: string | null;
  readonly at: Date;
  /** Whether the account wants to be told; if not, the event is only kept (ADR-0034). */
  readonly told: boolean;
}

/** UNDELIVERED is always told (§6); of the others an account may choose, and has all of them if it does not. */
export function isTold(status: string, chosen: readonly string[] | null): boolean {
  return status === 'UNDELIVERED' || chosen === null || chosen.includes(status);
}
