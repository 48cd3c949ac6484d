/** Row locks of accounts as the intake takes them: a batch holds all of its accounts until its commit. */
export interface AccountLocks {
  /**
   * A batch that must wait holds no lock; in PostgreSQL it may hold some, so the model is a little
   * optimistic.
   */
  acquire(accounts: ReadonlySet<number>, granted: () => void): void;
  release(accounts: ReadonlySet<number>): void;
}

interface Waiting {
  readonly accounts: ReadonlySet<number>;
  readonly granted: () => void;
}

export function createAccountLocks(): AccountLocks {
  const held = new Set<number>();
  let queue: Waiting[] = [];

  const isFree = (accounts: ReadonlySet<number>) => [...accounts].every((account) => !held.has(account));
  function take({ accounts, granted }: Waiting): void {
    for (const account of accounts) held.add(account);
    granted();
  }

  return {
    acquire(accounts, granted) {
      if (isFree(accounts)) take({ accounts, granted });
      else queue.push({ accounts, granted });
    },
    release(accounts) {
      for (const account of accounts) held.delete(account);
      const candidates = queue;
      queue = [];
      for (const candidate of candidates) {
        if (isFree(candidate.accounts)) take(candidate);
        else queue.push(candidate);
      }
    },
  };
}
