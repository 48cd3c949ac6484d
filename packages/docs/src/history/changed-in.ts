import type { ToldChange } from './told-changes.ts';

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
export function changedIn(changes: readonly ToldChange[]): ReadonlyMap<string, readonly ChangedIn[]> {
  const found = new Map<string, ChangedIn[]>();
  for (const { name, part, href, partHref, isOfOperation, version, isBreaking } of changes) {
    add(found, name, { version, href, isBreaking });
    if (isOfOperation) add(found, part, { version, href: partHref, isBreaking });
  }
  return found;
}

/** Each address once; it breaks programs if any change behind it does. */
function add(found: Map<string, ChangedIn[]>, place: string, entry: ChangedIn): void {
  const known = found.get(place) ?? [];
  const at = known.findIndex(({ href }) => href === entry.href);
  const isBreaking = entry.isBreaking || known[at]?.isBreaking === true;
  const all = at < 0 ? [...known, entry] : known.with(at, { ...entry, isBreaking });
  found.set(place, all);
}
