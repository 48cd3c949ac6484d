/** One callback attempt, as a receiver saw it. */
export interface SeenAttempt {
  /** The `webhook-id`. */
  readonly eventId: string;
  readonly messageId: number;
  /** The `cascadeStageUUID`. */
  readonly stage: string;
  readonly status: string;
  readonly statusAt: string;
  /** Milliseconds of one clock that never goes back. The end is infinite as long as there is no answer. */
  readonly beganAt: number;
  readonly endedAt: number;
}

/** The faults by ADR-0037, each as text; they lie between two neighbouring first attempts of a message. */
export interface OrderFaults {
  /** The event that arrived later has an earlier statusAt. */
  readonly reversed: readonly string[];
  /** Two events of a stage have the same statusAt. */
  readonly equal: readonly string[];
  /** The later attempt began before the earlier one ended. */
  readonly overlapping: readonly string[];
}

/** Judges the first attempt of each event; repeats may arrive at any time. */
export function judgeOrder(attempts: readonly SeenAttempt[]): OrderFaults {
  const neighbours = [...Map.groupBy(firstAttempts(attempts), ({ messageId }) => messageId).values()].flatMap(
    (ofMessage) => ofMessage.slice(1).map((later, index) => [ofMessage[index] ?? later, later] as const),
  );
  const those = (isFaulty: (earlier: SeenAttempt, later: SeenAttempt) => boolean) =>
    neighbours
      .filter(([earlier, later]) => isFaulty(earlier, later))
      .map(([earlier, later]) => `${later.messageId}: ${earlier.status}, then ${later.status}`);
  return {
    reversed: those((earlier, later) => at(later) < at(earlier)),
    equal: those((earlier, later) => earlier.stage === later.stage && at(later) === at(earlier)),
    overlapping: those((earlier, later) => later.beganAt < earlier.endedAt),
  };
}

/** In the order of their beginning. */
export function firstAttempts<Attempt extends SeenAttempt>(attempts: readonly Attempt[]): readonly Attempt[] {
  const first = new Map<string, Attempt>();
  for (const attempt of attempts.toSorted((a, b) => a.beganAt - b.beganAt))
    if (!first.has(attempt.eventId)) first.set(attempt.eventId, attempt);
  return [...first.values()];
}

function at({ statusAt }: SeenAttempt): number {
  return Date.parse(statusAt);
}
