import type { Change } from '../change.ts';
import type { Impact } from '../impact.ts';

/** The change of one entry: its impact and its description. */
export type Verdict = readonly [impact: Impact, says: string];

/** How the entries of one list are compared. */
export interface EntryRules<Facts> {
  readonly subject: Change['subject'];
  added(facts: Facts): Verdict;
  removed(facts: Facts): Verdict;
  /** Every difference between two states of one entry. */
  changed(before: Facts, now: Facts): readonly Verdict[];
  /** Whether an added entry may be a removed entry under a new id. */
  isSameEntry?(gone: Facts, come: Facts): boolean;
}

type Entries<Facts> = Readonly<Record<string, Facts>>;

/** Compares two lists of entries by id. An entry under a new id counts as renamed, which is major. */
export function compareEntries<Facts>(
  before: Entries<Facts>,
  now: Entries<Facts>,
  rules: EntryRules<Facts>,
): Change[] {
  const change = (at: string, [impact, says]: Verdict): Change => ({
    impact,
    subject: rules.subject,
    at,
    says,
  });
  const come = Object.entries(now).filter(([id]) => !(id in before));
  const renamed = new Map<string, string>();
  const gone = Object.entries(before).flatMap(([id, facts]) => {
    const present = now[id];
    if (present !== undefined) return rules.changed(facts, present).map((verdict) => change(id, verdict));
    const successor = come.find(([, other]) => rules.isSameEntry?.(facts, other) === true)?.[0];
    if (successor === undefined) return [change(id, rules.removed(facts))];
    renamed.set(successor, id);
    return [change(id, ['major', `is now called \`${successor}\``])];
  });
  const added = come.filter(([id]) => !renamed.has(id)).map(([id, facts]) => change(id, rules.added(facts)));
  return [...gone, ...added];
}

/** A verdict for each member whose value differs; `impacts` gives the impact of each. */
export function changedMembers<Facts extends object>(
  before: Facts,
  now: Facts,
  members: Partial<Record<keyof Facts & string, Impact>>,
): Verdict[] {
  return Object.entries(members).flatMap(([name, impact]) => {
    const [old, recent] = [Reflect.get(before, name), Reflect.get(now, name)];
    if (impact === undefined || JSON.stringify(old) === JSON.stringify(recent)) return [];
    return [[impact as Impact, `${name}: ${quoted(old)} is now ${quoted(recent)}`]] as const;
  });
}

/** A value as text for reviewers. */
export function quoted(value: unknown): string {
  return value === undefined || value === null ? 'nothing' : `\`${JSON.stringify(value)}\``;
}
