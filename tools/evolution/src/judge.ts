import type { Change } from './change.ts';
import { greatest, type Impact, isGreater } from './impact.ts';
import { isLower, nextVersion, plannedVersion } from './version.ts';

/** The version that the next release must have, the version that it will have, and whether that suffices. */
export interface Judgement {
  readonly impact: Impact;
  readonly released: string;
  readonly required: string;
  readonly planned: string;
  readonly passes: boolean;
  /** The least bump with which the gate passes. */
  readonly bump: Impact;
}

/**
 * Compares the changes since the baseline with the version that package.json and the changesets give. A patch
 * may wait for the next changeset; a minor or major change may not.
 */
export function judge(
  changes: readonly Change[],
  versions: { readonly released: string; readonly present: string; readonly bump: Impact },
): Judgement {
  const { released, present } = versions;
  const impact = greatest(changes.map((change) => change.impact));
  const required = nextVersion(released, impact);
  const planned = plannedVersion(present, versions.bump);
  const passes = !isGreater(impact, 'patch') || !isLower(planned, required);
  const bump = impact === 'major' && released.startsWith('0.') ? 'minor' : impact;
  return { impact, released, required, planned, passes, bump };
}
