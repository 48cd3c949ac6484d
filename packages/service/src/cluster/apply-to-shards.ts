import type { Fault } from '@cascade/yaml-file';
import type { Pool } from 'pg';
import {
  type ApplyAccountsOptions,
  applyAccounts,
  findForeignKeys,
} from '../accounts/apply/apply-accounts.ts';
import type { ApplyReport } from '../accounts/apply/section.ts';
import type { AccountsFile } from '../accounts/file/read-accounts-file.ts';
import { sql, t } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';

/**
 * Applies a file to a database, or to the shards of a cluster: each in a transaction of its own, once the
 * file contradicts none of them. A new account goes to the shard with the fewest accounts, and stays there.
 *
 * @param pools One for each shard.
 * @throws {AccountsFileError} as `applyAccounts`.
 */
export async function applyToAll(
  pools: readonly Pool[],
  file: AccountsFile,
  options: ApplyAccountsOptions = {},
): Promise<ApplyReport> {
  const [only, ...others] = pools;
  if (only !== undefined && others.length === 0) return applyAccounts(only, file, options);
  for (const pool of pools) {
    const faults = await inTransaction(pool, (client) => findForeignKeys(client, file));
    if (faults.length > 0) throw file.error(faults);
  }
  const parts = await divide(pools, file);
  const run = (isDry: boolean) => applyParts(parts, file, isDry);
  // What only the rows of a later shard reveal must not come after a change to an earlier one.
  const dry = await run(true);
  return options.dryRun === true ? dry : run(false);
}

/** The accounts of the file that one shard has, or is to have, by their places in the file. */
interface Part {
  readonly pool: Pool;
  readonly places: number[];
}

async function divide(pools: readonly Pool[], { accounts }: AccountsFile): Promise<readonly Part[]> {
  const shards = await Promise.all(
    pools.map(async (pool) => ({ part: { pool, places: [] as number[] }, names: await readNames(pool) })),
  );
  for (const [place, { name }] of accounts.entries()) {
    const found = shards.find(({ names }) => names.has(name)) ?? smallest(shards);
    found?.names.add(name);
    found?.part.places.push(place);
  }
  return shards.map(({ part }) => part);
}

function smallest<Sized extends { readonly names: ReadonlySet<string> }>(
  shards: readonly Sized[],
): Sized | undefined {
  return shards.toSorted((a, b) => a.names.size - b.names.size)[0];
}

async function readNames(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(sql`select name from ${t.accounts}`);
  return new Set(rows.map(({ name }) => name));
}

async function applyParts(parts: readonly Part[], file: AccountsFile, dryRun: boolean): Promise<ApplyReport> {
  const reports: ApplyReport[] = [];
  for (const { pool, places } of parts)
    reports.push(await applyAccounts(pool, partOf(file, places), { dryRun }));
  const byName = new Map(reports.flatMap(({ accounts }) => accounts).map((report) => [report.name, report]));
  return {
    accounts: file.accounts.flatMap(({ name }) => byName.get(name) ?? []),
    leftAlone: reports.flatMap(({ leftAlone }) => leftAlone).sort(),
  };
}

/** The same file with some of its accounts. Faults point at their places in the whole. */
function partOf(file: AccountsFile, places: readonly number[]): AccountsFile {
  const toWhole = ({ pointer, ...fault }: Fault): Fault => ({
    ...fault,
    pointer: pointer.replace(/^\/accounts\/(\d+)/, (_, place) => `/accounts/${places[Number(place)]}`),
  });
  return {
    ...file,
    accounts: places.flatMap((place) => file.accounts[place] ?? []),
    error: (faults) => file.error(faults.map(toWhole)),
  };
}
