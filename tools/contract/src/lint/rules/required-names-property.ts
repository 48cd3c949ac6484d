import { didYouMean } from '@cascade/yaml-file';
import { isObject, type JsonObject, objectOf, stringsOf } from '../../index.ts';
import { follow, type Placed } from '../lib/nodes.ts';
import { subSchemas } from '../lib/sub-schemas.ts';
import type { Resolve, Rule } from '../redocly.ts';

/**
 * `required-names-property`: each name in `required` is a property of the value: in the same schema, in a
 * schema around it that applies to the same value, or in a schema that either refers to or demands. In place
 * of Redocly's `no-required-schema-properties-undefined`, which knows no near names.
 */
export const requiredNamesProperty: Rule = () => {
  /** The schemas around a schema that apply to the same value. */
  const around = new Map<unknown, readonly Placed[]>();
  return {
    Schema: {
      enter(node, { location, resolve, report }) {
        if (!isObject(node)) return;
        const schemas = [...(around.get(node) ?? []), { node, location }];
        for (const inner of ofSameValue({ node, location }, resolve)) around.set(inner, schemas);
        const required = stringsOf(node.required);
        const names = required.length === 0 ? [] : schemas.flatMap((one) => propertiesOf(one, resolve));
        for (const [index, name] of required.entries()) {
          if (names.includes(name)) continue;
          const message = `required names no property: ${name}${nearest(name, names)}`;
          report({ message, location: location.child(['required', index]) });
        }
      },
    },
  };
};

/**
 * The schemas directly in a schema that apply to the same value, and the targets of references among them.
 */
function ofSameValue({ node, location }: Placed, resolve: Resolve): readonly JsonObject[] {
  const inner = subSchemas(node).filter(({ role }) => !['member', 'element', 'definition'].includes(role));
  return inner.flatMap(({ schema, segments }) => {
    const target = follow(schema, location.child(segments), resolve);
    return target === undefined ? [schema] : [schema, target.node];
  });
}

/** The names of the properties of a value that fits the schema. */
function propertiesOf(placed: Placed, resolve: Resolve, seen: readonly JsonObject[] = []): readonly string[] {
  const { node, location } = placed;
  if (seen.includes(node)) return [];
  const target = follow(node, location, resolve);
  const referred = target === undefined || target.node === node ? [] : [target];
  const inner = subSchemas(node)
    .filter(({ role }) => role === 'demand' || role === 'choice')
    .map(({ schema, segments }) => ({ node: schema, location: location.child(segments) }));
  return [
    ...Object.keys(objectOf(node.properties)),
    ...[...referred, ...inner].flatMap((one) => propertiesOf(one, resolve, [...seen, node])),
  ];
}

/** YAML folds an item that is indented too far into the item above it, with ` - ` between them. */
function nearest(name: string, names: readonly string[]): string {
  const [first = '', ...folded] = name.split(' - ');
  if (folded.length === 0) return didYouMean(name, names);
  const items = [first, ...folded].map((item) => `- ${item}`).join(', ');
  return `; did you mean ${names.includes(first) ? first : folded[0]}? Indent these items alike: ${items}`;
}
