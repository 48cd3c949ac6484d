import { isObject, type JsonObject } from '../json.ts';
import { withoutValueAt, withValueAt } from '../json-pointer.ts';
import { contentFieldOf } from '../scenario/resolve-base.ts';
import type { Edit, Expectation, GeneratedKind, Scenario } from '../scenario/scenario.ts';
import { type Broken, type CheckRequest, createCheckRequest } from './check-request.ts';
import {
  citedBy,
  clausesOf,
  type DescribedExample,
  describe,
  objectOf,
  type ResolvedOperation,
  restsOn,
} from './described.ts';
import { trialsAt, type ValueTrial } from './edits-at.ts';
import { type Holding, locationsOf, type SchemaLocation } from './locations.ts';

let made: readonly Scenario[] | undefined;

/**
 * What the description alone lets one test, without a line by hand: its named requests are accepted, each
 * constraint has a last allowed and a first refused value, and each operation has its key, its method and its
 * URL.
 */
export function describedScenarios(): readonly Scenario[] {
  if (made !== undefined) return made;
  const check = createCheckRequest();
  const ofOperations = describe().operations.flatMap((operation) => [
    ...exampleScenarios(operation),
    ...constraintScenarios(operation, check),
    ...rimScenarios(operation),
    ...answerScenarios(operation),
  ]);
  made = [...ofOperations, callbacks];
  return made;
}

function exampleScenarios(operation: ResolvedOperation): Scenario[] {
  if (!operation.takesBody)
    return [
      toScenario(operation, withoutBody, {
        id: `example-${operation.id}`,
        kind: 'example',
        says: `${operation.id} is answered without a body.`,
        clauses: [],
        edits: [],
        expects: { accepted: true },
        rests: [],
      }),
    ];
  return operation.examples.map((example) =>
    toScenario(operation, example, {
      id: `example-${example.name}`,
      kind: 'example',
      says: `The example «${String(example.node.summary)}» is accepted.`,
      clauses: clausesOf(example.node),
      edits: [],
      expects: { accepted: true },
      rests: [],
    }),
  );
}

/** The request of an operation that takes no body. */
const withoutBody: DescribedExample = { name: '', node: {}, value: undefined };

interface Made {
  readonly id: string;
  readonly kind: GeneratedKind;
  readonly says: string;
  readonly clauses: readonly string[];
  readonly edits: readonly Edit[];
  readonly expects: Expectation;
  readonly rests: readonly string[];
  readonly given?: Scenario['given'];
  readonly when?: Scenario['when'];
}

/** The scenario of an example with edits: ids, cascade, address and key are those of the profile. */
function toScenario(operation: ResolvedOperation, example: DescribedExample, one: Made): Scenario {
  const { node, path, method } = operation;
  const value = objectOf(example.value);
  const rests = [...new Set([...restsOn(node), ...restOfExample(operation, example), ...one.rests])];
  const clauses = [...one.clauses, ...clausesOf(node), ...fallbackClauses];
  const isMessage = isObject(value.content);
  return {
    id: one.id,
    says: one.says,
    phase: 'description',
    generated: one.kind,
    ...(rests.length === 0 ? {} : { rests }),
    clauses: [...new Set(clauses)].slice(0, Math.max(1, one.clauses.length)),
    given: {
      ...(isMessage ? { base: `text on ${channelsOf(objectOf(value.content)).join('+')}` } : {}),
      ...one.given,
    },
    when: {
      ...(isMessage
        ? { edits: [...membersOf(value), ...one.edits] }
        : { method, path, raw: operation.takesBody ? JSON.stringify(edited(value, one.edits)) : '' }),
      ...one.when,
    },
    expects: one.expects,
  };
}

/** What an example rests on: its own decision, and those of the members that it has. */
function restOfExample({ schema }: ResolvedOperation, { node, value }: DescribedExample): string[] {
  const members = locationsOf(describe().root, schema, value).flatMap(({ holding }) =>
    holding.flatMap((each) => restsOn(each.schema)),
  );
  return [...restsOn(node), ...members];
}

/**
 * Where neither a constraint nor its operation cites a clause: the source says that there are other
 * operations.
 */
const fallbackClauses = ['4.2/methods'];

/** What an example has besides the members that the profile fills. */
function membersOf(value: JsonObject): Edit[] {
  const own = ['requestId', 'cascadeId', 'subscriberFilter'];
  return Object.entries(value)
    .filter(([name]) => !own.includes(name))
    .map(([name, to]) => ({ set: `/${name}`, to }));
}

function channelsOf(content: JsonObject): string[] {
  return (['SMS', 'CHATONE', 'CHATTWO'] as const).filter((channel) => contentFieldOf(channel) in content);
}

function edited(value: unknown, edits: readonly Edit[]): unknown {
  return edits.reduce(
    (all, edit) =>
      'remove' in edit ? withoutValueAt(all, edit.remove) : withValueAt(all, edit.set, edit.to),
    value,
  );
}

/** Each constraint once: in the example that rests on the fewest decisions. */
function constraintScenarios(operation: ResolvedOperation, check: CheckRequest): Scenario[] {
  const seen = new Set<string>();
  const found: Scenario[] = [];
  const examples = operation.examples.toSorted(
    (one, other) => restsOn(one.node).length - restsOn(other.node).length,
  );
  for (const example of examples)
    for (const one of trialsOf(operation, example, check)) {
      const same = [generalised(JSON.stringify(one.trial.edit)), idOf(operation, one)];
      if (!same.some((each) => seen.has(each))) found.push(scenarioOf(operation, example, one));
      for (const each of same) seen.add(each);
    }
  return found;
}

interface Tried {
  readonly trial: ValueTrial;
  readonly place: SchemaLocation;
  readonly broken: readonly Broken[];
  /** What the place breaks if it is not there; nothing if it need not be. */
  readonly absent: readonly Broken[];
}

/** The trials of an example that break what they are meant to break, and nothing else. */
function trialsOf({ schema }: ResolvedOperation, { value }: DescribedExample, check: CheckRequest): Tried[] {
  const brokenBy = (edit: Edit) => check(schema, edited(value, [edit]));
  return locationsOf(describe().root, schema, value).flatMap((place) =>
    trialsAt(place)
      .filter((trial) => keywordOf(trial) !== 'type' || !countsAsAbsent(place))
      .map((trial) => {
        const absent = isNull(trial) ? brokenBy({ remove: place.pointer }) : [];
        return { trial, place, broken: brokenBy(trial.edit), absent };
      })
      .filter(isMeant),
  );
}

function isMeant({ trial, place, broken }: Tried): boolean {
  if (trial.side === 'inside')
    return broken.length === 0 && !(trial.constraint.endsWith('Length') && isListed(place));
  const codes = new Set(broken.map(({ code, comment }) => `${code} ${comment}`));
  return codes.size === 1 && broken.some(({ constraint }) => constraint === nameOf(trial));
}

/**
 * Only an object is content (§7.3): the stages decide on the rest, which no schema says. Scenarios by hand
 * judge it.
 */
function countsAsAbsent({ pointer, around }: SchemaLocation): boolean {
  const name = pointer.split('/').at(-1) ?? '';
  const choices = (around[0] ?? []).flatMap(({ schema }) => [schema.anyOf ?? []].flat());
  return choices.some((choice) => [objectOf(choice).required].flat().includes(name));
}

/** Ajv reports the other keyword of the pair. */
function nameOf(trial: ValueTrial): string {
  const { constraint } = trial;
  if (constraint.startsWith('maxContains')) return 'contains';
  return constraint.includes(' at ') ? keywordOf(trial) : constraint;
}

/** The keyword of a trial at a value that has a name, such as `type at null`. */
function keywordOf({ constraint }: ValueTrial): string {
  return constraint.split(' at ')[0] ?? constraint;
}

function isNull({ edit }: ValueTrial): boolean {
  return 'set' in edit && edit.to === null;
}

/** The values of a list may grow, but a value outside it may still be refused. */
function isListed({ holding }: SchemaLocation): boolean {
  return holding.some(({ schema }) => 'x-extensible-enum' in schema);
}

function scenarioOf(operation: ResolvedOperation, example: DescribedExample, tried: Tried): Scenario {
  const { trial, place, broken } = tried;
  const expects = expectationOf(operation, tried);
  const [first] = broken;
  const where = `${place.pointer}`;
  return toScenario(operation, example, {
    id: idOf(operation, tried),
    kind: 'constraint',
    says: `${where === '' ? 'A body' : where} with ${trial.says} is ${expects.accepted ? 'accepted' : 'refused'}.`,
    clauses: [
      ...clausesNear(place, trial).slice(0, 1),
      ...(first === undefined ? [] : clausesOf(shownFor(operation, first)?.node ?? {})),
    ],
    edits: [trial.edit],
    expects,
    rests: decisionsOf(tried),
  });
}

/** A number that fits the schema of an id, and that no account has. */
function expectationOf(operation: ResolvedOperation, { trial, place, broken, absent }: Tried): Expectation {
  const [first] = broken;
  const names = lookedUp[place.pointer];
  if (first !== undefined) {
    const { codes = [], ...others } = refusalOf(operation, first, place, trial);
    return { codes: [...new Set([...codes, ...absent.map(({ code }) => code)])], ...others };
  }
  const isUnknown = names !== undefined && trial.constraint.includes(' at ');
  // How large a number may be is not shown (§2.1): a provider may take a larger number for malformed.
  return isUnknown ? { codes: [...names, malformed, 'system-error'] } : { accepted: true };
}

/**
 * What a constraint rests on besides the example: the nearest node that is marked, the decision beside its
 * problem, and whatever the schema around cites if the example lacks the member.
 */
function decisionsOf({ trial, place: { holding, around }, broken, absent }: Tried): string[] {
  const nulls = isNull(trial) && absent.length === 0 ? [nullIsNotAbsent] : [];
  const beside = [...nulls, ...broken.flatMap(({ decisions }) => decisions), ...decisionsBeside(trial)];
  if (trial.constraint.startsWith('with '))
    return [...beside, ...holding.flatMap(({ schema }) => citedBy(schema))];
  const marked =
    [holding, ...around].find((each) => each.some(({ schema }) => 'x-provenance' in schema)) ?? [];
  return [...beside, ...marked.filter(isFirstMark).flatMap(({ schema }) => restsOn(schema))];
}

/** The source gives each field a type, and does not say whether null means that the field is absent. */
const nullIsNotAbsent = 'ADR-0045';

/** The decision beside the problem of a keyword: the value that is just allowed rests on it too. */
function decisionsBeside({ constraint, schema }: ValueTrial): readonly string[] {
  return citedBy({ 'x-decision': objectOf(objectOf(schema['x-problem'])[constraint]).decision });
}

/** A reference may have marks of its own beside those of what it refers to. */
function isFirstMark({ schema }: Holding): boolean {
  return 'x-provenance' in schema;
}

function clausesNear({ holding, around }: SchemaLocation, { schema }: ValueTrial): readonly string[] {
  const candidates = [[{ schema }], holding, ...around].map((each) =>
    each.flatMap((one) => clausesOf(one.schema)),
  );
  return candidates.find((each) => each.length > 0) ?? [];
}

/**
 * The refusal that the description names. Its example is expected word for word where the source has the
 * words. What is malformed may be told by any code of the place, or as system-error (§7.1).
 */
function refusalOf(
  operation: ResolvedOperation,
  { code, comment }: Broken,
  place: SchemaLocation,
  trial: ValueTrial,
): Expectation {
  if (code === malformed)
    return { codes: [...new Set([malformed, 'system-error', ...codesAt(place, trial)])] };
  const shown = shownFor(operation, { code, comment });
  const isSaid = comment !== undefined && shown !== undefined && restsOn(shown.node).length === 0;
  return { codes: [code], ...(isSaid ? { comment } : {}) };
}

/** The named example of the answer with that code, and that comment if the constraint has one. */
function shownFor(
  { responses }: ResolvedOperation,
  { code, comment }: Pick<Broken, 'code'> & { readonly comment?: string | undefined },
): DescribedExample | undefined {
  if (code === malformed) return undefined;
  const isShown = ({ title, detail }: JsonObject) =>
    title === code && (comment === undefined || detail === comment);
  return responses.flatMap(({ examples }) => examples).find(({ value }) => isShown(objectOf(value)));
}

const malformed = 'matched-template-not-found';

/** The codes that the description names for this place: of its own constraints, and of its absence. */
function codesAt({ pointer, holding, around }: SchemaLocation, { constraint, edit }: ValueTrial): string[] {
  if ('remove' in edit) return codesOfAbsence(constraint.split(' ').at(-1) ?? '', holding);
  const own = holding.flatMap(({ schema, condition }) => {
    const { dependentRequired: _, ...annotation } = objectOf(schema['x-problem']);
    const ofItems = objectOf(objectOf(schema.items)['x-problem']);
    return condition === undefined ? [...codesIn(annotation), ...codesIn(ofItems)] : [];
  });
  const codes = [
    ...own,
    ...codesOfAbsence(pointer.split('/').at(-1) ?? '', around[0] ?? []),
    ...(lookedUp[pointer] ?? []),
  ];
  return codes.filter((code) => code !== malformed);
}

/** What is not an id names nothing either (§4.1 rule 2). */
const lookedUp: Readonly<Record<string, readonly string[]>> = { '/cascadeId': ['cascade-not-found'] };

function codesOfAbsence(name: string, holding: readonly Holding[]): string[] {
  return holding.flatMap(({ schema }) => {
    const { required, dependentRequired, anyOf } = objectOf(schema['x-problem']);
    const named = [objectOf(required)[name], objectOf(dependentRequired)[name]];
    return codesIn([...named, 'anyOf' in schema ? anyOf : undefined]);
  });
}

/** The codes of an annotation, at any depth. */
function codesIn(annotation: unknown): string[] {
  if (typeof annotation === 'string') return [annotation];
  if (typeof annotation !== 'object' || annotation === null) return [];
  const { code } = objectOf(annotation);
  return typeof code === 'string' ? [code] : Object.values(annotation).flatMap(codesIn);
}

function idOf({ id }: ResolvedOperation, { trial, place }: Tried): string {
  const at = `${id}${generalised(place.pointer)} ${trial.constraint} ${trial.side}`;
  return at.replaceAll(/[^A-Za-z0-9]+/g, '-');
}

/** What holds for one item of a list holds for the others. */
function generalised(pointer: string): string {
  return pointer.replaceAll(/\/\d+/g, '/item');
}

/** Each operation refuses a missing and a wrong key, methods that its path lacks, and a URL below it. */
function rimScenarios(operation: ResolvedOperation): Scenario[] {
  const example = operation.takesBody ? operation.examples[0] : withoutBody;
  if (example === undefined) return [];
  const refused = (status: string) => {
    const response = operation.responses.find((each) => each.status === status);
    const code = objectOf(response?.examples[0]?.value).title;
    return response === undefined || typeof code !== 'string'
      ? undefined
      : { code, clauses: clausesOf(response.examples[0]?.node ?? {}), rests: restsOn(response.node) };
  };
  const make = (
    name: string,
    status: string,
    says: string,
    change: Pick<Made, 'given' | 'when'>,
  ): Scenario[] => {
    const answer = refused(status);
    if (answer === undefined) return [];
    return [
      toScenario(operation, example, {
        id: `${operation.id}-${name}`,
        kind: 'response',
        says,
        clauses: answer.clauses,
        edits: [],
        expects: { codes: [answer.code] },
        rests: answer.rests,
        ...change,
      }),
    ];
  };
  const { id, path } = operation;
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (each) => !operation.methods.includes(each),
  );
  return [
    ...make('without-key', '401', `${id} refuses a request without a key.`, { given: { key: 'none' } }),
    ...make('wrong-key', '401', `${id} refuses a wrong key.`, { given: { key: 'wrong' } }),
    ...methods.flatMap((method) =>
      make(`by-${method}`, '405', `${id} refuses the method ${method}.`, { when: { method } }),
    ),
    ...make('below', '404', `The URL below ${path} is not an operation.`, {
      when: { path: `${path}/below` },
    }),
    ...make('other-media-type', '415', `${id} refuses a body that is not said to be JSON.`, {
      when: { headers: { 'content-type': 'text/plain' } },
    }),
  ];
}

/** Every answer of the run, to whatever request, has the described shape and headers. */
function answerScenarios({ id, responses }: ResolvedOperation): Scenario[] {
  return responses.map(({ status }) => ({
    id: answerId(id, status),
    says: `Every answer ${status} of ${id} has the described media type, body and headers.`,
    phase: 'description',
    generated: 'answer',
    // A shape proves nothing of the rule that led to the answer.
    clauses: [/^2/.test(status) ? '4.1/success' : '4.1/error-response'],
    given: { procedure: 'answers' },
    when: {},
    expects: {},
  }));
}

/** The id of the scenario about the answers of an operation with a status. */
export function answerId(operation: string, status: string): string {
  return `answers-${operation}-${status}`;
}

/** The id of the scenario about callbacks. */
export const callbackScenario = 'callbacks-messageStatus';

const callbacks: Scenario = {
  id: callbackScenario,
  says: 'Every callback has the described payload and headers.',
  phase: 'description',
  generated: 'callback',
  clauses: ['6/callback'],
  given: { procedure: 'answers' },
  when: {},
  expects: {},
};
