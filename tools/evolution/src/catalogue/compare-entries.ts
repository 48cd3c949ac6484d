import type { Change, Values } from '../change.ts';
import type { Impact } from '../impact.ts';

/** The change of one entry: its impact, its description, and both states where they can be shown side by side. */
export type Verdict = readonly [impact: Impact, says: string, values?: Values];

/** A change; verdicts come from a comparison of one entry with itself, so nothing is added or removed. */
export function changeOf(
  subject: Change['subject'],
  at: string,
  [impact, says, values]: Verdict,
  kind: Change['kind'] = 'changed',
): Change {
  return { impact, kind, subject, at, says, ...(values === undefined ? {} : { values }) };
}

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
  const change = (at: string, verdict: Verdict, kind: Change['kind'] = 'changed') =>
    changeOf(rules.subject, at, verdict, kind);
  const come = Object.entries(now).filter(([id]) => !(id in before));
  const renamed = new Map<string, string>();
  const gone = Object.entries(before).flatMap(([id, facts]) => {
    const present = now[id];
    if (present !== undefined) return rules.changed(facts, present).map((verdict) => change(id, verdict));
    const successor = come.find(([, other]) => rules.isSameEntry?.(facts, other) === true)?.[0];
    if (successor === undefined) return [change(id, rules.removed(facts), 'removed')];
    renamed.set(successor, id);
    return [change(id, ['major', `is now called \`${successor}\``])];
  });
  const added = come
    .filter(([id]) => !renamed.has(id))
    .map(([id, facts]) => change(id, rules.added(facts), 'added'));
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
    return [movedValue(impact as Impact, name, `${name}:`, old, recent)];
  });
}

/** A verdict on a value that differs; `begins` is the text before the old value. */
export function movedValue(
  impact: Impact,
  of: string,
  begins: string,
  old: unknown,
  recent: unknown,
): Verdict {
  const values = { of, ...sideOf('before', old), ...sideOf('after', recent) };
  return [impact, `${begins} ${quoted(old)} is now ${quoted(recent)}`, values];
}

/** One side of `Values`; nothing for a value that is not there. */
function sideOf(side: 'before' | 'after', value: unknown): Partial<Values> {
  const isNothing = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  return isNothing ? {} : { [side]: plainText(value) };
}

/** A list with commas, anything else as text. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A value as text for reviewers. */
function quoted(value: unknown): string {
  return value === undefined || value === null ? 'nothing' : `\`${JSON.stringify(value)}\``;
}
