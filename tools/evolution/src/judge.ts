import type { Change } from './change.ts';
import { greatest, type Impact, isGreater } from './impact.ts';
import { isLower, nextVersion, plannedVersion } from './version.ts';

/** What the next release must be called, what it will be called, and whether that is enough. */
export interface Judgement {
  readonly impact: Impact;
  readonly released: string;
  readonly required: string;
  readonly planned: string;
  readonly passes: boolean;
  /** What a changeset has to say at least, if the gate is to pass. */
  readonly bump: Impact;
}

/**
 * Holds the changes since the baseline against the version that package.json and the changesets lead to. A patch may
 * wait for the next changeset; everything greater may not.
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
