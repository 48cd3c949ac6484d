import type { Fault } from '@cascade/yaml-file';
import type { Pool, PoolClient } from 'pg';
import { chunksOf } from '../../chunks-of.ts';
import type { DeclaredAccount, DeclaredAccounts } from '../../generated/declared-accounts.ts';
import { sql, t } from '../../store/tables.ts';
import { inTransaction } from '../../store/transaction.ts';
import { announceChange, lockDeclarations } from '../directory/account-directory.ts';
import type { AccountsFile } from '../file/read-accounts-file.ts';
import { deposit } from '../money.ts';
import type { AccountChange, AccountReport, ApplyReport, Planner, Section, SectionPlan } from './section.ts';
import { callback, callbackSecrets } from './sections/callback.ts';
import { cascades, prices } from './sections/cascades.ts';
import { hashOf, keys } from './sections/keys.ts';
import { senders, templates } from './sections/senders.ts';
import { settings } from './sections/settings.ts';

/** An account of the file. */
interface FiledAccount {
  readonly declared: DeclaredAccount;
  readonly place: number;
  /** Absent if the account is new. */
  readonly id: number | undefined;
}

interface AccountPlan extends FiledAccount {
  readonly sections: readonly SectionPlan[];
}

/** What is left of a plan once it was made, since a plan has all rows of an account twice. */
interface ComparedAccount extends FiledAccount {
  readonly report: AccountReport;
  readonly faults: readonly Fault[];
  /** Whether what the file declares is to be remembered. */
  readonly hasNote: boolean;
}

export interface ApplyAccountsOptions {
  /** Reports the changes without making them. */
  readonly dryRun?: boolean;
}

/**
 * Makes the database match the file, in one transaction, and returns the changes. It is idempotent. What an
 * account no longer declares is removed. Accounts that the file does not name stay unchanged, and so does all
 * money: `balance` counts only for a new account. What the command line did with keys, and the API with a
 * callback URL that the file has not changed since, is kept and reported. Replicas reload on commit.
 * @throws {AccountsFileError} if a key belongs to an account that the file does not name, or if a key that
 * the command line added would be a third valid one; nothing is changed.
 */
export function applyAccounts(
  pool: Pool,
  file: AccountsFile,
  { dryRun = false }: ApplyAccountsOptions = {},
): Promise<ApplyReport> {
  return inTransaction(pool, async (client) => {
    await lockDeclarations(client);
    const faults = await findForeignKeys(client, file);
    if (faults.length > 0) throw file.error(faults);
    const ids = await readIds(client);
    const plan = plannerOf(client, file);
    const compared: ComparedAccount[] = [];
    const filed = file.accounts.map((declared, place) => ({ declared, place, id: ids.get(declared.name) }));
    for (const some of chunksOf(filed, accountsAtOnce)) compared.push(...(await plan(some)).map(toCompared));
    const conflicts = compared.flatMap(({ faults }) => faults);
    if (conflicts.length > 0) throw file.error(conflicts);
    const named = new Set(file.accounts.map(({ name }) => name));
    const report: ApplyReport = {
      accounts: compared.map(({ report }) => report),
      leftAlone: [...ids.keys()].filter((name) => !named.has(name)).sort(),
    };
    if (!dryRun) await carryOut(client, compared.filter(isToDo), plan);
    return report;
  });
}

async function readIds(client: PoolClient): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: number; name: string }>(sql`select id, name from ${t.accounts}`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/**
 * Compares accounts of the file with the stored rows. Some at a time: all rows of a large file at once would
 * need much memory, and the database ends a transaction that is silent for too long.
 */
type PlanAccounts = (accounts: readonly FiledAccount[]) => Promise<AccountPlan[]>;

/** Accounts whose statements are sent without waiting for answers: the rows of all of them are locked meanwhile. */
const accountsAtOnce = 200;

function plannerOf(client: PoolClient, file: AccountsFile): PlanAccounts {
  const keysOfFile = new Set(file.accounts.flatMap(({ keys }) => keys.map(hashOf)));
  return async (some) => {
    const concerned = some.flatMap(({ id }) => id ?? []);
    const accounts = some.map(({ declared }) => declared);
    const planners: Planner[] = [];
    for (const section of sections)
      planners.push(await section.read(client, concerned, { accounts, keysOfFile }));
    return some.map((account) => ({
      ...account,
      sections: planners.map((plan) => plan(account.declared, account.id)),
    }));
  };
}

function toCompared({ sections, ...account }: AccountPlan): ComparedAccount {
  return {
    ...account,
    report: toReport(account, sections),
    faults: findConflicts(account, sections),
    hasNote: sections.some(({ note }) => note !== undefined),
  };
}

function toReport({ declared, id }: FiledAccount, sections: readonly SectionPlan[]): AccountReport {
  const { name, balance = 0 } = declared;
  const isNew = id === undefined;
  const opening: AccountChange[] = isNew
    ? [{ kind: 'created', what: 'balance', label: String(balance) }]
    : [];
  return {
    name,
    isNew,
    changes: [...opening, ...sections.flatMap(({ changes }) => changes)],
    kept: sections.flatMap(({ kept = [] }) => kept),
    warnings: sections.flatMap(({ warnings = [] }) => warnings),
  };
}

/** The faults that only the stored rows reveal, such as a third valid key. */
function findConflicts({ place }: FiledAccount, sections: readonly SectionPlan[]): Fault[] {
  return sections.flatMap(({ faults = [] }) =>
    faults.map(({ pointer, ...fault }) => ({ ...fault, pointer: `/accounts/${place}${pointer}` })),
  );
}

const isChanged = ({ report }: ComparedAccount) => report.isNew || report.changes.length > 0;
const isToDo = (account: ComparedAccount) => isChanged(account) || account.hasNote;

/** Plans each account anew, as it was compared: a new one has no rows, though it has been opened. */
async function carryOut(
  client: PoolClient,
  compared: readonly ComparedAccount[],
  plan: PlanAccounts,
): Promise<void> {
  const ids = await openAccounts(client, compared);
  const steps = compared.flatMap((account) => {
    const accountId = ids.get(account.declared.name);
    return accountId === undefined ? [] : [{ ...account, accountId }];
  });
  // The intake locks accounts in the same order; a different one could deadlock.
  steps.sort((a, b) => a.accountId - b.accountId);
  const planned = async (some: typeof steps) =>
    (await plan(some)).flatMap(({ sections }, at) =>
      sections.map((section) => ({ section, accountId: some[at]?.accountId ?? 0 })),
    );
  // A key may move between accounts, and keys are unique: remove it before inserting it.
  const shrinking = steps.filter(({ report }) => report.changes.some(({ kind }) => kind === 'removed'));
  for (const some of chunksOf(shrinking, accountsAtOnce))
    await Promise.all(
      (await planned(some)).map(({ section, accountId }) => section.remove(client, accountId)),
    );
  for (const some of chunksOf(steps, accountsAtOnce))
    await Promise.all(
      (await planned(some)).flatMap(({ section, accountId }) => [
        section.put(client, accountId),
        section.note?.(client, accountId),
      ]),
    );
  await announceChange(
    client,
    steps.filter(isChanged).map(({ accountId }) => accountId),
  );
}

/** The ids of accounts by name, with those that did not exist, which get their opening balance. */
async function openAccounts(
  client: PoolClient,
  accounts: readonly FiledAccount[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map(
    accounts.flatMap(({ declared, id }) => (id === undefined ? [] : [[declared.name, id] as const])),
  );
  const opened = accounts.flatMap(({ declared, id }) => (id === undefined ? [declared] : []));
  const { rows } = await client.query<{ id: number; name: string }>(
    sql`insert into ${t.accounts} (name) select unnest($1::text[]) returning id, name`,
    [opened.map(({ name }) => name)],
  );
  for (const { id, name } of rows) ids.set(name, id);
  for (const some of chunksOf(opened, accountsAtOnce))
    await Promise.all(
      some.flatMap(({ name, balance = 0 }) => {
        const id = ids.get(name);
        return id === undefined || balance === 0 ? [] : [deposit(client, id, balance)];
      }),
    );
  return ids;
}

/** All that an account declares, in the order of the report. */
const sections: readonly Section[] = [
  keys,
  prices,
  senders,
  templates,
  cascades,
  callback,
  callbackSecrets,
  settings,
];

/** Keys of the file that the database has for an account which the file does not declare. */
export async function findForeignKeys(client: PoolClient, { accounts }: DeclaredAccounts): Promise<Fault[]> {
  const places = accounts.flatMap(({ keys }, a) =>
    keys.map((key, k) => ({ pointer: `/accounts/${a}/keys/${k}`, hash: hashOf(key) })),
  );
  const { rows } = await client.query<{ hash: string; name: string }>(
    sql`select encode(k.hash, 'hex') as hash, a.name
     from ${t.api_keys} k join ${t.accounts} a on a.id = k.account_id
     where k.hash in (select decode(hash, 'hex') from unnest($1::text[]) as hash) and a.name <> all($2::text[])`,
    [places.map(({ hash }) => hash), accounts.map(({ name }) => name)],
  );
  const owners = new Map(rows.map(({ hash, name }) => [hash, name]));
  return places.flatMap(({ pointer, hash }) => {
    const owner = owners.get(hash);
    if (owner === undefined) return [];
    return [{ pointer, message: `key of the account ${owner}, which this file does not declare` }];
  });
}
