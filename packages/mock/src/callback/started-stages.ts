import type { RememberedStage } from '../provider/message-memory.ts';
import type { DeclaredCascade, DeclaredStage } from '../provider/provider.ts';
import { toSeconds } from './status-event.ts';
import type { WantedEvent } from './wanted-event.ts';

/**
 * The stages up to that of an event. The stages before it have started as well: each was sent, and its TTL passed
 * without a delivery.
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
    ...before.map((stage) => ({ stage, status: 'SENT', statusAt, error: null })),
    { stage: last, status, statusAt, error },
  ];
}
