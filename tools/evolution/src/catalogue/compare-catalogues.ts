import type { Change } from '../change.ts';
import type { Catalogue, ClauseFacts, LimitFacts, ProblemFacts, ReasonFacts } from '../release.ts';
import { compareDecisions } from './compare-decisions.ts';
import {
  changedMembers,
  compareEntries,
  type EntryRules,
  movedValue,
  type Verdict,
} from './compare-entries.ts';

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
    return [movedValue('major', `detail of ${name}`, `the text of \`${name}\`:`, detail, present)];
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
  added: ({ value, unit }) => ['major', `is new: ${value} ${unit}`],
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
