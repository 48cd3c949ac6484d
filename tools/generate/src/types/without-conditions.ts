import { isNode } from '../is-node.ts';

/** Keywords that give a value its type; a branch without any of them only adds a condition. */
const typeKeywords = ['$ref', 'type', 'properties', 'items', 'enum', 'const', 'allOf', 'anyOf', 'oneOf'];

/**
 * The description without conditions, which types cannot express: `anyOf: [{ required: [a] }, …]`, `if`.
 * openapi-typescript would type them as `unknown`, and a union with `unknown` is `unknown`. Also without
 * `additionalProperties: true` beside members: which types are open is for `openSchemas` to say.
 */
export function withoutConditions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutConditions);
  if (!isNode(value)) return value;
  const kept = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    if (key === 'additionalProperties' && child === true && 'properties' in value) return [];
    if (key !== 'allOf' && key !== 'anyOf') return [[key, withoutConditions(child)]];
    const branches = Array.isArray(child) ? child.filter(saysType) : [];
    return branches.length === 0 ? [] : [[key, withoutConditions(branches)]];
  });
  return Object.fromEntries(kept);
}

function saysType(branch: unknown): boolean {
  return isNode(branch) && typeKeywords.some((keyword) => keyword in branch);
}
