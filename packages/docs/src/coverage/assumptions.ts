import { type Contract, valueAt } from '@cascade/contract';
import { codeAddress, decisionAddress, fieldAddress, operationAddress, schemaAddress } from '../addresses.ts';
import {
  entriesOf,
  type Field,
  nodeAt,
  type Operation,
  placedOperations,
  type Said,
  said,
  type ValueList,
} from '../description/read-description.ts';
import { isObject } from '../objects.ts';

/** Where a schema is first used: the body of a request, of an answer, or of the callback. */
interface SchemaPlace {
  /** `POST /api/cascade/schedule`, or `Callback`. */
  readonly operation: string;
  readonly part: 'request' | 'answer';
}

/** For each schema of an OpenAPI description the first place that uses it, requests before answers. */
function schemaPlaces(description: unknown): ReadonlyMap<string, SchemaPlace> {
  const places = new Map<string, SchemaPlace>();
  const used = (node: unknown, place: SchemaPlace) => {
    for (const name of schemasBelow(node, description)) if (!places.has(name)) places.set(name, place);
  };
  for (const { operation, node, isWebhook } of placedOperations(description)) {
    const place = isWebhook ? 'Callback' : operation.title;
    used(node.requestBody, { operation: place, part: 'request' });
    used(node.responses, { operation: place, part: 'answer' });
  }
  return places;
}

/** The names of the schemas below a node, `$ref`s followed. */
function schemasBelow(node: unknown, description: unknown): readonly string[] {
  const seen = new Set<string>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const { $ref } = value;
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref);
      visit(valueAt(description, $ref.slice(1)));
    }
    Object.values(value).forEach(visit);
  };
  visit(node);
  return [...seen].flatMap((ref) => /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1] ?? []);
}

/** An operation that answers with a response component. */
interface AnswerUse {
  /** The name of the component. */
  readonly component: string;
  readonly status: string;
  /** `POST /api/cascade/schedule`, or `the callback`. */
  readonly title: string;
  /** Where the page of the operation describes the answer. */
  readonly href: string;
}

/** Where the answers of an OpenAPI description are used, in its order. */
function answerUses(description: unknown): readonly AnswerUse[] {
  return placedOperations(description).flatMap(({ operation: { id, title }, node, isWebhook }) =>
    entriesOf(nodeAt(node, 'responses')).flatMap(([status, { $ref }]) => {
      const [, component] = /\/(\w+)$/.exec(String($ref)) ?? [];
      if (component === undefined) return [];
      const anchor = status.startsWith('2') ? `answer-${status}` : 'errors';
      const href = `${operationAddress(id)}#${isWebhook ? 'answers' : anchor}`;
      return [{ component, status, title: isWebhook ? 'the callback' : title, href }];
    }),
  );
}

/** One thing that the contract assumes. */
export interface Assumption {
  readonly name: string;
  /** The page or anchor that describes it, from the root of the site. */
  readonly href: string | undefined;
  readonly says: string;
  readonly decisions: readonly string[];
}

/** What is assumed at one place. */
export interface AssumedPlace {
  /** Its anchor. */
  readonly id: string;
  readonly title: string;
  readonly assumptions: readonly Assumption[];
}

/** What the assumptions are read from. */
export interface AssumptionSources {
  readonly contract: Contract;
  readonly openapi: unknown;
  readonly operations: readonly Operation[];
  readonly fields: readonly Field[];
  readonly lists: readonly ValueList[];
}

/** Everything that the contract assumes, by place: what the descriptions and the catalogue mark, then what decisions alone say. */
export function assumedPlaces(sources: AssumptionSources): readonly AssumedPlace[] {
  const { contract, openapi, operations, lists } = sources;
  const marked = [
    place('operations', 'Operations', operations.filter(isAssumed).map(ofOperation)),
    ...membersByPlace(sources),
    place('headers', 'Headers', headersOf(sources)),
    place('statuses', 'Statuses', valuesOf(lists, ['MessageStatus'], contract)),
    place('codes', 'Problem codes', codesOf(contract)),
    place('values', 'Values of other lists', valuesOf(lists, otherLists(lists), contract)),
    place('answers', 'Responses', answersOf(openapi)),
    place('demo-numbers', 'Demo numbers', demoNumbersOf(contract)),
  ];
  const said = new Set(
    marked.flatMap(({ assumptions }) => assumptions.flatMap(({ decisions }) => decisions)),
  );
  const behaviour = contract.decisions.filter(({ id }) => !said.has(id)).map(ofDecision);
  return [...marked, place('behaviour', 'Behaviour', behaviour)].filter(
    ({ assumptions }) => assumptions.length > 0,
  );
}

function place(id: string, title: string, assumptions: readonly Assumption[]): AssumedPlace {
  return { id, title, assumptions };
}

function isAssumed({ provenance }: Said): boolean {
  return provenance === 'assumed';
}

function ofOperation({ id, title, summary, decisions }: Operation): Assumption {
  return { name: title, href: operationAddress(id), says: summary, decisions };
}

function ofDecision({ id, title, choice }: Contract['decisions'][number]): Assumption {
  return { name: title, href: decisionAddress(id), says: choice, decisions: [id] };
}

/** The members of bodies and of the callback, by the operation whose body has them first. */
function membersByPlace({ openapi, fields }: AssumptionSources): readonly AssumedPlace[] {
  const places = schemaPlaces(openapi);
  const members = fields.filter(({ schema }) => places.has(schema)).filter(isAssumed);
  const grouped = Map.groupBy(members, ({ schema }) => {
    const found = places.get(schema);
    return found === undefined ? '' : titleOf(found);
  });
  return [...grouped].map(([title, all]) => place(anchorOf(title), title, all.map(ofField)));
}

function titleOf({ operation, part }: { readonly operation: string; readonly part: string }): string {
  if (operation === 'Callback') return 'Callback';
  return `${part === 'request' ? 'Request' : 'Response'} of ${operation}`;
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

function ofField({ id, schema, name, description, decisions }: Field): Assumption {
  return {
    name: `${schema}.${name}`,
    href: fieldAddress(id),
    says: sentenceOf(description),
    decisions,
  };
}

function headersOf({ openapi, fields }: AssumptionSources): readonly Assumption[] {
  const named = (kind: string) => entriesOf(nodeAt(openapi, 'components', kind));
  const parameters = named('parameters').map(([, node]) => [String(node.name), node] as const);
  const spelled = named('headers').map(([key, node]) => [headerName(key), node] as const);
  return [...parameters, ...spelled].flatMap(([name, node]) => {
    const field = fields.find((one) => one.name === name && one.schema.endsWith('-headers'));
    return ofNode(name, node, field && fieldAddress(field.id));
  });
}

/** The answers by status, at the first operation that has them. */
function answersOf(openapi: unknown): readonly Assumption[] {
  const uses = answerUses(openapi);
  return entriesOf(nodeAt(openapi, 'components', 'responses')).flatMap(([component, node]) => {
    const [first, ...others] = uses.filter((use) => use.component === component);
    if (first === undefined) return ofNode(component, node);
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return ofNode(`${first.status} of ${first.title}${more}`, node, first.href);
  });
}

type Node = Readonly<Record<string, unknown>>;

function ofNode(name: string, node: Node, href?: string): readonly Assumption[] {
  const { provenance, description, decisions } = said(node);
  return provenance === 'assumed' ? [{ name, href, says: sentenceOf(description), decisions }] : [];
}

function otherLists(lists: readonly ValueList[]): readonly string[] {
  return lists
    .map(({ schema }) => schema)
    .filter((schema) => !['MessageStatus', 'ProblemTitle'].includes(schema));
}

function valuesOf(
  lists: readonly ValueList[],
  schemas: readonly string[],
  { decisions }: Contract,
): readonly Assumption[] {
  const known = new Set(decisions.map(({ id }) => id));
  return lists
    .filter(({ schema }) => schemas.includes(schema))
    .flatMap((list) =>
      list.values
        .filter(({ provenance }) => provenance === 'assumed')
        .map(({ value }) => ({
          name: value,
          href: schemaAddress(list.schema),
          says: `A value of ${list.schema}.`,
          decisions: [...list.decisions, ...(list.additions ?? [])].filter((id) => known.has(id)),
        })),
    );
}

function codesOf({ problems }: Contract): readonly Assumption[] {
  return problems
    .filter(({ provenance }) => provenance === 'assumed')
    .map(({ code, slug, status, cause, decision }) => ({
      name: code,
      href: codeAddress(slug),
      says: `${status}: ${cause}`,
      decisions: decision === undefined ? [] : [decision],
    }));
}

function demoNumbersOf({ demoNumbers }: Contract): readonly Assumption[] {
  const [first] = demoNumbers;
  return [
    {
      name: `${first?.number} and ${demoNumbers.length - 1} more`,
      href: '/reasons.html#demo-numbers',
      says: 'What becomes of a message to each of them.',
      decisions: ['ADR-0038'],
    },
  ];
}

function sentenceOf(description: string): string {
  return /^.*?[.](?=\s|$)/s.exec(description)?.[0] ?? description;
}

/** The header of a component: Retry-After for RetryAfter. */
function headerName(component: string): string {
  return component.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-');
}
