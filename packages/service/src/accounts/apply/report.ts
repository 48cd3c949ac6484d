/** One difference between the file and the database. It never contains a key or a secret. */
export interface Change {
  readonly kind: 'created' | 'changed' | 'removed';
  /** `key`, `price`, `cascade`, … */
  readonly what: string;
  readonly label: string;
}

export interface AccountReport {
  readonly name: string;
  readonly isNew: boolean;
  readonly changes: readonly Change[];
  /** Where the command line or the API wins over the file: a sentence each. */
  readonly kept: readonly string[];
}

/** What an accounts file changed, or would change. */
export interface ApplyReport {
  /** In the order of the file. */
  readonly accounts: readonly AccountReport[];
  /** Accounts that the file does not name. They are not changed. */
  readonly leftAlone: readonly string[];
}

/** Whether the file and the database differed at all. */
export function hasChanges({ accounts }: ApplyReport): boolean {
  return accounts.some(({ isNew, changes }) => isNew || changes.length > 0);
}
