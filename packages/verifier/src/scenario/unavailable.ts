/** What the profile lacks for a request; its scenario is inconclusive. */
export interface Unavailable {
  readonly unavailable: string;
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
