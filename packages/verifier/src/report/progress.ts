import { defined } from '../defined.ts';
import type { Phase } from '../scenario/scenario.ts';
import type { ScenarioAttempt } from './recorder.ts';

/** The progress of a run. */
export interface Progress {
  /** Phases that have begun and have scenarios left. */
  readonly phases: readonly { readonly phase: Phase; readonly done: number; readonly of: number }[];
  /** Scenarios of the whole run, those of phases to come included. */
  readonly scenarios: { readonly done: number; readonly of: number };
  /** About how long the run takes yet; absent while too little is known. */
  readonly secondsLeft?: number;
  readonly requests: number;
  /** Scenarios that did not match. */
  readonly mismatches: number;
}

interface ProgressOptions {
  readonly requests: () => number;
  /** The number of requests that a whole run of its size sends. */
  readonly expected: number;
  /** The number of scenarios of the run. */
  readonly scenarios: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Milliseconds, from any beginning. */
  readonly now?: () => number;
}

/** An estimate from less than this says nothing. */
const leastShare = 0.05;
const leastMilliseconds = 500;

/** Counts what a run announces, sends and records. */
export function watchProgress(options: ProgressOptions) {
  const { requests, expected, scenarios, onProgress, now = () => performance.now() } = options;
  const begin = now();
  const totals = new Map<Phase, number>();
  const done = new Map<Phase, Set<string>>();
  const mismatched = new Set<string>();
  const skipped = new Set<string>();
  /** By requests, since a scenario of generated cases has as many of them as a hundred others. */
  const secondsLeft = (): number | undefined => {
    const passed = now() - begin;
    const share = requests() / Math.max(1, expected - skipped.size);
    if (share < leastShare || share >= 1 || passed < leastMilliseconds) return undefined;
    return (passed * (1 - share)) / share / 1_000;
  };
  const tell = () => {
    if (onProgress === undefined) return;
    const phases = [...totals].map(([phase, of]) => ({ phase, of, done: done.get(phase)?.size ?? 0 }));
    onProgress({
      phases: phases.filter((each) => each.done < each.of),
      scenarios: { done: phases.reduce((sum, each) => sum + each.done, 0), of: scenarios },
      ...defined({ secondsLeft: secondsLeft() }),
      requests: requests(),
      mismatches: mismatched.size,
    });
  };
  return {
    tell,
    announce(phase: Phase, count: number): void {
      totals.set(phase, count);
      tell();
    },
    note({ scenario: { id, phase }, verdict }: ScenarioAttempt): void {
      done.set(phase, (done.get(phase) ?? new Set()).add(id));
      if (verdict.kind === 'mismatch') mismatched.add(id);
      if (verdict.kind === 'inconclusive') skipped.add(id);
      tell();
    },
  };
}

/** The progress of a run, cut to the width of the terminal. */
export function progressLine(progress: Progress, width: number): string {
  const parts = [
    shareOf(progress),
    ...progress.phases.map(({ phase, done, of }) => `${phase} ${done}/${of}`),
    ...countsOf(progress),
  ];
  const line = `… ${parts.join(' · ')}`;
  return line.length < width ? line : `${line.slice(0, Math.max(0, width - 2))}…`;
}

/** The progress as a line of a log. */
export function progressInLog(progress: Progress): string {
  return `… ${[shareOf(progress), ...countsOf(progress)].join(' · ')}\n`;
}

/** How much is done, and about how long the rest takes. */
function shareOf({ scenarios: { done, of }, secondsLeft }: Progress): string {
  const share = `${of === 0 ? 0 : Math.floor((100 * done) / of)} %`;
  return secondsLeft === undefined ? share : `${share}, about ${inWords(secondsLeft)} left`;
}

function countsOf({ requests, mismatches }: Progress): string[] {
  return [
    `${requests} ${requests === 1 ? 'request' : 'requests'}`,
    ...(mismatches === 0 ? [] : [`${mismatches} not as expected`]),
  ];
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}
