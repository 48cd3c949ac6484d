/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether the value is an object, neither array nor null. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * The strings of a list, or a string alone as a list of one: the two forms of `x-clause` and `x-decision`.
 */
export function stringsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}
