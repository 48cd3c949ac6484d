import { createHash } from 'node:crypto';
import { round } from './statistics.ts';

/** Seconds that known work took on this machine, before and after a run. */
export interface Speed {
  readonly before: number;
  readonly after: number;
}

/** About half a second on an idle machine of 2025. */
const hashes = 400_000;

/** Seconds that a chain of hashes takes, which uses one core. */
export function secondsOfKnownWork(): number {
  const begin = performance.now();
  let digest = Buffer.alloc(32);
  for (let turn = 0; turn < hashes; turn += 1) digest = createHash('sha256').update(digest).digest();
  return round((performance.now() - begin) / 1_000);
}

/** How far the speeds before and after a run may differ, as a ratio. */
const tolerance = 1.25;

/** Why the figures of a run mean nothing; undefined if the machine kept its speed. */
export function speedFault({ before, after }: Speed): string | undefined {
  if (Math.max(before, after) <= Math.min(before, after) * tolerance) return undefined;
  return `the machine changed its speed: known work took ${before} s before the run and ${after} s after it, expected at most a quarter more or less. Nothing is written. Repeat it on an idle machine; --anyway prints the figures`;
}
