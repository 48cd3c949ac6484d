import type { Progress } from './watch-progress.ts';

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
