import type { Change } from '../change.ts';
import type { Catalogue, DecisionFacts } from '../release.ts';
import { changeOf, type Verdict } from './compare-entries.ts';

type Entry = readonly [id: string, facts: DecisionFacts];

/** How a decision of the release is found again, the surest sign first. */
const isSame: readonly ((one: Entry, other: Entry) => boolean)[] = [
  ([id, one], [otherId, other]) => id === otherId && one.choice === other.choice,
  ([, one], [, other]) => one.choice === other.choice,
  ([, one], [, other]) => one.title === other.title,
  ([id], [otherId]) => id === otherId,
];

/**
 * Compares decisions by what they choose. Consumers rely on the choice, because the source leaves that point
 * open, so a changed choice is major. Prose, title and number of a decision may change.
 */
export function compareDecisions(before: Catalogue['decisions'], now: Catalogue['decisions']): Change[] {
  const successors = pair(Object.entries(before), Object.entries(now));
  const known = Object.entries(before).flatMap((old) => {
    const successor = successors.get(old[0]);
    return successor === undefined ? [change(old[0], gone(old[1]), 'removed')] : changed(old, successor);
  });
  const taken = new Set([...successors.values()].map(([id]) => id));
  const come = Object.entries(now).filter(([id]) => !taken.has(id));
  const added = come.map(([id, { choice }]) =>
    change(id, ['minor', `is new: ${inQuotes(choice)}`, { of: 'choice', after: choice }], 'added'),
  );
  return [...known, ...added];
}

/** The successor of each decision of the release, by the id that it had. */
function pair(before: readonly Entry[], now: readonly Entry[]): Map<string, Entry> {
  const successors = new Map<string, Entry>();
  const free = new Map(now);
  for (const same of isSame) {
    for (const old of before.filter(([id]) => !successors.has(id))) {
      const successor = [...free].find((entry) => same(old, entry));
      if (successor === undefined) continue;
      successors.set(old[0], successor);
      free.delete(successor[0]);
    }
  }
  return successors;
}

function changed([oldId, old]: Entry, [id, present]: Entry): Change[] {
  const number = id === oldId ? '' : ` (${oldId} before)`;
  const verdicts: Verdict[] = [];
  if (old.choice !== present.choice)
    verdicts.push([
      'major',
      `was ${inQuotes(old.choice)}, and now is ${inQuotes(present.choice)}${number}`,
      { of: 'choice', before: old.choice, after: present.choice },
    ]);
  else if (id !== oldId) verdicts.push(['patch', `was ${oldId}; the choice is the same`]);
  if (old.status !== present.status) verdicts.push(changedStatus(old, present));
  return verdicts.map((verdict) => change(id, verdict));
}

function changedStatus({ choice }: DecisionFacts, { status }: DecisionFacts): Verdict {
  return status === 'accepted'
    ? ['minor', `is accepted again: ${inQuotes(choice)}`]
    : [
        'major',
        `was ${inQuotes(choice)}, and now is ${status}`,
        { of: 'choice', before: choice, after: status },
      ];
}

function gone({ choice }: DecisionFacts): Verdict {
  return ['major', `was ${inQuotes(choice)}, and is gone`, { of: 'choice', before: choice }];
}

function change(at: string, verdict: Verdict, kind: Change['kind'] = 'changed'): Change {
  return changeOf('decision', at, verdict, kind);
}

function inQuotes(choice: string): string {
  return `“${choice}”`;
}
