import type { Fault } from './fault.ts';

/** A value and its JSON pointer (RFC 6901). */
export interface Place {
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * All places below `from` that match a path such as `keys/*` or `stages/*\/uuid`; `*` is each item of an
 * array. Values of another shape are skipped: the schema reports those.
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

/** All texts at and below a place, and the names of members, each at the place of its value. */
export function* textsOf({ pointer, value }: Place): Generator<Place> {
  if (typeof value === 'string') yield { pointer, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const place = { pointer: `${pointer}/${escapeStep(name)}`, value: member };
    if (!Array.isArray(value)) yield { ...place, value: name };
    yield* textsOf(place);
  }
}

/** An own member of an object; `undefined` for any other value. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** A member name as a step of a JSON pointer (RFC 6901 §3). */
export function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The steps of a JSON pointer (RFC 6901 §4). */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * What makes two values the same, and what a message may show of it; `undefined` if the value has no
 * identity.
 */
export type Identity = (value: unknown) => { readonly same: string; readonly shown?: string } | undefined;

const plain: Identity = (value) =>
  typeof value === 'string' || typeof value === 'number'
    ? { same: String(value), shown: String(value) }
    : undefined;

/**
 * A fault for each place whose value occurs at an earlier place. A secret needs an `identify` that shows
 * nothing.
 */
export function findDuplicates(places: readonly Place[], what: string, identify: Identity = plain): Fault[] {
  const firsts = new Map<string, string>();
  return places.flatMap(({ pointer, value }) => {
    const identity = identify(value);
    if (identity === undefined) return [];
    const { same, shown } = identity;
    const first = firsts.get(same);
    if (first === undefined) firsts.set(same, pointer);
    return first === undefined
      ? []
      : [{ pointer, message: `duplicate ${what}${shown === undefined ? '' : ` ${shown}`}`, first }];
  });
}
