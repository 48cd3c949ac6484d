import { type Contract, isObject, type JsonObject, objectOf, operationsOf } from '../index.ts';
import { follow, isReference, type Placed, replace } from './lib/nodes.ts';
import { type Constraint, constraintsOf } from './lib/problem-annotation.ts';
import { rootSchemas, subSchemas } from './lib/sub-schemas.ts';
import type { Resolve } from './redocly.ts';

/** The codes and comments of the catalogue that follow from the name of a field. */
const byName: Readonly<Record<string, (field: string) => string>> = {
  required: (field) => `${field}-not-specified`,
  dependentRequired: (field) => `${field}-not-specified`,
  minLength: (field) => `${field}-not-specified`,
  maxLength: (field) => `${field}-is-too-long`,
  maxItems: (field) => `too-many-${field}`,
};

/** A problem of `x-problem`: a code, or an object of code, detail, rule and decision. */
type Problem = string | JsonObject;

/** What holds for every request of a description. */
interface Once {
  /** The code of a wrong layout. */
  readonly layout: string;
  /** The codes and the comments of the catalogue, by their names. */
  readonly known: ReadonlyMap<string, Problem>;
}

/**
 * What the schema around says of a schema: its field, the processing rule of its layout, the code of all it
 * demands.
 */
interface AroundSchema {
  readonly field: string;
  readonly rule?: unknown;
  readonly code?: string | undefined;
}

/** What else a description is written with: the contract, and the description's parts. */
interface Written {
  readonly contract: Pick<Contract, 'problems'>;
  readonly resolve: Resolve;
  readonly parts: readonly Placed[];
}

/**
 * Writes the problem of each constraint into the request schemas. The files name it only where nothing else
 * says it: neither the name of the field, nor `x-problem-rules` of the request, nor `x-problem-default` of
 * the description.
 */
export function writeProblems(
  root: Placed & { readonly node: Record<string, unknown> },
  { contract, resolve, parts }: Written,
): void {
  const { 'x-problem-default': layout } = root.node;
  if (typeof layout !== 'string') {
    // It answers with no problems, but may share schemas with a description that does.
    for (const { node } of parts) withoutProblems(node);
    return;
  }
  delete root.node['x-problem-default'];
  const once = { layout, known: knownBy(contract.problems) };
  const written = new Set<unknown>();
  const write = ({ node: schema, location }: Placed, place: AroundSchema): void => {
    if (written.has(schema)) return;
    written.add(schema);
    const target = isReference(schema) ? follow(schema, location, resolve) : undefined;
    if (target !== undefined) write(target, place);
    const inside = partsOf(schema, place);
    replace(schema, withProblems(schema, place, once));
    for (const [inner, at] of inside) write({ node: inner, location }, at);
  };
  for (const request of requestsOf(root, resolve)) {
    const [rule] = Object.values(objectOf(request.node['x-problem-rules']));
    write(request, { field: '', rule });
    replace(request.node, withDefault(request.node, layout));
  }
}

function withoutProblems(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) withoutProblems(item);
  if (!isObject(value)) return;
  const { 'x-problem': _, ...kept } = value;
  replace(value, kept);
  for (const child of Object.values(kept)) withoutProblems(child);
}

function knownBy(problems: Contract['problems']): ReadonlyMap<string, Problem> {
  const codes = problems.map(({ code }) => [code, code] as const);
  const comments = problems.flatMap(({ code, cases }) =>
    cases.flatMap(({ name, detail, clauses }) =>
      detail === undefined || clauses.length === 0 ? [] : [[name, { code, detail }] as const],
    ),
  );
  return new Map<string, Problem>([...codes, ...comments]);
}

/** The schemas of all request bodies. */
function requestsOf({ node: { paths }, location }: Placed, resolve: Resolve): readonly Placed[] {
  const items = Object.values(objectOf(paths)).flatMap((item) => follow(item, location, resolve) ?? []);
  return items.flatMap(({ node, location: at }) =>
    operationsOf({ paths: { '': node } }).flatMap(({ node: { requestBody } }) => {
      const body = follow(requestBody, at, resolve);
      return body === undefined ? [] : rootSchemas(body, resolve);
    }),
  );
}

/** The schemas in a schema that a request must satisfy. */
function partsOf(schema: JsonObject, place: AroundSchema): (readonly [JsonObject, AroundSchema])[] {
  const { 'x-problem-rules': rules, 'x-problem': said } = schema;
  const code = typeof said === 'string' ? said : place.code;
  return subSchemas(schema).flatMap(({ role, segments: [keyword, name], schema: inner }) => {
    const field = keyword === 'properties' ? String(name) : '';
    if (role === 'member') return [[inner, { field, rule: objectOf(rules)[field], code }] as const];
    if (role === 'element') return [[inner, { field, code }] as const];
    return role === 'demand' ? [[inner, { field: place.field, code }] as const] : [];
  });
}

function withProblems(schema: JsonObject, place: AroundSchema, once: Once): JsonObject {
  const { 'x-problem-rules': _, 'x-problem': own, ...rest } = schema;
  const said = objectOf(own);
  const all = typeof own === 'string' ? { ...place, code: own } : place;
  const written: Record<string, unknown> = { ...said };
  for (const constraint of 'type' in schema ? [...constraintsOf(schema), ['type']] : constraintsOf(schema)) {
    const [keyword = '', member] = constraint;
    const one = member === undefined ? said[keyword] : objectOf(said[keyword])[member];
    const problem = problemOf(one, followsFrom(constraint, schema, all, once), once);
    if (problem === undefined) continue;
    written[keyword] = member === undefined ? problem : { ...objectOf(written[keyword]), [member]: problem };
  }
  return Object.keys(written).length === 0 ? rest : { ...rest, 'x-problem': written };
}

/** The problem of a constraint that the file says nothing about. */
function followsFrom(
  [keyword = '', member]: Constraint,
  schema: JsonObject,
  { field, rule, code }: AroundSchema,
  { layout, known }: Once,
): Problem | undefined {
  const named = known.get(code ?? byName[keyword]?.(member ?? field) ?? '');
  if (named !== undefined) return named;
  const at = member === undefined ? rule : objectOf(schema['x-problem-rules'])[member];
  const isLayout = member !== undefined || keyword === 'type' || keyword === 'format';
  if (isLayout && at !== undefined) return { code: layout, rule: at };
  // What is assumed has the default anyhow, and a documented limit should not get it unnoticed.
  return member === undefined || schema['x-provenance'] === 'assumed' ? undefined : layout;
}

/** What the file says: a code or comment, a decision, or more. The code that it leaves out follows. */
function problemOf(
  said: unknown,
  follows: Problem | undefined,
  { layout, known }: Once,
): Problem | undefined {
  if (said === undefined) return follows;
  const isDecision = typeof said === 'string' && said.startsWith('ADR-');
  const { code, ...more } = isObject(said) ? said : isDecision ? { decision: said } : { code: said };
  const named = typeof code === 'string' ? (known.get(code) ?? code) : (follows ?? layout);
  if (Object.keys(more).length === 0) return named;
  return { ...(isObject(named) ? named : { code: named }), ...more };
}

/** The default behind the marks. */
function withDefault(request: JsonObject, layout: string): JsonObject {
  const entries = Object.entries(request);
  const behind = entries.findLastIndex(([key]) => key === 'x-clause' || key === 'x-assumed') + 1;
  const marked = [...entries.slice(0, behind), ['x-problem-default', layout], ...entries.slice(behind)];
  return Object.fromEntries(marked);
}
