import type { Change, Impact, Values } from '../change.ts';
import type {
  Catalogue,
  ClauseFacts,
  DecisionFacts,
  Exports,
  LimitFacts,
  ProblemFacts,
  ReasonFacts,
} from '../release.ts';

/** The change of one entry: its impact, its description, and both states where they can be shown side by side. */
type Verdict = readonly [impact: Impact, says: string, values?: Values];

/** A change; verdicts come from a comparison of one entry with itself, so nothing is added or removed. */
function changeOf(
  subject: Change['subject'],
  at: string,
  [impact, says, values]: Verdict,
  kind: Change['kind'] = 'changed',
): Change {
  return { impact, kind, subject, at, says, ...(values === undefined ? {} : { values }) };
}

/** How the entries of one list are compared. */
interface EntryRules<Facts> {
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
function compareEntries<Facts>(
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
function changedMembers<Facts extends object>(
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
function movedValue(impact: Impact, of: string, begins: string, old: unknown, recent: unknown): Verdict {
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

/**
 * Every change of the catalogue, the clauses and the decisions, which the descriptions express as free text or not at all.
 */
export function compareCatalogues(before: Catalogue, now: Catalogue): Change[] {
  return [
    ...compareEntries(before.problems, now.problems, problemRules),
    ...compareEntries(before.reasons, now.reasons, reasonRules),
    ...compareEntries(before.limits, now.limits, limitRules),
    ...compareEntries(before.clauses, now.clauses, clauseRules),
    ...compareDecisions(before.decisions, now.decisions),
  ];
}

/** Codes grow (§7, §9.1), so a new code is minor; a known code must stay. */
const problemRules: EntryRules<ProblemFacts> = {
  subject: 'code',
  added: ({ status }) => ['minor', `is new, with status ${status}`],
  removed: () => ['major', 'is gone'],
  isSameEntry: (gone, come) => gone.cause === come.cause,
  changed: (before, now) => [
    ...changedMembers(before, now, {
      status: 'major',
      title: 'major',
      rule: 'major',
      retry: 'minor',
      cause: 'patch',
      fix: 'patch',
      advice: 'patch',
    }),
    ...changedDetails(before.details, now.details),
  ],
};

/** Consumers parse comments and violations, because nothing else distinguishes the cases. */
function changedDetails(before: ProblemFacts['details'], now: ProblemFacts['details']): Verdict[] {
  const gone = Object.entries(before).flatMap<Verdict>(([name, detail]) => {
    const present = now[name];
    if (present === undefined) return [['major', `its case \`${name}\` is gone`]];
    if (present === detail) return [];
    // What only adds to a text leaves what consumers look for.
    const impact = detail === null || present?.startsWith(detail) ? 'patch' : 'major';
    return [movedValue(impact, `detail of ${name}`, `the text of \`${name}\`:`, detail, present)];
  });
  const come = Object.keys(now).filter((name) => !(name in before));
  return [...gone, ...come.map<Verdict>((name) => ['minor', `has a new case, \`${name}\``])];
}

const reasonRules: EntryRules<ReasonFacts> = {
  subject: 'reason',
  added: () => ['minor', 'is new'],
  removed: () => ['major', 'is gone'],
  isSameEntry: (gone, come) => gone.meaning === come.meaning,
  changed: (before, now) => [
    ...before.aliases
      .filter((alias) => !now.aliases.includes(alias))
      .map<Verdict>((alias) => ['major', `is no longer spelt \`${alias}\` as well`]),
    ...now.aliases
      .filter((alias) => !before.aliases.includes(alias))
      .map<Verdict>((alias) => ['minor', `may be spelt \`${alias}\``]),
    ...changedMembers(withAllChannels(before), withAllChannels(now), {
      channels: 'minor',
      retry: 'minor',
      meaning: 'patch',
      advice: 'patch',
    }),
  ],
};

/** A reason without channels may come on every one. */
function withAllChannels(reason: ReasonFacts): Omit<ReasonFacts, 'channels'> & { channels: unknown } {
  return { ...reason, channels: reason.channels.length === 0 ? 'every channel' : reason.channels };
}

/** A changed limit is major in both directions: consumers size their forms and cut their texts by it. */
const limitRules: EntryRules<LimitFacts> = {
  subject: 'limit',
  added: ({ value, unit, shownAs, isInDescription }) => [
    shownAs === undefined || isInDescription ? 'minor' : 'major',
    `is new: ${value.toLocaleString('en')} ${unit}`,
  ],
  removed: () => ['minor', 'is gone'],
  changed: (before, now) => changedMembers(before, now, { value: 'major', unit: 'major', shownAs: 'major' }),
};

const clauseRules: EntryRules<ClauseFacts> = {
  subject: 'clause',
  added: ({ kind }) =>
    kind === 'not-shown' ? ['patch', 'is known to be not shown'] : ['minor', `is new: ${kind}`],
  removed: ({ kind }) =>
    kind === 'not-shown' ? ['minor', 'is no longer an open question'] : ['major', 'is gone'],
  changed: (before, now) => [...changedKind(before, now), ...changedMembers(before, now, { says: 'patch' })],
};

function changedKind({ kind: before }: ClauseFacts, { kind: now }: ClauseFacts): Verdict[] {
  if (before === now) return [];
  if (before === 'not-shown') return [['minor', `was not shown, and now is: ${now}`]];
  if (now === 'not-shown') return [['major', `was a ${before}, and is no longer shown`]];
  return [['patch', `is a ${now} instead of a ${before}`]];
}
