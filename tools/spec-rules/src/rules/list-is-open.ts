import { isOpenList } from '../lib/open-list.ts';
import { subSchemas } from '../lib/sub-schemas.ts';
import { isObject } from '../lib/values.ts';
import type { Rule } from '../redocly.ts';

/**
 * `list-is-open`: an `enum` stands only as the first of `anyOf: [{ type: string, enum }, { type: string }]`,
 * because lists grow (§7, §9) and a closed one would refuse what a later provider sends.
 */
export const listIsOpen: Rule = () => {
  const open = new WeakSet<object>();
  return {
    Schema: {
      enter(schema, { location, report }) {
        if (!isObject(schema)) return;
        if (isOpenList(schema)) for (const branch of subSchemas(schema)) open.add(branch.schema);
        if ('enum' in schema && !open.has(schema)) {
          const message = 'A closed list. Write anyOf: [{ type: string, enum: [...] }, { type: string }].';
          report({ message, location: location.child('enum').key() });
        }
      },
    },
  };
};
