import { isObject, type JsonObject } from '@cascade/contract';
import { isCondition, subSchemas } from '../lib/sub-schemas.ts';
import type { Rule } from '../redocly.ts';

/**
 * `object-is-open`: an object that may have further members says so (`additionalProperties: true`). JSON
 * Schema takes that for granted, code generators do not: from a silent object openapi-generator makes Go that
 * fails on an answer with one more member.
 *
 * Exempt: conditions, which only narrow, and an object among the branches of a union, since Java does not
 * compile then.
 */
export const objectIsOpen: Rule = () => {
  const inCondition = new WeakSet<object>();
  const inUnion = new WeakSet<object>();
  return {
    Schema: {
      enter(schema, { location, report }) {
        if (!isObject(schema)) return;
        for (const sub of subSchemas(schema)) {
          if (inCondition.has(schema) || isCondition(sub)) inCondition.add(sub.schema);
          if (sub.role === 'choice') inUnion.add(sub.schema);
        }
        if (inCondition.has(schema) || inUnion.has(schema) || !isSilentObject(schema)) return;
        report({ message: 'expected additionalProperties of an object, found none: write true', location });
      },
    },
  };
};

function isSilentObject(schema: JsonObject): boolean {
  const isObjectSchema = [schema.type].flat().includes('object') || 'properties' in schema;
  return isObjectSchema && !('additionalProperties' in schema);
}
