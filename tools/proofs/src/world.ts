import type { Bed } from '@cascade/bench/harness/bed';
import type { CountingGateway } from '@cascade/bench/harness/gateway';
import type { Replicas } from '@cascade/bench/harness/replicas';
import type { ArrangedStore, Clocks } from './arrangements.ts';
import type { Resident, SeededCallers } from './load.ts';
import type { CutPauses } from './pauses.ts';

/** The account that nothing is done to, unless a schedule names it. */
export const healthy = 'healthy';

/** What faults are done to. */
export interface World {
  readonly bed: Bed;
  readonly store: ArrangedStore;
  readonly clocks: Clocks | undefined;
  readonly replicas: Replicas;
  readonly gateway: CountingGateway;
  readonly residents: readonly Resident[];
  readonly callers: SeededCallers;
  readonly pauses: CutPauses;
  /** Volleys of hostile requests, with what was wrong with their answers. */
  readonly volleys: Volley[];
  /** Seconds that a fault took to be over, or counts, by name: figures of the result. */
  note(name: string, value: number): void;
}

/** One occurrence of a fault. */
export interface Blow {
  /** What it is done to, if the schedule says it. */
  readonly of: string | undefined;
  readonly milliseconds: number;
  /** Until an operator acts. */
  readonly waitMs: number;
  readonly by: number | undefined;
  readonly turn: number;
  /** From 0 to 1. */
  random(): number;
}

/** What was heard of hostile requests. */
interface Volley {
  readonly requests: number;
  readonly connections: number;
  /** By problem, or by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Requests by kind of attack. */
  readonly kinds: Readonly<Record<string, number>>;
  /** How often each was found, by kind of attack. */
  readonly faults: Readonly<Record<string, number>>;
  readonly longestAnswerMilliseconds: number;
}
