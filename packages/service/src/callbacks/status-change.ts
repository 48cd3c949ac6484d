import type { MessageKey } from '../store/message-key.ts';

/** A status change of a message at one of its stages. Each becomes one status event (ADR-0016). */
export interface StatusChange extends MessageKey {
  readonly eventId: string;
  /** Of the stage, from 1; null if no stage is concerned. */
  readonly position: number | null;
  readonly status: string;
  /** The undelivered reason, with UNDELIVERED only. */
  readonly reason: string | null;
  readonly at: Date;
  /** Whether the account receives callbacks for this status; if not, the event is only stored (ADR-0034). */
  readonly reported: boolean;
}

/** UNDELIVERED is always reported (§6). An account may limit the other statuses to a list; null means all. */
export function isReported(status: string, chosen: readonly string[] | null): boolean {
  return status === 'UNDELIVERED' || chosen === null || chosen.includes(status);
}
