import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '@cascade/yaml-file';
import type { PoolClient } from 'pg';
import type { DeclaredAccount } from '../../generated/declared-accounts.ts';
import type { Statement } from '../../store/tables.ts';

/** One difference between the file and the database. It never contains a key or a secret. */
export interface AccountChange {
  readonly kind: 'created' | 'changed' | 'removed';
  /** `key`, `price`, `cascade`, … */
  readonly what: string;
  readonly label: string;
}

export interface AccountReport {
  readonly name: string;
  readonly isNew: boolean;
  readonly changes: readonly AccountChange[];
  /** Where the command line or the API wins over the file: a sentence each. */
  readonly kept: readonly string[];
  /** What is permitted, and may be a mistake: a sentence each. */
  readonly warnings: readonly string[];
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

/** How rows are compared and written. */
type SectionOf<Row> = Pick<SectionDefinition<Row>, 'what' | 'identity' | 'label' | 'remove' | 'put'>;

/** One kind of row that accounts have, such as keys or prices, in the file and in the database. */
interface SectionDefinition<Row> {
  readonly what: string;
  /** The rows that the file declares; undefined if it declares nothing, and the stored rows stay. */
  declared(account: DeclaredAccount): readonly Row[] | undefined;
  /** Reads the stored rows of the accounts $1, each with its `accountId`. */
  readonly stored: Statement;
  /** The key by which a declared row and a stored row of an account are matched. */
  identity(row: Row): string;
  label(row: Row): string;
  remove(client: PoolClient, accountId: number, rows: readonly Row[]): Promise<unknown>;
  /** Inserts rows, or replaces those of the same identity. */
  put(client: PoolClient, accountId: number, rows: readonly Row[]): Promise<unknown>;
}

/** A section with its row type hidden. */
export interface Section {
  /** Reads the stored rows of some accounts, and returns a function that compares one of them with its rows. */
  read(client: PoolClient, accountIds: readonly number[], declared: DeclaredParts): Promise<Planner>;
}

/** What the file declares of some accounts. */
interface DeclaredParts {
  readonly accounts: readonly DeclaredAccount[];
  /** The hashes of the keys of all accounts. */
  readonly keysOfFile: ReadonlySet<string>;
}

export type Planner = (account: DeclaredAccount, accountId: number | undefined) => SectionPlan;

/** The changes of one section of one account. The removals of the whole file run before any other change. */
export interface SectionPlan {
  readonly changes: readonly AccountChange[];
  /** Differences from the file that stay, each with its reason. */
  readonly kept?: readonly string[];
  /** What is permitted, and may be a mistake. */
  readonly warnings?: readonly string[];
  /** What is wrong with the outcome; the pointers are relative to the account. */
  readonly faults?: readonly Fault[];
  remove(client: PoolClient, accountId: number): Promise<unknown>;
  put(client: PoolClient, accountId: number): Promise<unknown>;
  /**
   * Remembers what the file declares; present if that is another thing than before. No change of the account.
   */
  note?(client: PoolClient, accountId: number): Promise<unknown>;
}

export function defineSection<Row extends object>(definition: SectionDefinition<Row>): Section {
  return {
    async read(client, accountIds) {
      const storedOf = await readStored<Row>(client, definition.stored, accountIds);
      return (account, accountId) =>
        planSection(definition, storedOf(accountId), definition.declared(account));
    },
  };
}

/** The stored rows of an account; none of a new one. */
export async function readStored<Row extends object>(
  client: PoolClient,
  statement: Statement,
  accountIds: readonly number[],
): Promise<(accountId: number | undefined) => readonly Row[]> {
  const { rows } = await client.query<Row & { accountId?: number }>(statement, [accountIds]);
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  // The rows of the file, which they are compared with, do not name their account.
  for (const row of rows) delete row.accountId;
  return (accountId) => byAccount.get(accountId) ?? [];
}

/** Compares the rows that a file declares with the stored ones. */
export function planSection<Row>(
  definition: SectionOf<Row>,
  stored: readonly Row[],
  declared: readonly Row[] = stored,
): SectionPlan {
  const { identity, what, label } = definition;
  const before = new Map(stored.map((row) => [identity(row), row]));
  const after = new Set(declared.map(identity));
  const created = declared.filter((row) => !before.has(identity(row)));
  const changed = declared.filter(
    (row) => before.has(identity(row)) && !isDeepStrictEqual(before.get(identity(row)), row),
  );
  const removed = stored.filter((row) => !after.has(identity(row)));
  const toChanges = (kind: AccountChange['kind'], rows: readonly Row[]) =>
    rows.map((row) => ({ kind, what, label: label(row) }));
  return {
    changes: [
      ...toChanges('created', created),
      ...toChanges('changed', changed),
      ...toChanges('removed', removed),
    ],
    remove: async (client, accountId) =>
      removed.length > 0 && (await definition.remove(client, accountId, removed)),
    put: async (client, accountId) =>
      created.length + changed.length > 0 &&
      (await definition.put(client, accountId, [...created, ...changed])),
  };
}
