/** A JSON object of unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a JSON object; none for any other value. */
export function membersOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
