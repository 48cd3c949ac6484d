import { isObject, isSame, type JsonObject, objectOf, toPointer, valueAt } from '@cascade/contract';
import type { Change, Impact, Values } from '../change.ts';

/** Examples by their names: Redocly sees neither their values nor those of callbacks. They are a patch (ADR-0029). */
function compareExamples(subject: 'openapi' | 'asyncapi', before: JsonObject, now: JsonObject): Change[] {
  const [old, recent] = [before, now].map((one) => objectOf(objectOf(one.components).examples));
  const change = (impact: Change['impact'], kind: Change['kind'], at: string, says: string): Change => ({
    ...{ impact, kind, subject, at, says },
  });
  const places = callbackExamples(before).filter(
    ({ at }) => objectOf(valueAt(now, at)).content !== undefined,
  );
  return [
    ...Object.keys(old ?? {}).flatMap((name) => {
      const at = `/components/examples/${name}`;
      if (recent?.[name] === undefined) return change('patch', 'removed', at, 'the example is gone');
      const values = [old?.[name], recent[name]].map((one) => objectOf(one).value);
      if (isSame(values[0] ?? null, values[1] ?? null)) return [];
      return {
        ...change('patch', 'changed', at, `the example \`${name}\` has changed`),
        values: { of: 'value', ...sides(values[0], values[1]) },
      };
    }),
    ...places.flatMap(({ at, names }) => {
      const left = new Set(namesIn(objectOf(valueAt(now, at))));
      return names
        .filter((name) => !left.has(name))
        .map((name) => change('patch', 'removed', at, `the example \`${name}\` of the callback is gone`));
    }),
  ];
}

/** The bodies of webhooks, and the names of the examples that each shows. */
function callbackExamples({ webhooks }: JsonObject): { readonly at: string; readonly names: string[] }[] {
  return Object.entries(objectOf(webhooks)).flatMap(([name, item]) =>
    Object.entries(objectOf(item)).map(([method, operation]) => ({
      at: `/webhooks/${name}/${method}/requestBody`,
      names: namesIn(objectOf(objectOf(operation).requestBody)),
    })),
  );
}

function namesIn({ content }: JsonObject): string[] {
  return Object.values(objectOf(content)).flatMap((media) => Object.keys(objectOf(objectOf(media).examples)));
}

/** A change that Redocly misses, at the node or below it. */
type Found = readonly [
  impact: Impact,
  kind: Change['kind'],
  says: string,
  values?: Values | undefined,
  below?: string,
];

/** Compares one node in both states. */
type Look = (before: JsonObject, now: JsonObject) => readonly Found[];

const looks: readonly Look[] = [propertiesGone, constraintsMoved, problemsMoved, provenanceMoved];

/**
 * Changes that Redocly rates as patches or does not see at all. Goes through both states of a description at
 * the same pointers; Redocly reports what only one side has.
 */
export function blindSpots(subject: 'openapi' | 'asyncapi', before: JsonObject, now: JsonObject): Change[] {
  const walk = (old: unknown, recent: unknown, at: string): Change[] => {
    if (Array.isArray(old) && Array.isArray(recent))
      return old.flatMap((item, index) => walk(item, recent[index], `${at}/${index}`));
    if (!isObject(old) || !isObject(recent)) return [];
    const here = looks.flatMap((look) => look(old, recent));
    return [
      ...here.map(
        ([impact, kind, says, values, below = '']): Change => ({
          ...{ impact, kind, subject, at: at + below, says },
          ...(values === undefined ? {} : { values }),
        }),
      ),
      ...Object.keys(old)
        // An example is a value, and a mark has keywords as names: they contain no schemas.
        .filter((key) => key !== 'example' && key !== 'examples' && key !== 'value' && !key.startsWith('x-'))
        .flatMap((key) => walk(old[key], recent[key], at + toPointer([key]))),
    ];
  };
  return [...walk(before, now, ''), ...compareExamples(subject, before, now)];
}

/** A provider that no longer knows a member ignores what consumers send in it. */
function propertiesGone(before: JsonObject, now: JsonObject): ReturnType<Look> {
  if (!isObject(before.properties) || !('properties' in now)) return [];
  return Object.keys(before.properties)
    .filter((name) => !(name in objectOf(now.properties)))
    .map((name) => ['major', 'removed', `the field \`${name}\` is gone`, undefined, `/properties/${name}`]);
}

const unseen = ['contains', 'minContains', 'maxContains', 'dependentRequired', 'propertyNames', 'not', 'if'];

/** An added or changed constraint may refuse what passed before; a removed constraint refuses less. */
function constraintsMoved(before: JsonObject, now: JsonObject): ReturnType<Look> {
  return unseen
    .filter((keyword) => !isSame(before[keyword] ?? null, now[keyword] ?? null))
    .map((keyword) => [
      keyword in now ? 'major' : 'minor',
      'changed',
      `the constraint \`${keyword}\` has changed`,
      { of: keyword, ...sides(before[keyword], now[keyword]) },
    ]);
}

/** Both states as JSON; a side that is absent stays so. */
function sides(before: unknown, after: unknown): Omit<Values, 'of'> {
  return {
    ...(before === undefined ? {} : { before: JSON.stringify(before) }),
    ...(after === undefined ? {} : { after: JSON.stringify(after) }),
  };
}

/** A changed code or comment changes the answer to the same fault. */
function problemsMoved(before: JsonObject, now: JsonObject): ReturnType<Look> {
  return ['x-problem', 'x-problem-default']
    .filter((mark) => mark in before && mark in now)
    .flatMap((mark): Found[] => {
      const [old, recent] = [before[mark], now[mark]];
      if (!isObject(old) || !isObject(recent))
        return isSame(old, recent) ? [] : [otherProblem(mark, old, recent)];
      // Added and removed constraints are reported above.
      return Object.keys(old)
        .filter((key) => key in recent && !isSame(old[key], recent[key]))
        .flatMap((key) => movedProblem(key, old[key], recent[key]));
    });
}

/** The problem of a keyword, or of each field that a `required` or `dependentRequired` names. */
function movedProblem(keyword: string, before: unknown, after: unknown): readonly Found[] {
  if (isProblem(before) && isProblem(after)) return [otherProblem(keyword, before, after)];
  const [old, recent] = [objectOf(before), objectOf(after)];
  return Object.keys(old)
    .filter((name) => name in recent && !isSame(old[name], recent[name]))
    .map((name) => otherProblem(`${keyword} ${name}`, old[name], recent[name]));
}

function isProblem(value: unknown): boolean {
  return typeof value === 'string' || objectOf(value).code !== undefined;
}

/** Another code breaks; another text of `detail`, which is for people, or another decision does not. */
function otherProblem(keyword: string, before: unknown, after: unknown): Found {
  const isSameCode = codeOf(before) === codeOf(after);
  const values = {
    of: `answer to a broken ${keyword}`,
    before: problemWords(before),
    after: problemWords(after),
  };
  return isSameCode
    ? ['patch', 'changed', `the problem of \`${keyword}\` is described otherwise`, values]
    : ['major', 'changed', `\`${keyword}\` yields another problem`, values];
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
function provenanceMoved(before: JsonObject, now: JsonObject): ReturnType<Look> {
  const [old, recent] = [before['x-provenance'], now['x-provenance']];
  if (old === 'assumed' && recent === 'documented')
    return [['minor', 'changed', 'was assumed and is now documented']];
  if (old === 'documented' && recent === 'assumed')
    return [['major', 'changed', 'was documented and is now assumed']];
  return [];
}
