import type { RememberedStage } from '../provider/message-memory.ts';
import type { DeclaredCascade, DeclaredStage } from '../provider/provider.ts';
import { toSeconds } from './status-event.ts';
import type { WantedEvent } from './wanted-event.ts';

/**
 * The stages up to that of an event. The stages before it have started as well: the TTL of each
 * passed without a delivery (ADR-0019, ADR-0035).
 */
export function startedStages(
  { stages }: DeclaredCascade,
  last: DeclaredStage,
  { status, error }: WantedEvent,
  at: Date,
): RememberedStage[] {
  const statusAt = toSeconds(at);
  const before = stages.slice(0, stages.indexOf(last));
  return [
    ...before.map((stage) => ({ stage, status: 'EXPIRED', statusAt, error: null })),
    { stage: last, status, statusAt, error },
  ];
}
