/** What happened to a message at one of its stages; each change becomes one status event (ADR-0016). */
export interface StatusChange {
  readonly messageId: number;
  /** Of the stage, from 1; null when no stage is concerned. */
  readonly position: number | null;
  readonly status: string;
  /** The undelivered reason, with UNDELIVERED only. */
  readonly reason: string | null;
  readonly at: Date;
}
