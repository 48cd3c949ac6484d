import { defined } from '../defined.ts';
import type { ShapeWatch } from '../description/watch-shapes.ts';
import type { Target } from '../exchange/create-target.ts';
import type { Profile } from '../profile/profile.ts';
import type { Recorder } from '../report/recorder.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Unavailable } from '../scenario/unavailable.ts';

/** What every phase needs. */
export interface PhaseContext {
  readonly profile: Profile;
  readonly target: Target;
  /** The scenarios of the phase. */
  readonly scenarios: readonly Scenario[];
  /** All scenarios that the provider is held to, for phases that combine them. */
  readonly library: readonly Scenario[];
  readonly recorder: Recorder;
  /** What answers and callbacks of the run look like. */
  readonly shapes: Pick<ShapeWatch, 'attemptsAt' | 'noteCallback'>;
  readonly seed: number;
  /** Many more property cases, and slow checks. */
  readonly deep: boolean;
  /** Fewer property cases. */
  readonly fast: boolean;
}

export type RunPhase = (context: PhaseContext) => Promise<void>;

/** Records that a scenario could not be tried. */
export function skip({ recorder }: PhaseContext, scenario: Scenario, why: string | Unavailable): void {
  const { unavailable, lacks }: Unavailable = typeof why === 'string' ? { unavailable: why } : why;
  recorder.record({
    scenario,
    verdict: { kind: 'inconclusive', why: unavailable, ...defined({ lacks }) },
  });
}
