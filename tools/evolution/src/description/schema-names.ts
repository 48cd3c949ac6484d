import type { Change } from '../change.ts';
import { isSame, type JsonObject, objectOf } from '../json.ts';

const folder = '/components/schemas/';

/** Whether a pointer leads to a component schema, and not into it. */
export function isSchemaName(pointer: string): boolean {
  return pointer.startsWith(folder) && !pointer.slice(folder.length).includes('/');
}

/** Whether a schema is new only because another one was renamed to it. */
export function isNewName(named: readonly Change[], pointer: string): boolean {
  return named.some(({ values }) => values?.after !== undefined && pointer === `${folder}${values.after}`);
}

/**
 * Component schemas that are gone or have another name. Nothing on the wire changes, but the types package and
 * code generators name types after them, and teams import these.
 */
export function compareSchemaNames(
  subject: 'openapi' | 'asyncapi',
  before: JsonObject,
  now: JsonObject,
): Change[] {
  const [old = {}, recent = {}] = [before, now].map((one) => objectOf(objectOf(one.components).schemas));
  const come = Object.keys(recent).filter((name) => !(name in old));
  return Object.keys(old)
    .filter((name) => !(name in recent))
    .map((name): Change => {
      const successor = come.find((other) => isSame(old[name], recent[other]));
      const says =
        successor === undefined
          ? 'the schema is gone: types that are named after it go, too'
          : `the schema is now called \`${successor}\`: types that are named after it are, too`;
      return {
        ...{ impact: 'major', kind: successor === undefined ? 'removed' : 'changed', subject },
        ...{ at: `${folder}${name}`, says },
        values: { of: 'name', before: name, ...(successor === undefined ? {} : { after: successor }) },
      };
    });
}
