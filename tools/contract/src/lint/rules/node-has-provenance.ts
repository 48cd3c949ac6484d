import { isObject, objectOf } from '../../index.ts';
import { isReference } from '../lib/nodes.ts';
import { isCondition, subSchemas } from '../lib/sub-schemas.ts';
import type { Location, Rule, RuleContext, Visitor } from '../redocly.ts';

/**
 * Objects of OpenAPI that need provenance, by Redocly's names of their types; schemas have rules of their
 * own.
 */
export const openapiNodes = [
  'Info',
  'Operation',
  'Parameter',
  'Header',
  'RequestBody',
  'Response',
  'SecurityScheme',
  'Example',
];

/** The same for AsyncAPI. */
export const asyncapiNodes = ['Info', 'Channel', 'Operation', 'Message'];

/**
 * `node-has-provenance`: a node says whether the source states it (`x-provenance: documented`, with its
 * clause in `x-clause`), we chose it (`assumed`, with its decision in `x-assumed`), or the source states it
 * and a decision adds to it (`mixed`, with both). `written-out` has written what the files leave to the nodes
 * around. Nodes are
 *
 * - the objects of the given Redocly types;
 * - component schemas: a schema that a `$ref` leads to, or one under `components/schemas`;
 * - members: the schemas under `properties`, at every depth, with three exceptions: below `if`, `then`,
 *   `else`, `not` or `contains`; a boolean; and a schema that is only a `const` or a `not`, since it narrows
 *   what another branch of an `allOf` introduces.
 *
 * A bare `$ref` is checked at its target. Every other schema (an element, a branch of a composition) belongs
 * to the node around it.
 */
export const nodeHasProvenance =
  (types: readonly string[]): Rule =>
  () => {
    const node: Visitor = { enter: (value, { location, report }) => judge(value, location, report) };
    return { ...Object.fromEntries(types.map((type) => [type, node])), Schema: inSchema() };
  };

function inSchema(): Visitor {
  const inCondition = new WeakSet<object>();
  return {
    enter(schema, { rawNode, location, report }) {
      if (!isObject(schema)) return;
      const isComponent = isReference(rawNode) || /^#\/components\/schemas\/[^/]+$/.test(location.pointer);
      if (isComponent) judge(schema, location, report);

      const isInCondition = inCondition.has(schema);
      for (const sub of subSchemas(schema))
        if (isInCondition || isCondition(sub)) inCondition.add(sub.schema);
      const members = isInCondition ? [] : Object.entries(objectOf(schema.properties)).filter(introduces);
      for (const [name, member] of members) judge(member, location.child(['properties', name]), report);
    },
  };
}

function introduces([_name, member]: readonly [string, unknown]): boolean {
  if (!isObject(member)) return false;
  const [first, ...others] = Object.keys(member);
  return others.length > 0 || !['$ref', 'const', 'not'].includes(first ?? '');
}

function judge(node: unknown, location: Location, report: RuleContext['report']): void {
  const fault = mistake(node);
  if (fault !== undefined) report({ message: fault, location });
}

function mistake(node: unknown): string | undefined {
  const { 'x-provenance': provenance, 'x-clause': clause, 'x-assumed': decision } = objectOf(node);
  if (provenance !== 'documented' && provenance !== 'mixed' && provenance !== 'assumed')
    return `expected x-clause (the source says it) or x-assumed (a decision adds it), here or around, found ${
      provenance === undefined ? 'neither' : `x-provenance: ${provenance}`
    }`;
  if (provenance !== 'assumed' && clause === undefined) return 'Documented, but x-clause names no clause.';
  if (provenance !== 'documented' && decision === undefined)
    return 'Assumed, but x-assumed names no decision.';
  return undefined;
}
