import { demoOutcome } from '@cascade/types/demo-numbers';
import type { DeclaredStage } from '../provider/provider.ts';

/** A status event that a scheduling request asked the mock to send. */
export interface WantedEvent {
  readonly status: string;
  /** The undelivered reason, with UNDELIVERED; otherwise null. */
  readonly error: string | null;
  /** The stage that ends so; absent: one on a channel where the reason can occur. */
  readonly stage?: DeclaredStage;
}

/** The events that `Prefer: callback=…` asks for, or else a demo number; none if neither does. */
export function wantedEvents(
  preference: string | undefined,
  address: string,
  stages: readonly DeclaredStage[],
): readonly WantedEvent[] {
  return preference === undefined ? endsOfStages(address, stages) : preferred(preference);
}

/**
 * A word in capitals is a status (ADR-0016); any other is an undelivered reason, also an unlisted one, since the
 * list grows (§7).
 */
function preferred(wanted: string): readonly WantedEvent[] {
  if (wanted === '') return [];
  const isStatus = /^[A-Z_]+$/.test(wanted);
  return [isStatus ? { status: wanted, error: null } : { status: 'UNDELIVERED', error: wanted }];
}

/** How each stage ends that starts: the next one starts only after UNDELIVERED (ADR-0019, ADR-0038). */
function endsOfStages(address: string, stages: readonly DeclaredStage[]): readonly WantedEvent[] {
  const ends: WantedEvent[] = [];
  for (const stage of stages) {
    const outcome = demoOutcome(address, stage.channel);
    if (outcome === undefined) break;
    ends.push({ status: outcome.status, error: outcome.reason, stage });
    if (outcome.status !== 'UNDELIVERED') break;
  }
  return ends;
}
