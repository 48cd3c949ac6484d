/** A place of the profile that is absent; as the value, what has to be there in particular. */
export interface Lack {
  /** A JSON pointer; the array `/cascades` and `/holds` get a further item. */
  readonly pointer: string;
  readonly value?: unknown;
}

/** Why a scenario cannot be tried; its verdict is inconclusive. */
export interface Unavailable {
  readonly unavailable: string;
  /** What the profile would have to add; absent where no addition helps. */
  readonly lacks?: Lack;
}

export function isUnavailable<Made extends object>(made: Made | Unavailable): made is Unavailable {
  return 'unavailable' in made;
}

/** Makes one thing from another, if the profile has what the other needs. */
export function ifAvailable<From extends object, To extends object>(
  from: From | Unavailable,
  make: (from: From) => To | Unavailable,
): To | Unavailable {
  return isUnavailable(from) ? from : make(from);
}

/** The profile has nothing at that place, as `callback.secret` for `/callback/secret`. */
export function lacking(pointer: string, unavailable?: string): Unavailable {
  const path = pointer.slice(1).replaceAll('/', '.');
  return { unavailable: unavailable ?? `the profile has no ${path}`, lacks: { pointer } };
}

/** The profile has no cascade with these channels. */
export function lackingCascade(channels: readonly string[], unavailable: string, id = 12_345): Unavailable {
  const value = { id, stages: channels.map((channel) => ({ channel })) };
  return { unavailable, lacks: { pointer: '/cascades', value } };
}
