import type { Phase } from '../scenario/scenario.ts';
import type { Attempt } from './attempt.ts';

/** The progress of a run. */
export interface Progress {
  /** Phases that have begun and have scenarios left. */
  readonly phases: readonly { readonly phase: Phase; readonly done: number; readonly of: number }[];
  readonly requests: number;
  /** Scenarios that did not match. */
  readonly mismatches: number;
}

/** Counts what a run announces, sends and records. */
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
