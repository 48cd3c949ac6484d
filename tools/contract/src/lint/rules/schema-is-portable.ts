import { isObject, type JsonObject, objectOf } from '../../index.ts';
import type { Rule } from '../redocly.ts';

/**
 * `schema-is-portable`: three shapes that mean the same as others, and that code generators cannot read.
 *
 * - A member is a schema, not `true`: write `{}`. oapi-codegen and orval fail.
 * - A union of objects or arrays with other types is an `anyOf`, not a list of types (`null` may stay):
 *   oapi-codegen fails.
 * - A condition (`if`) is in a branch of `allOf` of its own, without members beside it: Java loses the
 *   members.
 */
export const schemaIsPortable: Rule = () => ({
  Schema: {
    enter(schema, { location, report }) {
      if (!isObject(schema)) return;
      for (const name of booleanMembers(schema))
        report({
          message: `Write ${name}: {}, not a boolean.`,
          location: location.child(['properties', name]),
        });
      if (isMixed(schema.type))
        report({
          message: 'Write anyOf: [{ type: … }, …], not a list of types.',
          location: location.child('type'),
        });
      if ('if' in schema && ['type', 'properties', 'required'].some((keyword) => keyword in schema))
        report({
          message: 'Write the condition in a branch of allOf of its own.',
          location: location.child('if').key(),
        });
    },
  },
});

function booleanMembers(schema: JsonObject): string[] {
  return Object.entries(objectOf(schema.properties)).flatMap(([name, member]) =>
    typeof member === 'boolean' ? [name] : [],
  );
}

function isMixed(type: unknown): boolean {
  const types = [type].flat().filter((one) => one !== 'null');
  return types.length > 1 && types.some((one) => one === 'object' || one === 'array');
}
