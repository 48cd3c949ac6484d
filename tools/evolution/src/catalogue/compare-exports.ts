import type { Change } from '../change.ts';
import type { Exports } from '../release.ts';
import { compareEntries } from './compare-entries.ts';

/** Names that programs import from the packages. A release that was kept without them says nothing about them. */
export function compareExports(before: Exports | undefined, now: Exports | undefined): Change[] {
  if (before === undefined || now === undefined) return [];
  return compareEntries<Exports[string]>(before, now, {
    subject: 'export',
    added: (kind) => ['minor', `is exported, a ${kind}`],
    removed: (kind) => ['major', 'is no longer exported', { of: 'export', before: `a ${kind}` }],
    changed: (old, recent) =>
      old === recent
        ? []
        : // A value may be imported as a type, a type not as a value.
          [
            [
              recent === 'type' ? 'major' : 'minor',
              `was a ${old}, and is now a ${recent}`,
              { of: 'export', before: `a ${old}`, after: `a ${recent}` },
            ],
          ],
  });
}
