import type { RememberedStage } from '../provider/message-memory.ts';
import type { DeclaredCascade } from '../provider/provider.ts';
import { type StageEvent, toSeconds } from './status-event.ts';

/**
 * The stages up to that of the last event. A stage before it without an event has started as well: its TTL passed
 * without a delivery (ADR-0019, ADR-0035).
 */
export function startedStages(
  { stages }: DeclaredCascade,
  events: readonly StageEvent[],
  at: Date,
): RememberedStage[] {
  const last = events.at(-1)?.stage;
  const started = last === undefined ? [] : stages.slice(0, stages.indexOf(last) + 1);
  return started.map((stage) => {
    const { status, error } = events.find((event) => event.stage === stage)?.wanted ?? expired;
    return { stage, status, statusAt: toSeconds(at), error };
  });
}

const expired = { status: 'EXPIRED', error: null };
