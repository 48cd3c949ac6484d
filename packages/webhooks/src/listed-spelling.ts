import type { KnownUndeliveredReason, UndeliveredReason } from '@cascade/types';

/**
 * A copy of the catalogue's aliases: the catalogue itself would make the core a tenth larger. A test compares
 * both.
 */
export const otherSpellings: ReadonlyMap<string, KnownUndeliveredReason> = new Map([
  ['not-template-match', 'no-template-match'],
]);

/** The listed spelling of a reason (§7.4); any other reason is returned unchanged. */
export function listedSpelling(reason: string): UndeliveredReason {
  return otherSpellings.get(reason) ?? reason;
}
