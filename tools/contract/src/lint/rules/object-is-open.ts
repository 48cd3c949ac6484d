import { isObject } from '../../index.ts';
import type { Rule } from '../redocly.ts';

const message = 'expected an object that may have further members, found a closed object';

/**
 * `object-is-open`: no object refuses further members. Answers and callbacks grow (§7, §9), and a request may
 * have members of a later version. An object need not say so: the profile for code generators, which need it,
 * says it for each.
 */
export const objectIsOpen: Rule = () => ({
  Schema: {
    enter(schema, { location, report }) {
      if (!isObject(schema)) return;
      for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
        if (schema[keyword] === false) report({ message, location: location.child(keyword) });
    },
  },
});
