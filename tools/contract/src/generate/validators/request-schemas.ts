import {
  isNode,
  isObject,
  mapMembers,
  mapNode,
  operationsOf,
  schemaNameOf,
  schemasBelow,
  toPointer,
  valueAt,
} from '../../index.ts';

/** The schema of one request body, and a document for Ajv with all schemas that it can reach. */
export interface RequestSchema {
  /** E.g. `SchedulingRequest`. */
  readonly name: string;
  readonly document: { readonly $id: string; readonly $defs: Readonly<Record<string, unknown>> };
}

/** Members that only people read; without them the validator is smaller. */
const annotations = new Set([
  'description',
  'examples',
  'x-provenance',
  'x-clause',
  'x-decision',
  'x-assumed',
  'x-assumed-values',
  'x-extensible-enum',
  'x-further-members',
]);

/**
 * Collects the request bodies of all paths from a bundled OpenAPI description, each with what it refers to.
 */
export function requestSchemas(bundle: unknown): RequestSchema[] {
  const schemaOf = (name: string) => valueAt(bundle, toPointer(['components', 'schemas', name]));
  const bodies = operationsOf(bundle)
    .filter(({ part }) => part === 'paths')
    .map(({ node }) => valueAt(node, '/requestBody/content/application~1json/schema/$ref'));
  return [...new Set(bodies.filter((one) => one !== undefined))].map(($ref) => {
    const used = [...schemasBelow(bundle, { $ref })];
    const $defs = Object.fromEntries(used.map((one) => [one, strip(schemaOf(one))]));
    return { name: schemaNameOf($ref) ?? '', document: { $id: 'cascade', $defs } };
  });
}

/**
 * Drops annotations, but not a property with the name of an annotation. An object says that it is open, else
 * Ajv writes code that tracks which members are evaluated.
 */
function strip(value: unknown, isMap = false): unknown {
  const stripped = mapNode(value, (child, key) => {
    if (isMap) return strip(child);
    return annotations.has(key) ? undefined : stripMember(key, child);
  });
  const isOpen = !isMap && isObject(stripped) && 'properties' in stripped;
  return isOpen ? { ...stripped, additionalProperties: true } : stripped;
}

function stripMember(key: string, child: unknown): unknown {
  if (key === '$ref') return `#/$defs/${schemaNameOf(child)}`;
  return key === 'x-problem' ? withoutDecisions(child) : strip(child, key === 'properties');
}

/** What only readers and the verifier ask: on what a constraint rests. One with nothing else is its code. */
function withoutDecisions(problem: unknown): unknown {
  if (!isNode(problem)) return problem;
  const { decision, ...rest } = problem;
  if (decision === undefined) return mapMembers(rest, withoutDecisions);
  return Object.keys(rest).length === 1 ? rest.code : rest;
}
