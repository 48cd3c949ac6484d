import type { Described } from '../description/read-description.ts';
import { anchorOfPart, anchorOfThing } from './change-list.ts';
import { changedThings } from './changed-things.ts';
import { prefixOf, releaseSteps } from './history-pages.ts';
import { type History, unreleased } from './read-history.ts';

/** A version in which something changed, and where the changelog says how. */
export interface ChangedIn {
  readonly version: string;
  readonly href: string;
  readonly isBreaking: boolean;
}

/**
 * The versions in which each operation, schema and field changed, the latest first: by `scheduleMessage`,
 * `StatusEvent`, `SchedulingRequest.comment`, and by the names of codes, reasons and limits. Whatever has not
 * changed since the first release is not in it. What is not released has the version that is planned.
 */
export function readChangedIn(
  history: History,
  { contract }: Pick<Described, 'contract'>,
): ReadonlyMap<string, readonly ChangedIn[]> {
  const found = new Map<string, ChangedIn[]>();
  const add = (place: string, entry: ChangedIn) => {
    const known = found.get(place) ?? [];
    const same = known.find(({ href }) => href === entry.href);
    const rest = known.filter((one) => one !== same);
    found.set(place, [...rest, { ...entry, isBreaking: entry.isBreaking || same?.isBreaking === true }]);
  };
  for (const step of releaseSteps(history)) {
    const version = step.to === unreleased ? history.planned : step.to;
    const prefix = prefixOf(step);
    const { before, after, changes } = step;
    for (const thing of changedThings(changes, { before, after, contract })) {
      const isBreaking = thing.impact === 'major';
      const linkTo = (anchor: string) => ({ version, href: `/changelog.html#${anchor}`, isBreaking });
      add(thing.name, linkTo(anchorOfThing(prefix, thing)));
      if (thing.operations.includes(thing.part)) add(thing.part, linkTo(anchorOfPart(prefix, thing.part)));
    }
  }
  return found;
}
