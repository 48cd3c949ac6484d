import type { Fault } from './fault.ts';
import type { Place } from './places.ts';

/** What makes two values the same, and what a message may show of it; `undefined` if the value has no identity. */
export type Identity = (value: unknown) => { readonly same: string; readonly shown?: string } | undefined;

const plain: Identity = (value) =>
  typeof value === 'string' || typeof value === 'number'
    ? { same: String(value), shown: String(value) }
    : undefined;

/** A fault for each place whose value occurs at an earlier place. A secret needs an `identify` that shows nothing. */
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
