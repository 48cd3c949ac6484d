import type { Progress } from './watch-progress.ts';

/** The progress of a run, cut to the width of the terminal. */
export function progressLine({ phases, requests, mismatches }: Progress, width: number): string {
  const parts = [
    ...phases.map(({ phase, done, of }) => `${phase} ${done}/${of}`),
    `${requests} ${requests === 1 ? 'request' : 'requests'}`,
    ...(mismatches === 0 ? [] : [`${mismatches} not as expected`]),
  ];
  const line = `… ${parts.join(' · ')}`;
  return line.length < width ? line : `${line.slice(0, Math.max(0, width - 2))}…`;
}
