/** Whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A copy without undefined members: `exactOptionalPropertyTypes` lets a member be absent, but not undefined.
 */
export function defined<Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<Members>;
}

type Defined<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };
