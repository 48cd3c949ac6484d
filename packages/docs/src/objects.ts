/** Whether a value is a JSON object, not null and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON value of a text; `undefined` if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An object whose members may also be missing: what `exactOptionalPropertyTypes` tells apart from
 * `undefined`.
 */
type Defined<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>;
};

/** A copy without the members that are undefined. */
export function defined<const Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<Members>;
}
