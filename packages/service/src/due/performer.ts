/** Work of one account: a row of a table of due work. */
export interface Parcel {
  readonly id: string;
  readonly accountId: number;
}

/** With the replica that does it, by the id that this has while it lives. */
export type Owned<One extends Parcel> = One & { readonly owner: number };

/** Parcels of one claim, and whether there may be more. */
export interface Claimed<One> {
  readonly parcels: readonly One[];
  readonly isMore: boolean;
}

/**
 * What is left of a parcel after its work: that is written anew. It is `not sure` where nothing is known;
 * then the parcel is done again.
 */
export type Left<One> = readonly One[] | 'not sure';

/** Accounts by what this replica holds of them. */
export interface Accounts {
  /** It has work of theirs. */
  readonly held: readonly number[];
  /** Those of them that have no room now. */
  readonly notNow: readonly number[];
}

/** How due work is claimed and done. */
export interface Performer<One extends Parcel> {
  /** Claims parcels without an owner, but those of accounts that have no room now. */
  claim(owner: number, accounts: Accounts): Promise<Claimed<Owned<One>>>;
  /** Claims what waits elsewhere, while there is room; nothing if absent. */
  claimOthers?(owner: number): Promise<readonly Owned<One>[]>;
  /** Whether an account that has places may use them now; all may, if absent. */
  isOpenTo?(accountId: number): boolean;
  /**
   * Does the work of each parcel, which may have been done before, and says what is left of each. None of
   * these rejects.
   *
   * @param free gives places of a parcel to others before its work has ended.
   */
  perform(
    parcels: readonly Owned<One>[],
    free: (parcel: Owned<One>, places: number) => void,
  ): readonly Promise<Left<One>>[];
}
