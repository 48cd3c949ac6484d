import type { Impact } from './change.ts';
import { judgeAdvice, judgeText, type TextVerdict } from './words.ts';

/**
 * What a change of a member does to the users of the contract: always the same, or as both values are. `own`:
 * compared by a rule of its own.
 */
type MemberImpact = Impact | 'own' | ((before: unknown, now: unknown) => TextVerdict);

type MemberImpacts = Readonly<Record<string, MemberImpact>>;

const texts = (judge: typeof judgeText) => (before: unknown, now: unknown) =>
  judge(String(before ?? ''), String(now ?? ''));

/** A statement: who reads it relies on its numbers, its names and its sense. */
const statement = texts(judgeText);

/** What callers shall do: any other advice is to be read. */
const advice = texts(judgeAdvice);

/** A statement of the source document, which does not change: who corrects it has read another one before. */
function clauseText(before: unknown, now: unknown): TextVerdict {
  const verdict = statement(before, now);
  return verdict.impact === 'patch' ? verdict : { ...verdict, impact: 'major' };
}

const same: TextVerdict = { impact: 'none', says: '' };

/**
 * Programs send again, wait or give up by `retry`. Who gave up misses a later success, and no more (minor);
 * who sends again what no longer succeeds, or fixes the wrong end, is wrong (major).
 */
function retried(before: unknown, now: unknown): TextVerdict {
  if (before === now) return same;
  const isGentler = before === 'never' || now === 'later';
  const says = `\`${before}\` is now \`${now}\`: ${retries[String(now)] ?? 'see the catalogue'}`;
  return { impact: isGentler ? 'minor' : 'major', says };
}

const retries: Readonly<Record<string, string>> = {
  'after-fix': 'the message must be fixed first',
  'after-setup': 'the account must be set up first',
  later: 'the same message may succeed later',
  never: 'the same message never succeeds',
  unknown: 'whether the same message may succeed later is not known',
  'used-before': 'the same requestId never succeeds',
};

/** What the source says becomes our choice, or the other way. */
function provenance(before: unknown, now: unknown): TextVerdict {
  if (before === now) return same;
  return now === 'documented'
    ? { impact: 'minor', says: 'was assumed and is now documented' }
    : { impact: 'major', says: 'was documented and is now assumed' };
}

/** What of an advice the source gives: what it no longer says is ours. */
function documentedParts(before: unknown, now: unknown): TextVerdict {
  const [old, recent] = [before, now].map((parts) => (Array.isArray(parts) ? parts : []));
  const lost = (old ?? []).filter((part) => !(recent ?? []).includes(part));
  if (lost.length > 0)
    return { impact: 'major', says: `${lost.join(', ')} was documented and is now assumed` };
  return {
    impact: (old ?? []).length === (recent ?? []).length ? 'none' : 'minor',
    says: 'more of it is documented',
  };
}

/** Of a limit, which has either a clause or a decision. */
function citedClause(before: unknown, now: unknown): TextVerdict {
  const of = (clause: unknown) => (clause === null ? 'assumed' : 'documented');
  return of(before) === of(now) ? { impact: 'patch', says: '' } : provenance(of(before), of(now));
}

/**
 * What a change of each member of the catalogue does, by file. A member without an entry is refused: it would
 * count as nothing, whatever programs rely on.
 */
const memberImpacts = {
  problems: {
    code: 'own',
    // File names, anchors, names of examples and constants of the kits.
    slug: 'minor',
    title: 'major',
    status: 'major',
    provenance,
    clause: 'patch',
    decision: 'patch',
    rule: 'major',
    after: 'major',
    cause: statement,
    fix: advice,
    retry: retried,
    advice,
    cases: 'own',
  },
  /** Of a case of a code: an example, besides its detail. */
  cases: {
    name: 'own',
    summary: 'patch',
    clause: 'patch',
    detail: 'own',
    state: statement,
    request: 'patch',
    neighbour: 'patch',
  },
  reasons: {
    reason: 'own',
    aliases: 'own',
    clause: 'patch',
    decision: 'patch',
    channels: 'minor',
    meaning: statement,
    retry: retried,
    advice,
    documented: documentedParts,
  },
  limits: {
    id: 'own',
    clause: citedClause,
    decision: 'patch',
    says: statement,
    value: 'major',
    unit: 'major',
    // Where a schema states it, which is compared there.
    at: 'patch',
    text: 'minor',
    problem: 'own',
    reason: 'own',
    beyond: advice,
  },
  'demo-numbers': {
    number: 'own',
    // Tests of consumers rely on the outcome.
    status: 'major',
    reason: 'major',
    reasons: 'major',
    how: statement,
    failures: 'minor',
    receipts: 'minor',
  },
  clauses: {
    kind: 'own',
    says: clauseText,
    // What texts of the descriptions must have; these are compared on their own.
    words: 'patch',
  },
} as const satisfies Readonly<Record<string, MemberImpacts>>;

export type CatalogueFile = keyof typeof memberImpacts;

/** What a changed member does, and how it is said if its words are known. */
export function judgeMember(list: CatalogueFile, name: string, before: unknown, now: unknown): TextVerdict {
  const impacts: MemberImpacts = memberImpacts[list];
  const impact = impacts[name] ?? 'own';
  if (impact === 'own') return same;
  return typeof impact === 'function' ? impact(before, now) : { impact, says: '' };
}

/** The members of an entry that have no impact. */
export function unjudgedMembers(list: CatalogueFile, entry: object): readonly string[] {
  return Object.keys(entry).filter((name) => !(name in memberImpacts[list]));
}

/** The members that are compared by their values alone. */
export function comparedMembers(list: CatalogueFile): readonly string[] {
  return Object.entries(memberImpacts[list])
    .filter(([, impact]) => impact !== 'own')
    .map(([name]) => name);
}
