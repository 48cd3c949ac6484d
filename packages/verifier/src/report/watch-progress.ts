import type { Phase } from '../scenario/scenario.ts';
import type { Attempt } from './attempt.ts';

/** How far a run has come. */
export interface Progress {
  /** Those that have begun and not been through all their scenarios. */
  readonly phases: readonly { readonly phase: Phase; readonly done: number; readonly of: number }[];
  readonly requests: number;
  /** Scenarios that did not match. */
  readonly mismatches: number;
}

/** Follows a run by what it announces, sends and records. */
export function watchProgress(requests: () => number, onProgress?: (progress: Progress) => void) {
  const totals = new Map<Phase, number>();
  const done = new Map<Phase, Set<string>>();
  const mismatched = new Set<string>();
  const tell = () => {
    const phases = [...totals].map(([phase, of]) => ({ phase, of, done: done.get(phase)?.size ?? 0 }));
    onProgress?.({
      phases: phases.filter((each) => each.done < each.of),
      requests: requests(),
      mismatches: mismatched.size,
    });
  };
  return {
    tell,
    announce(phase: Phase, scenarios: number): void {
      totals.set(phase, scenarios);
      tell();
    },
    note({ scenario: { id, phase }, verdict }: Attempt): void {
      done.set(phase, (done.get(phase) ?? new Set()).add(id));
      if (verdict.kind === 'mismatch') mismatched.add(id);
      tell();
    },
  };
}
