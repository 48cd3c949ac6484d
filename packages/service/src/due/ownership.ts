import type { Replica } from '../store/replica.ts';

export interface OwnershipClaim {
  readonly accountIds: readonly number[];
  readonly notNow: readonly number[];
  /** More may wait. */
  readonly isMore: boolean;
}

export interface OwnershipOptions {
  readonly replica: Pick<Replica, 'id' | 'holds'>;
  /** Whether this process has room for one more of the account; and for any. */
  hasRoom(accountId: number): boolean;
  isFull(): boolean;
  /** Something can be claimed. */
  wake(): void;
}

/**
 * Whose work this replica takes into its memory. Each account has its own room and its own order: what an
 * account has beyond its share waits in the database, and what others write then is owned at once.
 */
export function createOwnership({ replica, hasRoom, isFull, wake }: OwnershipOptions) {
  /** The accounts of which work was written without an owner, and may not be claimed yet. */
  const behind = new Set<number>();
  let isStopping = false;
  /** No account had room. */
  let wasFull = false;

  return {
    /**
     * The owner of what is written now: this replica if it has room for the account, and the account is not
     * behind; else none.
     */
    ownerOf(accountId: number): number | null {
      const { id } = replica;
      const isBehind = behind.has(accountId);
      if (!isBehind && !isStopping && hasRoom(accountId) && replica.holds(id)) return id;
      wasFull ||= isFull();
      behind.add(accountId);
      if (!isBehind) wake();
      return null;
    },
    /** Work was claimed, of all accounts but those that had no room. */
    claimed({ accountIds, notNow, isMore }: OwnershipClaim): void {
      const closed = new Set(notNow);
      if (isMore) for (const accountId of accountIds) behind.add(accountId);
      else for (const accountId of behind) if (!closed.has(accountId)) behind.delete(accountId);
    },
    /** There may be room again for the account. */
    freed(accountId: number): void {
      if (!(wasFull || behind.has(accountId)) || !hasRoom(accountId)) return;
      wasFull = false;
      wake();
    },
    /** From now on, what is written has no owner. */
    stop(): void {
      isStopping = true;
    },
  };
}
