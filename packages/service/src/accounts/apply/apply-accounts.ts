import type { Fault } from '@cascade/yaml-file';
import type { Pool, PoolClient } from 'pg';
import { chunksOf } from '../../chunks-of.ts';
import type { DeclaredAccount, DeclaredAccounts } from '../../generated/declared-accounts.ts';
import { sql, t } from '../../store/tables.ts';
import { inTransaction } from '../../store/transaction.ts';
import { announceChange, lockDeclarations } from '../directory/account-directory.ts';
import type { AccountsFile } from '../file/read-accounts-file.ts';
import { deposit } from '../money.ts';
import {
  type AccountChange,
  type ApplyReport,
  hasChanges,
  type Planner,
  type Section,
  type SectionPlan,
} from './section.ts';
import { callback, callbackSecrets } from './sections/callback.ts';
import { cascades, prices } from './sections/cascades.ts';
import { hashOf, keys } from './sections/keys.ts';
import { senders, templates } from './sections/senders.ts';
import { settings } from './sections/settings.ts';

interface AccountPlan {
  readonly declared: DeclaredAccount;
  /** Absent if the account is new. */
  readonly id: number | undefined;
  readonly sections: readonly SectionPlan[];
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
    const plans = await makePlans(client, file, ids);
    const conflicts = plans.flatMap(findConflicts);
    if (conflicts.length > 0) throw file.error(conflicts);
    const named = new Set(file.accounts.map(({ name }) => name));
    const report: ApplyReport = {
      accounts: plans.map(toReport),
      leftAlone: [...ids.keys()].filter((name) => !named.has(name)).sort(),
    };
    const hasNotes = plans.some(({ sections }) => sections.some(({ note }) => note !== undefined));
    if (!dryRun && (hasChanges(report) || hasNotes)) await carryOut(client, plans);
    return report;
  });
}

async function readIds(client: PoolClient): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: number; name: string }>(sql`select id, name from ${t.accounts}`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function makePlans(
  client: PoolClient,
  { accounts }: AccountsFile,
  ids: ReadonlyMap<string, number>,
): Promise<AccountPlan[]> {
  const concerned = accounts.flatMap(({ name }) => ids.get(name) ?? []);
  const planners: Planner[] = [];
  for (const section of sections) planners.push(await section.read(client, concerned, accounts));
  return accounts.map((declared) => {
    const id = ids.get(declared.name);
    return { declared, id, sections: planners.map((plan) => plan(declared, id)) };
  });
}

function toReport({ declared, id, sections }: AccountPlan): ApplyReport['accounts'][number] {
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
function findConflicts({ sections }: AccountPlan, index: number): Fault[] {
  return sections.flatMap(({ faults = [] }) =>
    faults.map(({ pointer, ...fault }) => ({ ...fault, pointer: `/accounts/${index}${pointer}` })),
  );
}

async function carryOut(client: PoolClient, plans: readonly AccountPlan[]): Promise<void> {
  const ids = await openAccounts(client, plans);
  const steps = plans.flatMap(({ declared, id, sections }) => {
    const accountId = ids.get(declared.name);
    const isChanged = id === undefined || sections.some(({ changes }) => changes.length > 0);
    return accountId === undefined ? [] : [{ accountId, sections, isChanged }];
  });
  // The intake locks accounts in the same order; a different one could deadlock.
  steps.sort((a, b) => a.accountId - b.accountId);
  // A key may move between accounts, and keys are unique: remove it before inserting it.
  for (const some of chunksOf(steps, sentAtOnce))
    await Promise.all(
      some.flatMap(({ accountId, sections }) => sections.map((section) => section.remove(client, accountId))),
    );
  for (const some of chunksOf(steps, sentAtOnce))
    await Promise.all(
      some.flatMap(({ accountId, sections }) =>
        sections.flatMap((section) => [section.put(client, accountId), section.note?.(client, accountId)]),
      ),
    );
  await announceChange(
    client,
    steps.filter(({ isChanged }) => isChanged).map(({ accountId }) => accountId),
  );
}

/** Accounts whose statements are sent without waiting for answers: the rows of all of them are locked meanwhile. */
const sentAtOnce = 200;

/** The ids of accounts by name, with those that did not exist, which get their opening balance. */
async function openAccounts(
  client: PoolClient,
  plans: readonly AccountPlan[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map(
    plans.flatMap(({ declared, id }) => (id === undefined ? [] : [[declared.name, id] as const])),
  );
  const opened = plans.flatMap(({ declared, id }) => (id === undefined ? [declared] : []));
  const { rows } = await client.query<{ id: number; name: string }>(
    sql`insert into ${t.accounts} (name) select unnest($1::text[]) returning id, name`,
    [opened.map(({ name }) => name)],
  );
  for (const { id, name } of rows) ids.set(name, id);
  for (const some of chunksOf(opened, sentAtOnce))
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
