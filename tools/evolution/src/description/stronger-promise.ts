/** The keywords of JSON Schema that limit which values are valid, each judged on its own. */
export const constraints = [
  'type',
  'format',
  'pattern',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'additionalProperties',
] as const;

/** Whether each value that is valid now was valid before, as far as one keyword says; `undefined` limits nothing. */
export function isStronger(keyword: string, before: unknown, now: unknown): boolean {
  if (before === undefined) return true;
  if (now === undefined) return false;
  if (keyword === 'type') return typesOf(now).every((type) => typesOf(before).includes(type));
  if (keyword === 'enum') return [now].flat().every((value) => [before].flat().includes(value));
  if (keyword === 'required') return [before].flat().every((name) => [now].flat().includes(name));
  if (/^(?:exclusiveM|m)in/.test(keyword)) return Number(now) >= Number(before);
  if (/^(?:exclusiveM|m)ax/.test(keyword)) return Number(now) <= Number(before);
  return keyword === 'additionalProperties' ? now === false : keyword === 'uniqueItems' && now === true;
}

/** The types of a schema; a number may be an integer. */
function typesOf(type: unknown): unknown[] {
  const types: unknown[] = [type].flat();
  return types.includes('number') ? [...types, 'integer'] : types;
}
