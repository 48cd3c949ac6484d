/**
 * A copy without undefined members: `exactOptionalPropertyTypes` lets a member be absent, but not undefined.
 */
export function defined<Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<Members>;
}

type Defined<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };
