import { type Contract, type JsonObject, objectOf, schemasBelow } from '@cascade/contract';
import { codeAddress, decisionAddress, fieldAddress, operationAddress, schemaAddress } from '../addresses.ts';
import {
  type Described,
  entriesOf,
  type Field,
  type ListedOperation,
  nodeAt,
  placedOperations,
  type Said,
  said,
  type ValueList,
} from '../description/read-description.ts';

/** For each schema of an OpenAPI description the body that has it first, requests before answers. */
function bodiesOfSchemas(description: unknown): ReadonlyMap<string, string> {
  const all = placedOperations(description).flatMap(({ operation: { title }, node, isWebhook }) => [
    [isWebhook ? 'Callback' : `Request of ${title}`, node.requestBody] as const,
    [isWebhook ? 'Callback' : `Response of ${title}`, node.responses] as const,
  ]);
  const uses = all.flatMap(([body, node]) =>
    [...schemasBelow(description, node)].map((name) => [name, body] as const),
  );
  return new Map(uses.toReversed());
}

/**
 * Each answer of an OpenAPI description, in its order: the component that it is, and where its operation
 * describes it.
 */
function answerUses(description: unknown) {
  return placedOperations(description).flatMap(({ operation: { id, title }, node, isWebhook }) =>
    entriesOf(nodeAt(node, 'responses')).map(([status, { $ref }]) => {
      const anchor = status.startsWith('2') ? `answer-${status}` : 'errors';
      const href = `${operationAddress(id)}#${isWebhook ? 'answers' : anchor}`;
      return { $ref, status, title: isWebhook ? 'the callback' : title, href };
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

/**
 * Everything that the contract assumes, by place: what the descriptions and the catalogue mark, then what
 * decisions alone say.
 */
export function assumedPlaces(sources: Described): readonly AssumedPlace[] {
  const { contract, openapi, operations, lists } = sources;
  const statuses = lists.filter(({ schema }) => schema === 'MessageStatus');
  const others = lists.filter(({ schema }) => schema !== 'MessageStatus' && schema !== 'ProblemTitle');
  const marked = [
    place('operations', 'Operations', operations.filter(isAssumed).map(ofOperation)),
    ...membersByPlace(sources),
    place('query', 'Query', queryOf(openapi)),
    place('headers', 'Headers', headersOf(sources)),
    place('statuses', 'Statuses', valuesOf(statuses, contract)),
    place('codes', 'Problem codes', codesOf(contract)),
    place('values', 'Values of other lists', valuesOf(others, contract)),
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

function ofOperation({ id, title, summary, decisions }: ListedOperation): Assumption {
  return { name: title, href: operationAddress(id), says: summary, decisions };
}

function ofDecision({ id, title, choice }: Contract['decisions'][number]): Assumption {
  return { name: title, href: decisionAddress(id), says: choice, decisions: [id] };
}

/** The members of bodies and of the callback, by the operation whose body has them first. */
function membersByPlace({ openapi, fields }: Described): readonly AssumedPlace[] {
  const bodies = bodiesOfSchemas(openapi);
  const members = fields.filter(({ schema }) => bodies.has(schema)).filter(isAssumed);
  const grouped = Map.groupBy(members, ({ schema }) => bodies.get(schema) ?? '');
  return [...grouped].map(([title, all]) => place(anchorOf(title), title, all.map(ofField)));
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

/** The parameters of queries, at the first operation that has them. */
function queryOf(openapi: unknown): readonly Assumption[] {
  return entriesOf(nodeAt(openapi, 'components', 'parameters')).flatMap(([component, node]) => {
    if (node.in !== 'query') return [];
    const $ref = `#/components/parameters/${component}`;
    const user = placedOperations(openapi).find(({ node: { parameters } }) =>
      [parameters ?? []].flat().some((one) => objectOf(one).$ref === $ref),
    );
    return ofNode(String(node.name), node, user && `${operationAddress(user.operation.id)}#query`);
  });
}

function headersOf({ openapi, fields }: Described): readonly Assumption[] {
  const named = (kind: string) => entriesOf(nodeAt(openapi, 'components', kind));
  const sent = named('parameters').filter(([, node]) => node.in === 'header');
  const parameters = sent.map(([, node]) => [String(node.name), node] as const);
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
    const [first, ...others] = uses.filter(({ $ref }) => $ref === `#/components/responses/${component}`);
    if (first === undefined) return ofNode(component, node);
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return ofNode(`${first.status} of ${first.title}${more}`, node, first.href);
  });
}

function ofNode(name: string, node: JsonObject, href?: string): readonly Assumption[] {
  const { provenance, description, decisions } = said(node);
  return provenance === 'assumed' ? [{ name, href, says: sentenceOf(description), decisions }] : [];
}

function valuesOf(lists: readonly ValueList[], contract: Contract): readonly Assumption[] {
  const known = new Set(contract.decisions.map(({ id }) => id));
  return lists.flatMap(({ schema, values, decisions, additions = [] }) =>
    values
      .filter(({ provenance }) => provenance === 'assumed')
      .map(({ value }) => ({
        name: value,
        href: schemaAddress(schema),
        says: `A value of ${schema}.`,
        decisions: [...decisions, ...additions].filter((id) => known.has(id)),
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
