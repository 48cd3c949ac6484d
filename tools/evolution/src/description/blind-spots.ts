import { isObject, isSame, type JsonObject, objectOf, toPointer } from '@cascade/contract';
import {
  bothStates,
  type ChangesOf,
  type ComparedDescription,
  type ContractChange,
  changesOf,
} from '../change.ts';
import { statesInJson } from './named-parts.ts';

/** Compares one node in both states. */
type Look = (
  before: JsonObject,
  now: JsonObject,
  at: string,
  changes: ChangesOf,
) => readonly ContractChange[];

/** A provider that no longer knows a member ignores what consumers send in it. */
const propertiesGone: Look = (before, now, at, { removed }) => {
  if (!isObject(before.properties) || !('properties' in now)) return [];
  return Object.keys(before.properties)
    .filter((name) => !(name in objectOf(now.properties)))
    .map((name) => removed('major', `${at}/properties/${name}`, `the field \`${name}\` is gone`));
};

const unseen = ['contains', 'minContains', 'maxContains', 'dependentRequired', 'propertyNames', 'not', 'if'];

/** An added or changed constraint may refuse what passed before; a removed constraint refuses less. */
const constraintsMoved: Look = (before, now, at, { changed }) => {
  return unseen
    .filter((keyword) => !isSame(before[keyword] ?? null, now[keyword] ?? null))
    .map((keyword) =>
      changed(
        keyword in now ? 'major' : 'minor',
        at,
        `the constraint \`${keyword}\` has changed`,
        statesInJson(keyword, before[keyword], now[keyword]),
      ),
    );
};

/** A changed code or comment changes the answer to the same fault. */
const problemsMoved: Look = (before, now, at, changes) => {
  return ['x-problem', 'x-problem-default']
    .filter((mark) => mark in before && mark in now)
    .flatMap((mark) => problemsIn(mark, before[mark], now[mark]))
    .map(([keyword, old, recent]) => otherProblem(keyword, [old, recent], at, changes));
};

/**
 * The pairs of problems that differ, each of a keyword, or of a field that `required` or `dependentRequired`
 * names.
 */
function problemsIn(
  keyword: string,
  before: unknown,
  now: unknown,
): readonly (readonly [string, unknown, unknown])[] {
  if (isSame(before, now)) return [];
  const isMark = keyword.startsWith('x-');
  const isOne = isMark ? !(isObject(before) && isObject(now)) : isProblem(before) && isProblem(now);
  if (isOne) return [[keyword, before, now]];
  const old = objectOf(before);
  const recent = objectOf(now);
  // Added and removed constraints are reported above.
  return Object.keys(old)
    .filter((name) => name in recent)
    .flatMap((name) => problemsIn(isMark ? name : `${keyword} ${name}`, old[name], recent[name]));
}

function isProblem(value: unknown): boolean {
  return typeof value === 'string' || objectOf(value).code !== undefined;
}

/** Another code breaks; another text of `detail`, which is for people, or another decision does not. */
function otherProblem(
  keyword: string,
  [before, after]: readonly [unknown, unknown],
  at: string,
  { changed }: ChangesOf,
): ContractChange {
  const states = bothStates(`answer to a broken ${keyword}`, problemWords(before), problemWords(after));
  return codeOf(before) === codeOf(after)
    ? changed('patch', at, `the problem of \`${keyword}\` is described otherwise`, states)
    : changed('major', at, `\`${keyword}\` yields another problem`, states);
}

function codeOf(problem: unknown): unknown {
  return isObject(problem) ? problem.code : problem;
}

/** The code, and the detail if it is fixed. */
function problemWords(problem: unknown): string {
  const { detail } = objectOf(problem);
  return [codeOf(problem), detail].filter((part) => part !== undefined).join(': ');
}

/** An assumption that is now documented answers a question. */
const provenanceMoved: Look = (before, now, at, { changed }) => {
  const old = before['x-provenance'];
  const recent = now['x-provenance'];
  if (old === 'assumed' && recent === 'documented')
    return [changed('minor', at, 'was assumed and is now documented')];
  if (old === 'documented' && recent === 'assumed')
    return [changed('major', at, 'was documented and is now assumed')];
  return [];
};

const looks = [propertiesGone, constraintsMoved, problemsMoved, provenanceMoved];

/**
 * Changes that Redocly rates as patches or does not see at all. Goes through both states of a description at
 * the same pointers; Redocly reports what only one side has.
 */
export function blindSpots(
  subject: ComparedDescription,
  before: JsonObject,
  now: JsonObject,
): ContractChange[] {
  const changes = changesOf(subject);
  const walk = (old: unknown, recent: unknown, at: string): ContractChange[] => {
    if (Array.isArray(old) && Array.isArray(recent))
      return old.flatMap((item, index) => walk(item, recent[index], `${at}/${index}`));
    if (!isObject(old) || !isObject(recent)) return [];
    return [
      ...looks.flatMap((look) => look(old, recent, at, changes)),
      ...Object.keys(old)
        // An example is a value, and a mark has keywords as names: they contain no schemas.
        .filter((key) => key !== 'example' && key !== 'examples' && key !== 'value' && !key.startsWith('x-'))
        .flatMap((key) => walk(old[key], recent[key], at + toPointer([key]))),
    ];
  };
  return walk(before, now, '');
}
