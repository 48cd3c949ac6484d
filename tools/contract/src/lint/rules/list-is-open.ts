import { didYouMean } from '@cascade/yaml-file';
import { isObject, type JsonObject, stringsOf } from '../../index.ts';
import { isListed, isOpenList, isReference } from '../lib/nodes.ts';
import type { Location, Rule } from '../redocly.ts';

/**
 * `list-is-open`: lists grow (§7, §9), and a closed list would reject values of later providers. So a list is
 * a string (or null) with `x-extensible-enum`. An `enum` is part of a condition (`if`, `then`, `not`), or in
 * a component `Listed…`, to which only conditions refer. `x-assumed-values` names values of the list only.
 */
export const listIsOpen: Rule = () => ({
  Schema: {
    enter(schema, { location, report }) {
      if (!isObject(schema)) return;
      for (const value of strangers(schema))
        report({
          message: `The list has no value ${value}${didYouMean(value, listedOf(schema))}`,
          location: location.child('x-assumed-values').key(),
        });
      if ('enum' in schema && !isInCondition(location) && !isListed(placeOf(location)))
        report({
          message: 'expected an open list, found a closed one: write x-extensible-enum, in a string',
          location: location.child('enum').key(),
        });
      if (isOpenList(schema) && ![schema.type].flat().includes('string'))
        report({
          message: 'expected type: string beside x-extensible-enum: any other string may come',
          location: location.child('x-extensible-enum').key(),
        });
    },
  },
  ref: {
    enter(reference, { location, report }) {
      if (!isReference(reference) || !isListed(reference.$ref) || isInCondition(location)) return;
      report({ message: 'A closed list: only a condition refers to listed values.', location });
    },
  },
});

function isInCondition({ pointer }: Location): boolean {
  return /\/(?:if|then|else|not)(?:\/properties\/[^/]+)?$/.test(pointer);
}

/** The file of a schema that is all of its file, else its pointer. */
function placeOf({ pointer, source }: Location): string {
  return pointer === '#/' ? source.absoluteRef : pointer;
}

/** Values that are said to be assumed, and that the list does not have. */
function strangers(list: JsonObject): string[] {
  const listed = listedOf(list);
  return stringsOf(list['x-assumed-values']).filter((value) => !listed.includes(value));
}

function listedOf(list: JsonObject): readonly string[] {
  return stringsOf(list['x-extensible-enum']);
}
