import { globSync } from 'node:fs';
import {
  type Clause,
  type Contract,
  type Decision,
  type LimitEntry,
  objectOf,
  type ProblemEntry,
  type ReasonEntry,
  readContract,
  readYamlFile,
} from '@cascade/contract';
import {
  bothStates,
  type ChangesOf,
  type ContractChange,
  changesOf,
  compareEntries,
  type EntryRules,
  hasSameId,
  type Impact,
} from './change.ts';

/** What the descriptions cannot say, by id: what consumers and providers rely on. */
export interface Catalogue {
  readonly problems: Readonly<Record<string, ProblemFacts>>;
  readonly reasons: Readonly<Record<string, ReasonFacts>>;
  readonly limits: Readonly<Record<string, LimitFacts>>;
  readonly clauses: Readonly<Record<string, ClauseFacts>>;
  /** The accepted and the superseded decisions of spec/decisions, by `ADR-0013`. */
  readonly decisions: Readonly<Record<string, DecisionFacts>>;
}

const ofProblem = ['status', 'title', 'retry', 'rule', 'cause', 'fix', 'advice'] as const;
interface ProblemFacts extends Pick<ProblemEntry, (typeof ofProblem)[number]> {
  /** The comment or the violations (§7.1, §7.3) of each case, by its name; `null` where there is none. */
  readonly details: Readonly<Record<string, string | null>>;
}

const ofReason = ['aliases', 'channels', 'retry', 'meaning', 'advice'] as const;
type ReasonFacts = Pick<ReasonEntry, (typeof ofReason)[number]>;

interface LimitFacts extends Pick<LimitEntry, 'value' | 'unit'> {
  /** The problem code or the undelivered reason that reports it. */
  readonly shownAs?: string;
  /** Whether a schema states it: the comparison of the descriptions then reports what it newly refuses. */
  readonly isInDescription?: boolean;
}

interface ClauseFacts extends Pick<Clause, 'kind' | 'says'> {
  /** Whether a scenario names it. */
  readonly tested: boolean;
}

/** What fills a gap of the source. Its prose may change freely, its choice may not. */
const ofDecision = ['title', 'status', 'choice'] as const;
type DecisionFacts = Pick<Decision, (typeof ofDecision)[number]>;

/** What a program that compares contracts may have read already. */
export interface AlreadyRead {
  readonly contract: Contract;
  /** The clauses that any scenario names. */
  readonly tested: ReadonlySet<unknown>;
}

export function readCatalogue(root: string, read: AlreadyRead = readAll(root)): Catalogue {
  const { contract, tested } = read;
  const { problems, reasons, limits, clauses, decisions } = contract;
  // A proposed decision is not in force, so a release does not hold it.
  const binding = decisions.filter(({ status }) => status !== 'proposed');
  return {
    problems: byId(problems, 'code', ({ cases, ...problem }) => ({
      ...pick(problem, ofProblem),
      details: Object.fromEntries(cases.map(({ name, detail }) => [name, detail ?? null])),
    })),
    reasons: byId(reasons, 'reason', (reason) => pick(reason, ofReason)),
    limits: byId(limits, 'id', ({ value, unit, problem, reason, at }) => ({
      value,
      unit,
      ...pick({ shownAs: problem ?? reason }, ['shownAs']),
      ...(at !== undefined && { isInDescription: true }),
    })),
    clauses: byId([...clauses.values()], 'id', ({ id, kind, says }) => ({
      kind,
      says,
      tested: tested.has(id),
    })),
    decisions: byId(binding, 'id', (decision) => pick(decision, ofDecision)),
  };
}

function readAll(root: string): AlreadyRead {
  const files = globSync('spec/scenarios/**/*.yaml', { cwd: root });
  const named = files.map((file) => objectOf(readYamlFile(root, file).value).clauses);
  return { contract: readContract(root), tested: new Set(named.flat()) };
}

function byId<Entry, Facts>(
  entries: readonly Entry[],
  id: keyof Entry,
  factsOf: (entry: Entry) => Facts,
): Readonly<Record<string, Facts>> {
  return Object.fromEntries(entries.map((entry) => [String(entry[id]), factsOf(entry)]));
}

/** These members, without those that are undefined. */
function pick<Whole, Name extends keyof Whole & string>(
  whole: Whole,
  names: readonly Name[],
): { [Key in Name]: Exclude<Whole[Key], undefined> } {
  const known = names.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]]));
  return Object.fromEntries(known);
}

/**
 * Every change of the catalogue, the clauses and the decisions, which the descriptions express as free text
 * or not at all.
 */
export function compareCatalogues(before: Catalogue, now: Catalogue): ContractChange[] {
  return [
    ...compareEntries(before.problems, now.problems, problemRules),
    ...compareEntries(before.reasons, now.reasons, reasonRules),
    ...compareEntries(before.limits, now.limits, limitRules),
    ...compareEntries(before.clauses, now.clauses, clauseRules),
    ...compareDecisions(before.decisions, now.decisions),
  ];
}

/** A change for each member whose value differs; `impacts` gives the impact of each. */
function changedMembers<Facts extends object>(
  { changed }: ChangesOf,
  id: string,
  [before, now]: readonly [Facts, Facts],
  impacts: Partial<Record<keyof Facts & string, Impact>>,
): ContractChange[] {
  return Object.entries(impacts).flatMap(([name, impact]) => {
    const old = Reflect.get(before, name);
    const recent = Reflect.get(now, name);
    if (JSON.stringify(old) === JSON.stringify(recent)) return [];
    return changed(impact as Impact, id, moved(`${name}:`, old, recent), bothStates(name, old, recent));
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
const problemRules: EntryRules<ProblemFacts> = {
  signs: [hasSameId, ([, gone], [, come]) => gone.cause === come.cause],
  added: (id, { status }) => code.added('minor', id, `is new, with status ${status}`),
  removed: (id) => code.removed('major', id, 'is gone'),
  kept: (id, before, now, former) =>
    unlessRenamed(code, id, former, () => [
      ...changedMembers(code, id, [before, now], {
        status: 'major',
        title: 'major',
        rule: 'major',
        retry: 'minor',
        cause: 'patch',
        fix: 'patch',
        advice: 'patch',
      }),
      ...compareEntries(before.details, now.details, detailRules(id)),
    ]),
};

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

const reason = changesOf('reason');

const reasonRules: EntryRules<ReasonFacts> = {
  signs: [hasSameId, ([, gone], [, come]) => gone.meaning === come.meaning],
  added: (id) => reason.added('minor', id, 'is new'),
  removed: (id) => reason.removed('major', id, 'is gone'),
  kept(id, before, now, former) {
    const only = (one: ReasonFacts, other: ReasonFacts) =>
      one.aliases.filter((alias) => !other.aliases.includes(alias));
    return unlessRenamed(reason, id, former, () => [
      ...only(before, now).map((alias) =>
        reason.changed('major', id, `is no longer spelt \`${alias}\` as well`),
      ),
      ...only(now, before).map((alias) => reason.changed('minor', id, `may be spelt \`${alias}\``)),
      ...changedMembers(reason, id, [withAllChannels(before), withAllChannels(now)], {
        channels: 'minor',
        retry: 'minor',
        meaning: 'patch',
        advice: 'patch',
      }),
    ]);
  },
};

/** A reason without channels may come on every one. */
function withAllChannels(facts: ReasonFacts) {
  return { ...facts, channels: facts.channels.length === 0 ? 'every channel' : facts.channels };
}

const limit = changesOf('limit');

/** A changed limit is major in both directions: consumers size their forms and cut their texts by it. */
const limitRules: EntryRules<LimitFacts> = {
  added: (id, { value, unit, shownAs, isInDescription }) =>
    limit.added(
      shownAs === undefined || isInDescription ? 'minor' : 'major',
      id,
      `is new: ${value.toLocaleString('en')} ${unit}`,
    ),
  removed: (id) => limit.removed('minor', id, 'is gone'),
  kept: (id, before, now) =>
    changedMembers(limit, id, [before, now], { value: 'major', unit: 'major', shownAs: 'major' }),
};

const clause = changesOf('clause');

const clauseRules: EntryRules<ClauseFacts> = {
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
    ...changedMembers(clause, id, [before, now], { says: 'patch' }),
  ],
};

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
