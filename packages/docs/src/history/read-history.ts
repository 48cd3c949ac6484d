import { repositoryRoot } from '@cascade/contract';
import {
  type AlreadyRead,
  type ContractChange,
  compare,
  contractPackage,
  judge,
  plannedBump,
  type Release,
  readPresent,
  readReleases,
} from '@cascade/evolution';

/** The contract as it is now, which the next release will keep. */
export const unreleased = 'unreleased';

/** What changed from one version to another; `unreleased` is the present contract. */
export interface Comparison {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly ContractChange[];
  /** Both states, which explain the changes. */
  readonly before: Release;
  readonly after: Release;
}

/** All releases of the contract, and every comparison of two of them and of the present contract. */
export interface History {
  /** The lowest version first. */
  readonly releases: readonly Release[];
  /** The version that the changesets give the next release. */
  readonly planned: string;
  readonly comparisons: readonly Comparison[];
}

/**
 * Reads the releases of `spec/baseline` and compares each with every later one, and with the working tree.
 */
export async function readHistory(read?: AlreadyRead, root: string = repositoryRoot): Promise<History> {
  const releases = readReleases(root);
  const present = readPresent(root, read);
  const states = [...releases, { ...present, version: unreleased }];
  const comparisons: Comparison[] = [];
  for (const [index, before] of states.entries())
    for (const now of states.slice(index + 1))
      comparisons.push({
        from: before.version,
        to: now.version,
        changes: await compare(before, now),
        before,
        after: now,
      });
  const last = releases.at(-1)?.version ?? present.version;
  const recent = comparisons.find(({ from, to }) => from === last && to === unreleased)?.changes ?? [];
  const bump = plannedBump(root, contractPackage);
  const { planned } = judge(recent, { released: last, present: present.version, bump });
  return { releases, planned, comparisons };
}
