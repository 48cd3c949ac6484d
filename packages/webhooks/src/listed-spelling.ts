import type { KnownUndeliveredReason, UndeliveredReason } from '@cascade/types';

/**
 * The aliases of the catalogue, copied: with the catalogue itself the core would be a tenth larger. A test compares.
 */
export const otherSpellings: ReadonlyMap<string, KnownUndeliveredReason> = new Map([
  ['not-template-match', 'no-template-match'],
]);

/** The listed one of two spellings of a reason (§7.4); any other reason as it is. */
export function listedSpelling(reason: string): UndeliveredReason {
  return otherSpellings.get(reason) ?? reason;
}
