/** The outcome of a message: it arrived, it did not, or a stage may still deliver it. */
export type MessageOutcome = 'delivered' | 'failed' | 'open';

/** What the outcome needs of an event: `ReceivedEvent` and the events of the contract have it. */
export interface StageStatus {
  readonly status: string;
  readonly cascadeStageUUID?: string | null | undefined;
}

/** A stage of a cascade: its UUID, or as `listCascades` has it, each stage within the one before. */
export type OutcomeStage =
  | string
  | { readonly uuid: string; readonly stages?: readonly OutcomeStage[] | undefined };

/**
 * The outcome of one message from its events so far, in any order, and the stages of its cascade (ADR-0048).
 * UNDELIVERED and EXPIRED end a stage: the next one starts. Only the last stage, or an event without a stage,
 * ends the message.
 */
export function outcomeOf(events: readonly StageStatus[], stages: readonly OutcomeStage[]): MessageOutcome {
  if (events.some(({ status }) => status === 'DELIVERED' || status === 'READ')) return 'delivered';
  const last = lastOf(stages)?.toLowerCase();
  const isFailed = events.some(
    ({ status, cascadeStageUUID: stage }) =>
      failures.has(status) && (stage == null || stage.toLowerCase() === last),
  );
  return isFailed ? 'failed' : 'open';
}

const failures: ReadonlySet<string> = new Set(['UNDELIVERED', 'EXPIRED', 'FAILED', 'CANCELLED']);

function lastOf(stages: readonly OutcomeStage[]): string | undefined {
  const last = stages.at(-1);
  if (last === undefined || typeof last === 'string') return last;
  return lastOf(last.stages ?? []) ?? last.uuid;
}
