import { isObject, type JsonObject, objectOf, stringsOf } from '@cascade/contract';
import { didYouMean } from '@cascade/yaml-file';
import { follow, isListed, isOpenList, isReference, type Placed } from '../lib/nodes.ts';
import type { Location, Resolve, Rule } from '../redocly.ts';

/**
 * `list-is-open`: lists grow (§7, §9), and a closed list would reject values of later providers. So an `enum`
 * is only used in a component `Listed…`, and that only as the first branch of `anyOf: [{ $ref: Listed….yaml
 * }, { type: string }]`. Code generators name a type after the component. `x-assumed-values` names values of
 * the list only.
 */
export const listIsOpen: Rule = () => ({
  Schema: {
    enter(schema, { location, resolve, report }) {
      if (!isObject(schema)) return;
      const here = { node: schema, location };
      for (const value of strangers(here, resolve))
        report({
          message: `The list has no value ${value}${didYouMean(value, listedOf(here, resolve))}`,
          location: location.child('x-assumed-values').key(),
        });
      if ('enum' in schema && !isListed(placeOf(location))) {
        const message =
          'expected an open list, found a closed one, or one without a name: write anyOf: [{ $ref: Listed….yaml }, { type: string }], with the enum there';
        report({ message, location: location.child('enum').key() });
      }
    },
  },
  ref: {
    enter(reference, { location, parent, report }) {
      if (!isReference(reference) || !isListed(reference.$ref) || isFirstBranch(reference, parent)) return;
      const message = 'A closed list: only an open list refers to its listed values.';
      report({ message, location });
    },
  },
});

/** The file of a schema that is all of its file, else its pointer. */
function placeOf({ pointer, source }: Location): string {
  return pointer === '#/' ? source.absoluteRef : pointer;
}

/** Whether the reference is the first of the branches `[reference, { type: string }]`. */
function isFirstBranch(reference: JsonObject, parent: unknown): boolean {
  return Array.isArray(parent) && parent[0] === reference && isOpenList({ anyOf: parent });
}

/** Values that are said to be assumed, and that the list does not have. */
function strangers(list: Placed, resolve: Resolve): string[] {
  const listed = listedOf(list, resolve);
  return stringsOf(list.node['x-assumed-values']).filter((value) => !listed.includes(value));
}

function listedOf({ node, location }: Placed, resolve: Resolve): readonly string[] {
  const [known] = isOpenList(node) ? [node.anyOf].flat() : [node];
  return stringsOf(objectOf(follow(known, location, resolve)?.node).enum);
}
