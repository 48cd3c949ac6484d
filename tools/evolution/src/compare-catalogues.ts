import { amountOf, objectOf } from '@cascade/contract';
import type {
  Catalogue,
  ClauseFacts,
  DecisionFacts,
  Facts,
  LimitFacts,
  ProblemFacts,
  ReasonFacts,
} from './catalogue.ts';
import {
  bothStates,
  type ChangesOf,
  type ContractChange,
  changesOf,
  compareEntries,
  type EntryRules,
  hasSameId,
} from './change.ts';
import { type CatalogueFile, comparedMembers, judgeMember } from './member-impacts.ts';
import type { Source } from './source.ts';

/**
 * Every change of the catalogue, the clauses and the decisions, which the descriptions express as free text
 * or not at all.
 */
export function compareCatalogues(before: Catalogue, now: Catalogue): ContractChange[] {
  const problems = membersKept('problems', before.problems);
  const cases = membersKept('cases', casesIn(before.problems));
  const reasons = membersKept('reasons', before.reasons);
  const limits = membersKept('limits', before.limits);
  const clauses = membersKept('clauses', before.clauses);
  return [
    ...compareEntries(before.problems, now.problems, problemRules(problems, cases)),
    ...compareEntries(before.reasons, now.reasons, reasonRules(reasons)),
    ...compareEntries(before.limits, now.limits, limitRules(limits)),
    ...compareEntries(before.clauses, now.clauses, clauseRules(clauses)),
    ...compareDecisions(before.decisions, now.decisions),
    ...compareDemoNumbers(before.demoNumbers, now.demoNumbers),
    ...compareSources(before.source, now.source),
  ];
}

/** The members of a list that a release has kept: it says nothing about any other. */
interface Kept {
  readonly list: CatalogueFile;
  readonly names: readonly string[];
}

function membersKept(list: CatalogueFile, entries: Readonly<Record<string, Facts>>): Kept {
  const kept = new Set(Object.values(entries).flatMap((entry) => Object.keys(entry)));
  return { list, names: comparedMembers(list).filter((name) => kept.has(name)) };
}

function casesIn(problems: Catalogue['problems']): Readonly<Record<string, Facts>> {
  return Object.assign({}, ...Object.values(problems).map(({ cases }) => cases));
}

/** A change for each member whose value differs; `of` is the entry within another one. */
function changedMembers(
  { list, names }: Kept,
  { changed }: ChangesOf,
  id: string,
  [before, now]: readonly [Facts, Facts],
  of = '',
): ContractChange[] {
  return names.flatMap((name) => {
    const old = before[name] ?? null;
    const recent = now[name] ?? null;
    if (JSON.stringify(old) === JSON.stringify(recent)) return [];
    const { impact, says } = judgeMember(list, name, old, recent);
    const what = `${name}${of}`;
    const text = says === '' ? moved(`${what}:`, old, recent) : `${what}: ${says}`;
    return changed(impact, id, text, bothStates(what, old, recent));
  });
}

function moved(begins: string, old: unknown, recent: unknown): string {
  return `${begins} ${quoted(old)} is now ${quoted(recent)}`;
}

/** A value as text for reviewers. */
function quoted(value: unknown): string {
  return value === undefined || value === null ? 'nothing' : `\`${JSON.stringify(value)}\``;
}

/** Of an entry that is known by its id: another id breaks who waits for the former. */
function unlessRenamed(
  { changed }: ChangesOf,
  id: string,
  former: string,
  changes: () => readonly ContractChange[],
) {
  return id === former ? changes() : [changed('major', former, `is now called \`${id}\``)];
}

const code = changesOf('code');

/** Codes grow (§7, §9.1), so a new code is minor; a known code must stay. */
const problemRules = (kept: Kept, keptCases: Kept): EntryRules<ProblemFacts> => ({
  signs: [hasSameId, ([, gone], [, come]) => gone.cause === come.cause],
  added: (id, { status }) => code.added('minor', id, `is new, with status ${status}`),
  removed: (id) => code.removed('major', id, 'is gone'),
  kept: (id, before, now, former) =>
    unlessRenamed(code, id, former, () => [
      ...changedMembers(kept, code, id, [before, now]),
      ...compareEntries(before.details, now.details, detailRules(id)),
      ...changedCases(keptCases, id, before, now),
    ]),
});

/** Consumers parse comments and violations, because nothing else distinguishes the cases. */
const detailRules = (id: string): EntryRules<string | null> => ({
  added: (name) => code.changed('minor', id, `has a new case, \`${name}\``),
  removed: (name) => code.changed('major', id, `its case \`${name}\` is gone`),
  kept(name, detail, present) {
    if (present === detail) return [];
    // What only adds to a text leaves what consumers look for.
    const impact = detail === null || present?.startsWith(detail) ? 'patch' : 'major';
    const values = bothStates(`detail of ${name}`, detail, present);
    return [code.changed(impact, id, moved(`the text of \`${name}\`:`, detail, present), values)];
  },
});

function changedCases(kept: Kept, id: string, before: ProblemFacts, now: ProblemFacts): ContractChange[] {
  return Object.entries(before.cases ?? {}).flatMap(([name, old]) => {
    const recent = now.cases?.[name];
    return recent === undefined ? [] : changedMembers(kept, code, id, [old, recent], ` of ${name}`);
  });
}

const reason = changesOf('reason');

const reasonRules = (kept: Kept): EntryRules<ReasonFacts> => ({
  signs: [hasSameId, ([, gone], [, come]) => gone.meaning === come.meaning],
  added: (id) => reason.added('minor', id, 'is new'),
  removed: (id) => reason.removed('major', id, 'is gone'),
  kept(id, before, now, former) {
    const only = (one: ReasonFacts, other: ReasonFacts) =>
      one.aliases.filter((alias) => !other.aliases.includes(alias));
    return unlessRenamed(reason, id, former, () => [
      ...only(before, now).map((alias) =>
        reason.removed('major', id, `is no longer spelt \`${alias}\` as well`),
      ),
      ...only(now, before).map((alias) => reason.changed('minor', id, `may be spelt \`${alias}\``)),
      ...changedMembers(kept, reason, id, [withAllChannels(before), withAllChannels(now)]),
    ]);
  },
});

/** A reason without channels may come on every one. */
function withAllChannels(facts: ReasonFacts): Facts {
  return { ...facts, channels: facts.channels.length === 0 ? 'every channel' : facts.channels };
}

const limit = changesOf('limit');

/** A changed limit is major in both directions: consumers size their forms and cut their texts by it. */
const limitRules = (kept: Kept): EntryRules<LimitFacts> => ({
  added: (id, facts) =>
    limit.added(
      shownAs(facts) === undefined || isInDescription(facts) ? 'minor' : 'major',
      id,
      `is new: ${amountOf(facts)}`,
      { of: 'value', after: amountOf(facts) },
    ),
  removed: (id, facts) => limit.removed('minor', id, 'is gone', { of: 'value', before: amountOf(facts) }),
  kept(id, before, now) {
    const old = shownAs(before);
    const recent = shownAs(now);
    const values = bothStates('shownAs', old, recent);
    const answer =
      old === recent ? [] : [limit.changed('major', id, moved('is reported as', old, recent), values)];
    return [...changedMembers(kept, limit, id, [before, now]), ...answer];
  },
});

/** The problem code or the undelivered reason that reports a limit. */
function shownAs(facts: LimitFacts): unknown {
  return facts.shownAs ?? facts.problem ?? facts.reason ?? undefined;
}

/** Whether a schema states a limit: the comparison of the descriptions then reports what it newly refuses. */
function isInDescription(facts: LimitFacts): boolean {
  return facts.isInDescription ?? typeof facts.at === 'string';
}

const clause = changesOf('clause');

const clauseRules = (kept: Kept): EntryRules<ClauseFacts> => ({
  added: (id, { kind }) =>
    kind === 'not-shown'
      ? clause.added('patch', id, 'is known to be not shown')
      : clause.added('minor', id, `is new: ${kind}`),
  removed: (id, { kind }) =>
    kind === 'not-shown'
      ? clause.removed('minor', id, 'is no longer an open question')
      : clause.removed('major', id, 'is gone'),
  kept: (id, before, now) => [
    ...changedKind(id, before, now),
    ...changedMembers(kept, clause, id, [before, now]),
  ],
});

function changedKind(
  id: string,
  { kind: before }: ClauseFacts,
  { kind: now }: ClauseFacts,
): ContractChange[] {
  if (before === now) return [];
  if (before === 'not-shown') return [clause.changed('minor', id, `was not shown, and now is: ${now}`)];
  if (now === 'not-shown') return [clause.changed('major', id, `was a ${before}, and is no longer shown`)];
  return [clause.changed('patch', id, `is a ${now} instead of a ${before}`)];
}

const decision = changesOf('decision');

/**
 * Compares decisions by what they choose. Consumers rely on the choice, because the source leaves that point
 * open, so a changed choice is major. Prose, title and number of a decision may change.
 */
function compareDecisions(before: Catalogue['decisions'], now: Catalogue['decisions']): ContractChange[] {
  return compareEntries(before, now, {
    signs: [
      ([id, one], [otherId, other]) => id === otherId && one.choice === other.choice,
      ([, one], [, other]) => one.choice === other.choice,
      ([, one], [, other]) => one.title === other.title,
      hasSameId,
    ],
    added: (id, { choice }) =>
      decision.added('minor', id, `is new: “${choice}”`, { of: 'choice', after: choice }),
    removed: (id, { choice }) =>
      decision.removed('major', id, `was “${choice}”, and is gone`, { of: 'choice', before: choice }),
    kept: changedDecision,
  });
}

function changedDecision(
  id: string,
  old: DecisionFacts,
  present: DecisionFacts,
  former: string,
): ContractChange[] {
  const changes: ContractChange[] = [];
  const { choice, status } = present;
  const number = id === former ? '' : ` (${former} before)`;
  if (old.choice !== choice) {
    const says = `was “${old.choice}”, and now is “${choice}”${number}`;
    changes.push(decision.changed('major', id, says, bothStates('choice', old.choice, choice)));
  } else if (id !== former)
    changes.push(decision.changed('patch', id, `was ${former}; the choice is the same`));
  if (old.status === status) return changes;
  const ended = `was “${old.choice}”, and now is ${status}`;
  const change =
    status === 'accepted'
      ? decision.changed('minor', id, `is accepted again: “${old.choice}”`)
      : decision.changed('major', id, ended, bothStates('choice', old.choice, status));
  return [...changes, change];
}

const demo = changesOf('demo number');

/** Tests of consumers send to them and wait for the outcome. A release may have been kept without them. */
function compareDemoNumbers(
  before: Catalogue['demoNumbers'],
  now: Catalogue['demoNumbers'],
): ContractChange[] {
  if (before === undefined) return [];
  const kept = membersKept('demo-numbers', before);
  return compareEntries<Facts>(before, now ?? {}, {
    added: (number) => demo.added('minor', number, 'is new'),
    removed: (number) => demo.removed('major', number, 'is gone'),
    kept: (number, old, recent) => changedMembers(kept, demo, number, [old, recent]),
  });
}

/** What the source fixes stays; where more of it is guarded, nothing has changed. */
function compareSources(before: Source | undefined, now: Source | undefined): ContractChange[] {
  return Object.entries(before ?? {}).flatMap(([id, places]) =>
    Object.entries(places).flatMap(([place, fixed]) => {
      const present = objectOf(now?.[id])[place];
      if (JSON.stringify(present) === JSON.stringify(fixed)) return [];
      const says = moved(`what the source fixes at ${place}:`, fixed, present);
      return [clause.changed('major', id, says, bothStates(`source at ${place}`, fixed, present))];
    }),
  );
}
