import { amountOf, type Contract, type JsonObject } from '@cascade/contract';
import {
  type ContractChange,
  type Impact,
  isWording,
  meaningOf,
  placeOf,
  type Release,
} from '@cascade/evolution';
import { typeOf } from '../description/read-description.ts';
import { defined } from '../objects.ts';
import { type Concern, concernOf, isProblemResponse, type Uses, usesOf } from './concerns.ts';
import { fieldOf, valueTrial } from './try-values.ts';

/** One state of what has changed. */
export interface Side {
  /** In words, or the text that changed. */
  readonly words?: string;
  /** As it is in a request, a response or a program. */
  readonly sample?: string;
  /** What becomes of the sample: `accepted`, `400 out-of-balance`. */
  readonly verdict?: string;
}

/** One aspect of a thing that differs; a side is missing where there was, or is, nothing. */
export interface Aspect {
  readonly of: string;
  readonly before?: Side;
  readonly after?: Side;
}

/** Something that readers know by its name, with all that changed of it: a field, a code, a limit, a decision. */
export interface ChangedThing extends Concern {
  /** Unique in its comparison; the same in each build. */
  readonly id: string;
  readonly name: string;
  /** What it is about, where the name does not say it. */
  readonly title: string | undefined;
  readonly impact: Impact;
  readonly kind: ContractChange['kind'];
  readonly lines: readonly Aspect[];
  /** If it breaks programs: which, and what to do. */
  readonly advice: Advice | undefined;
  readonly changes: readonly ContractChange[];
}

interface Advice {
  readonly breaksIf: string;
  readonly remedy: string;
}

/** The two states that are compared, as far as changes are explained by them. */
export interface States {
  readonly before: Pick<Release, 'openapi' | 'asyncapi'>;
  readonly after: Pick<Release, 'openapi' | 'asyncapi'>;
  readonly contract: Contract;
}

/** The changes by what they are about; what a program may ignore is left out. */
export function changedThings(changes: readonly ContractChange[], states: States): readonly ChangedThing[] {
  const { before, after, contract } = states;
  const uses = usesOf(before.openapi, after.openapi);
  const trial = valueTrial(before.openapi, after.openapi);
  const things = Map.groupBy(
    changes.filter((change) => !isIgnored(change)),
    (change) => keyOf(change, after.openapi),
  );
  return [...things].map(([key, own]) => {
    const [first] = own as [ContractChange, ...ContractChange[]];
    const kind = kindOf(own);
    const worst = own.toSorted((one, other) => weightOf(other) - weightOf(one))[0] ?? first;
    return {
      ...concernOf(first, uses, contract),
      id: key.replaceAll(/[^\w.-]+/g, '-'),
      name: nameOfThing(first, after.openapi),
      title: titleOf(first, contract),
      impact: worst.impact,
      kind,
      lines: linesOf(own, { ...states, uses, trial }),
      advice: worst.impact === 'major' ? meaningOf(worst) : undefined,
      changes: own,
    };
  });
}

/** What its reader is told about: what is no longer valid before what is said otherwise. */
function weightOf({ impact, says, values }: ContractChange): number {
  if (impact !== 'major') return 0;
  if (/^(?:description|summary|advice|fix|cause)/.test(values?.of ?? '')) return 1;
  return /a whole number of|documented/.test(says) ? 2 : 3;
}

/** Wording, and examples: they show what holds without them. */
export function isIgnored(change: ContractChange): boolean {
  return isWording(change) || (change.impact !== 'major' && /\/examples(?:\/|$)/.test(change.at));
}

function titleOf({ subject, at }: ContractChange, { limits, decisions }: Contract): string | undefined {
  if (subject === 'limit') return limits.find(({ id }) => id === at)?.says;
  return subject === 'decision' ? decisions.find(({ id }) => id === at)?.title : undefined;
}

const problemBodies = 'Problem bodies';

/** What readers call the thing: `SchedulingRequest.comment`, `POST /api/callback/set`, a code. */
export function nameOfThing({ subject, at }: ContractChange, openapi: JsonObject): string {
  if (subject === 'clause') return `§${at}`;
  if (subject === 'export') return at.replace(/^.*: /, '');
  if (subject !== 'openapi' && subject !== 'asyncapi') return at;
  const { kind, of, members, name } = placeOf(at);
  const [, response] = /^\/components\/responses\/([^/]+)/.exec(at) ?? [];
  if (response !== undefined && isProblemResponse(openapi, response)) return problemBodies;
  if (at.startsWith('/info/')) return subject === 'openapi' ? 'The API as a whole' : 'messageStatus';
  if (kind === 'schema') return [of, ...members.slice(0, 1)].join('.');
  return subject === 'asyncapi' && /^\/(?:channels|operations|info|servers)/.test(at)
    ? 'messageStatus'
    : name;
}

/** The descriptions have the same schemas: a change of both is one. */
function keyOf(change: ContractChange, openapi: JsonObject): string {
  const { subject, at } = change;
  const kind = subject === 'openapi' || subject === 'asyncapi' ? '' : `${subject} `;
  return `${kind}${subject === 'export' ? at : nameOfThing(change, openapi)}`.replace(/^webhook /, '');
}

/** A thing is new or gone if it is itself, not if one of its parts is. */
function kindOf(changes: readonly ContractChange[]): ContractChange['kind'] {
  const [{ subject }] = changes as [ContractChange];
  if (subject !== 'openapi' && subject !== 'asyncapi') return sameKind(changes);
  const own = changes.filter(({ kind, at, says }) => kind !== 'changed' && isWhole(at, says));
  return own.length === 0 ? 'changed' : sameKind(own);
}

/** Whether a place is a thing that readers know by its name: an operation, a schema, or a field of one. */
function isWhole(at: string, says: string): boolean {
  if (/^\/(?:paths|webhooks)\/[^/]+(?:\/(?:get|post|put|patch|delete))?$/.test(at)) return true;
  return (
    /^\/components\/schemas\/[^/]+(?:\/properties\/[^/]+)?$/.test(at) &&
    /^the (?:field|schema) .*is (?:new|gone)$/.test(says)
  );
}

function sameKind(changes: readonly ContractChange[]): ContractChange['kind'] {
  const kinds = new Set(changes.map(({ kind }) => kind));
  return kinds.size === 1 ? ([...kinds][0] ?? 'changed') : 'changed';
}

interface LineContext extends States {
  readonly uses: Uses;
  readonly trial: ReturnType<typeof valueTrial>;
}

/** Each aspect once. */
function linesOf(changes: readonly ContractChange[], context: LineContext): readonly Aspect[] {
  const [{ subject, at }] = changes as [ContractChange];
  const { members, of, kind } = placeOf(at);
  const [member] = members;
  const isMember =
    (subject === 'openapi' || subject === 'asyncapi') && kind === 'schema' && member !== undefined;
  const ruled = isMember ? rulesLine(of, member, context) : undefined;
  const others = changes.filter((change) => !(ruled !== undefined && isOfRules(change)));
  // Each status has a table of its codes, which say more of them themselves.
  const isProblem = nameOfThing(changes[0] as ContractChange, context.after.openapi) === problemBodies;
  const told = isProblem ? others.filter(({ values }) => values?.of !== 'description') : others;
  const lines = [...(ruled === undefined ? [] : [ruled]), ...told.map((change) => lineOf(change, context))];
  const unique = new Map(lines.map((line) => [JSON.stringify(line), line]));
  return [...unique.values()];
}

/** Whether a change is in the rules of a field: what is valid, not what is said of it. */
function isOfRules({ values, says, at }: ContractChange): boolean {
  if (/^(?:description|summary)$/.test(values?.of ?? '') || /\/description$/.test(at)) return false;
  return !/documented|assumed|deprecated|open list/.test(says);
}

/** What a field allowed and allows, with a value that only one of both allows. */
function rulesLine(
  schema: string,
  member: string,
  { before, after, uses, trial }: LineContext,
): Aspect | undefined {
  const of = (state: LineContext['before']) =>
    fieldOf(state.openapi, schema, member) ?? fieldOf(state.asyncapi, schema, member);
  const old = rulesOf(of(before));
  const recent = rulesOf(of(after));
  const { former, present } = trial(schema, member);
  if (old === recent && (former ?? present) === undefined) return undefined;
  const isSent = uses.isSent(schema);
  const [yes, no] = isSent ? ['accepted', 'refused'] : ['may come', 'does not come'];
  const sample = former ?? present;
  const verdicts = former === undefined ? [no, yes] : [yes, no];
  const side = (words: string | undefined, verdict: string | undefined): Side | undefined =>
    words === undefined
      ? undefined
      : defined({ words, sample, verdict: sample === undefined ? undefined : verdict });
  return defined({
    of: isSent ? 'in requests' : 'in responses',
    before: side(old, verdicts[0]),
    after: side(recent, verdicts[1]),
  });
}

function rulesOf(field: ReturnType<typeof fieldOf>): string | undefined {
  if (field === undefined) return undefined;
  const { node, isRequired } = field;
  return [typeOf(node), isRequired ? 'required' : 'optional'].join(', ');
}

/** A change by its own words. */
function lineOf(change: ContractChange, { contract, uses }: LineContext): Aspect {
  const { subject, says, values, kind, at } = change;
  if (subject === 'limit' && kind === 'added') return limitLine(change, contract);
  if (subject === 'export') return exportLine(change);
  const detail = /^detail of /.test(values?.of ?? '');
  if (subject === 'code' && detail) return detailLine(change, contract);
  if (values?.of === 'required fields') return requiredLine(change, uses);
  if (values !== undefined && !isSchema(values.before) && !isSchema(values.after)) {
    const of = values.of.replace(` of ${at}`, '');
    return defined({ of, before: sideOf(values.before), after: sideOf(values.after) });
  }
  return wordsLine(says, kind);
}

/** Fields that are required or no longer: what becomes of a body without them. */
function requiredLine({ at, values }: ContractChange, { isSent }: Uses): Aspect {
  const { of: schema } = placeOf(at);
  const old = values?.before?.split(', ') ?? [];
  const recent = values?.after?.split(', ') ?? [];
  const only = (names: readonly string[], others: readonly string[]) =>
    names.filter((name) => name !== 'none' && !others.includes(name));
  const differing = [...only(recent, old), ...only(old, recent)];
  const sample = `without ${differing.map((name) => `"${name}"`).join(', ')}`;
  const [yes, no] = isSent(schema) ? ['accepted', 'refused'] : ['may come', 'does not come'];
  const isStricter = only(recent, old).length > 0;
  const side = (words: string | undefined, isAllowed: boolean): Side =>
    defined({ words, sample, verdict: isAllowed ? yes : no });
  return {
    of: 'required fields',
    before: side(values?.before, isStricter),
    after: side(values?.after, !isStricter),
  };
}

function sideOf(words: string | undefined): Side | undefined {
  return words === undefined ? undefined : { words };
}

/** JSON of a schema tells readers nothing. */
function isSchema(text: string | undefined): boolean {
  return /^[{[]["{]/.test(text ?? '');
}

const phrases: readonly (readonly [
  pattern: RegExp,
  of: string,
  before: string | undefined,
  after: string | undefined,
])[] = [
  [/^is gone$/, '', 'listed', undefined],
  [/^is new$/, '', undefined, 'listed'],
  [/^is new, with (status \d+)$/, '', undefined, '$1'],
  [/^the open list lost "(.*)"$/, 'listed values', '$1', undefined],
  [/^the open list (?:has|gained|newly has) "(.*)"$/, 'listed values', undefined, '$1'],
  [/^was (\w+) and is now (\w+)$/, 'source', '$1', '$2'],
  [/^is deprecated$/, 'deprecated', 'no', 'yes'],
  [
    /`(?:allOf|anyOf|oneOf|not|if|then|else)`|subschema|All properties were|^the schema is new$|the \w+ has changed$/,
    'conditions',
    'the former ones',
    'others: see the description',
  ],
  [/^in requests: `(\w+)` of `(\w+)` was set to '(.*)'\.$/, 'in requests', 'no $1', '$1 of $3'],
  [/^the \w+ `(\w+)` (?:is|are) new$/, 'in the description', undefined, '$1'],
];

/** What has only words; they say both states, or that something came or went. */
function wordsLine(says: string, kind: ContractChange['kind']): Aspect {
  for (const [pattern, of, before, after] of phrases) {
    const [found, ...parts] = pattern.exec(says) ?? [];
    const filled = (text: string | undefined) =>
      text === undefined
        ? undefined
        : { words: parts.reduce((words, part, at) => words.replace(`$${at + 1}`, () => part), text) };
    if (found !== undefined) return defined({ of, before: filled(before), after: filled(after) });
  }
  const words = { words: says };
  return kind === 'removed' ? { of: '', before: words } : { of: '', after: words };
}

/** A new entry of the limits: it may have been a limit before, so nothing is said of that. */
function limitLine({ at, values }: ContractChange, { limits, problems }: Contract): Aspect {
  const limit = limits.find(({ id }) => id === at);
  const status = problems.find(({ code }) => code === limit?.problem)?.status;
  const [, field] = /\/properties\/([\w-]+)(?:\/|$)/.exec(limit?.at ?? '') ?? [];
  const beyond = limit === undefined ? '' : amountOf({ ...limit, value: limit.value + 1 });
  const answer =
    limit?.problem === undefined
      ? { verdict: limit?.beyond ?? limit?.reason }
      : {
          sample: field === undefined ? beyond : `"${field}": ${beyond}`,
          verdict: `${status} ${limit.problem}`,
        };
  return {
    of: '',
    before: { words: 'not listed' },
    after: defined({ words: `at most ${values?.after}`, ...answer }),
  };
}

/** A text that a response carries, as that response. */
function detailLine({ at, values }: ContractChange, { problems }: Contract): Aspect {
  const problem = problems.find(({ code }) => code === at);
  const side = (detail: string | undefined): Side => ({
    sample: JSON.stringify(defined({ title: problem?.title ?? at, status: problem?.status, detail })),
  });
  return { of: 'the response', before: side(values?.before), after: side(values?.after) };
}

/** As a program imports it. */
function exportLine({ at, says, values, kind }: ContractChange): Aspect {
  const [entry = '', name = ''] = at.split(': ');
  const side = (isType: boolean): Side => ({
    sample: `import ${isType ? 'type ' : ''}{ ${name} } from '${entry}'`,
  });
  const isType = (text: string | undefined) => /a type/.test(text ?? says);
  if (kind === 'added') return { of: '', after: side(isType(says)) };
  if (kind === 'removed') return { of: '', before: side(isType(values?.before)) };
  return { of: '', before: side(isType(values?.before)), after: side(isType(values?.after)) };
}
