import type { Target } from '../exchange/create-target.ts';
import type { Profile } from '../profile/profile.ts';
import type { Recorder } from '../report/recorder.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** What every phase works with. */
export interface PhaseContext {
  readonly profile: Profile;
  readonly target: Target;
  /** Those of the phase. */
  readonly scenarios: readonly Scenario[];
  /** All of them, for phases that put scenarios together. */
  readonly library: readonly Scenario[];
  readonly recorder: Recorder;
  readonly seed: number;
  /** Thorough: many more property cases, and what takes a while. */
  readonly deep: boolean;
}

export type RunPhase = (context: PhaseContext) => Promise<void>;

/** Records that a scenario could not be tried. */
export function skip({ recorder }: PhaseContext, scenario: Scenario, why: string): void {
  recorder.record({ scenario, verdict: { kind: 'inconclusive', why } });
}
