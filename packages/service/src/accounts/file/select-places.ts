/** A value and where it stands. */
export interface Place {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * All places below `from` that fit a path such as `keys/*` or `stages/*\/uuid`. What does not have that shape is
 * passed over in silence: it is a fault of its own.
 */
export function selectPlaces(from: Place, path: string): Place[] {
  return path
    .split('/')
    .reduce((places: Place[], step) => places.flatMap((place) => descend(place, step)), [from]);
}

function descend({ pointer, value }: Place, step: string): Place[] {
  if (step === '*')
    return Array.isArray(value)
      ? value.map((item, at) => ({ pointer: `${pointer}/${at}`, value: item }))
      : [];
  const member = memberOf(value, step);
  return member === undefined ? [] : [{ pointer: `${pointer}/${step}`, value: member }];
}

/** A member of an object; nothing if it is none, or has none of that name. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
