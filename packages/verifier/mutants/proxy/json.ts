/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that the bytes hold, or nothing. */
export function readObject(bytes: Buffer): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(bytes.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function toBytes(value: Json): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The object without some members. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The object with a member under another name, in the same place. */
export function renamed(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === from ? to : name, value]),
  );
}
