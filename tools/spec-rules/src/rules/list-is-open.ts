import { isOpenList } from '../lib/open-list.ts';
import { subSchemas } from '../lib/sub-schemas.ts';
import { isObject, type JsonObject, stringsOf } from '../lib/values.ts';
import type { Rule } from '../redocly.ts';

/**
 * `list-is-open`: an `enum` is only used as the first branch of `anyOf: [{ type: string, enum }, { type:
 * string }]`: lists grow (§7, §9), and a closed list would reject values of later providers.
 * `x-assumed-values` names values of the list only.
 */
export const listIsOpen: Rule = () => {
  const open = new WeakSet<object>();
  return {
    Schema: {
      enter(schema, { location, report }) {
        if (!isObject(schema)) return;
        if (isOpenList(schema)) for (const branch of subSchemas(schema)) open.add(branch.schema);
        for (const value of strangers(schema))
          report({
            message: `The list has no value ${value}.`,
            location: location.child('x-assumed-values').key(),
          });
        if ('enum' in schema && !open.has(schema)) {
          const message = 'A closed list. Write anyOf: [{ type: string, enum: [...] }, { type: string }].';
          report({ message, location: location.child('enum').key() });
        }
      },
    },
  };
};

/** Values that are said to be assumed, and that the list does not have. */
function strangers(schema: JsonObject): string[] {
  const listed = isOpenList(schema)
    ? subSchemas(schema).flatMap(({ schema: { enum: values } }) => values)
    : [];
  return stringsOf(schema['x-assumed-values']).filter((value) => !listed.includes(value));
}
