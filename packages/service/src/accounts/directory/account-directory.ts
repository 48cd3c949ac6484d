import { timingSafeEqual } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { chunksOf } from '../../chunks-of.ts';
import { describeError, type Log, silent } from '../../log.ts';
import { poll } from '../../poll.ts';
import { type Listener, listenOn } from '../../store/connection/listen.ts';
import { type Statement, sql, t } from '../../store/tables.ts';
import { inTransaction } from '../../store/transaction.ts';
import { completeSettings, type StoredSettings } from '../account-settings.ts';
import { hashKey } from '../key-hash.ts';
import type { Account, AccountCascade, AccountSender, AccountStage, AccountTemplate } from './account.ts';

interface AccountDirectoryOptions {
  readonly pool: Pool;
  readonly log?: Log;
  /** The clock by which keys expire. */
  readonly now?: () => Date;
}

/** Milliseconds. A load of all accounts takes a fraction of the time at most, however many they are. */
const pauseMs = { afterLoad: 30_000, afterFailure: 1_000, loads: 20 } as const;

/**
 * All accounts in memory, so that a lookup costs no query.
 *
 * Loads the accounts, and those that a notification names. Notifications can get lost, for instance behind
 * PgBouncer, so it also reloads all every 30 seconds, or every twenty loads if one takes longer than 1.5
 * seconds. While the database is unavailable, the last load stays in force.
 */
export class AccountDirectory {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #now: () => Date;
  readonly #firstLoad = Promise.withResolvers<void>();
  readonly #loading: ReturnType<typeof poll>;
  readonly #listener: Listener;
  #keyring = new ApiKeyring();
  #changed = new Set<number>();
  #isStale = true;
  #nextLoadAt = 0;

  constructor({ pool, log = silent, now = () => new Date() }: AccountDirectoryOptions) {
    this.#pool = pool;
    this.#log = log;
    this.#now = now;
    // A change during a load triggers another one.
    this.#loading = poll(() => this.#load(), { shortest: pauseMs.afterLoad, longest: pauseMs.afterLoad });
    this.#listener = listenOn({
      pool,
      log,
      channel: changeChannel,
      onNotification: (payload) => this.#hasChanged(payload),
      onConnected: () => this.#hasChanged(''),
    });
  }

  /** Resolves after the first successful load; until then the load is retried. */
  ready(): Promise<void> {
    return this.#firstLoad.promise;
  }

  /** The account of an API key (§5); undefined if the key is unknown or expired. */
  findByKey(key: string): Account | undefined {
    return this.#keyring.find(key, this.#now());
  }

  /** Call it before the pool ends. */
  async close(): Promise<void> {
    await Promise.all([this.#listener.close(), this.#loading.stop()]);
  }

  /** Any account may have, if none is named. */
  #hasChanged(named: string): void {
    if (named === '') this.#isStale = true;
    else for (const id of named.split(',')) this.#changed.add(Number(id));
    this.#loading.wake();
  }

  async #load(): Promise<number> {
    try {
      if (this.#isStale || performance.now() >= this.#nextLoadAt) await this.#loadAll();
      else if (this.#changed.size > 0) await this.#loadChanged();
      return Math.max(0, this.#nextLoadAt - performance.now());
    } catch (error) {
      this.#isStale = true;
      this.#log.error({ error: describeError(error) }, 'the accounts cannot be read');
      return pauseMs.afterFailure;
    }
  }

  async #loadAll(): Promise<void> {
    const begin = performance.now();
    this.#isStale = false;
    this.#changed = new Set();
    const keyring = new ApiKeyring();
    await readKeys(this.#pool, undefined, (accountIds, keys) => keyring.replace(accountIds, keys));
    this.#keyring = keyring;
    this.#firstLoad.resolve();
    const end = performance.now();
    this.#nextLoadAt = end + Math.max(pauseMs.afterLoad, pauseMs.loads * (end - begin));
  }

  async #loadChanged(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed = new Set();
    const keyring = this.#keyring;
    await readKeys(this.#pool, changed, (accountIds, keys) => keyring.replace(accountIds, keys));
  }
}

export function createAccountDirectory(options: AccountDirectoryOptions): AccountDirectory {
  return new AccountDirectory(options);
}

/**
 * Looks a key up by the first bytes of its SHA-256 and compares the rest in constant time. A caller cannot
 * choose the hash of a key, so the time that a lookup takes reveals nothing about the stored keys (ADR-0028).
 */
export class ApiKeyring {
  readonly #byPrefix = new Map<number, LoadedKey[]>();
  readonly #byAccount = new Map<number, LoadedKey[]>();

  constructor(keys: readonly LoadedKey[] = []) {
    for (const key of keys) this.#add(key);
  }

  /** The account of a key (§5); undefined if the key is unknown or expired. */
  find(key: string, now: Date): Account | undefined {
    const presented = hashKey(key);
    const found = this.#byPrefix
      .get(presented.readUInt32BE())
      ?.find(({ hash }) => timingSafeEqual(hash, presented));
    if (found === undefined) return undefined;
    const isValid = found.expiresAt === null || now < found.expiresAt;
    return isValid ? found.account : undefined;
  }

  /** Replaces the keys of accounts. */
  replace(accountIds: readonly number[], keys: readonly LoadedKey[]): void {
    for (const accountId of accountIds) this.#remove(accountId);
    for (const key of keys) this.#add(key);
  }

  #add(key: LoadedKey): void {
    listIn(this.#byPrefix, prefixOf(key)).push(key);
    listIn(this.#byAccount, key.account.id).push(key);
  }

  #remove(accountId: number): void {
    for (const key of this.#byAccount.get(accountId) ?? []) {
      const prefix = prefixOf(key);
      const left = this.#byPrefix.get(prefix)?.filter((other) => other !== key) ?? [];
      if (left.length > 0) this.#byPrefix.set(prefix, left);
      else this.#byPrefix.delete(prefix);
    }
    this.#byAccount.delete(accountId);
  }
}

function prefixOf({ hash }: LoadedKey): number {
  return hash.readUInt32BE();
}

function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** A stored key with its account. */
interface LoadedKey {
  readonly hash: Buffer;
  readonly account: Account;
  /** The key is refused from this instant on (ADR-0028). */
  readonly expiresAt: Date | null;
}

/** Accounts that are read at once: all of them together would hold the event loop for a tenth of a second. */
const readAtOnce = 200;

/**
 * Reads the keys of accounts, of all if absent, from one snapshot. What an account has is handed on as soon
 * as it is read.
 */
function readKeys(
  pool: Pool,
  accountIds: readonly number[] | undefined,
  onRead: (accountIds: readonly number[], keys: readonly LoadedKey[]) => void,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    for (const some of chunksOf(accountIds ?? (await readIds(client)), readAtOnce))
      onRead(some, await readKeysOf(client, some));
  });
}

async function readIds(client: PoolClient): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(sql`select id from ${t.accounts} order by id`);
  return rows.map(({ id }) => id);
}

async function readKeysOf(client: PoolClient, accountIds: readonly number[]): Promise<readonly LoadedKey[]> {
  const accounts = await readAccounts(client, accountIds, {
    cascades: await readCascades(client, accountIds),
    senders: await readByAccount<AccountSender>(client, sendersSql, accountIds),
    templates: await readByAccount<AccountTemplate>(client, templatesSql, accountIds),
  });
  const { rows } = await client.query<{ hash: Buffer; accountId: number; expiresAt: Date | null }>(
    sql`select hash, account_id as "accountId", expires_at as "expiresAt" from ${t.api_keys}
     where account_id = any($1::bigint[])`,
    [accountIds],
  );
  return rows.flatMap(({ accountId, ...key }) => {
    const account = accounts.get(accountId);
    return account === undefined ? [] : [{ ...key, account }];
  });
}

/** What accounts declare, by account. */
interface Declared {
  readonly cascades: ReadonlyMap<number, readonly AccountCascade[]>;
  readonly senders: ReadonlyMap<number, readonly AccountSender[]>;
  readonly templates: ReadonlyMap<number, readonly AccountTemplate[]>;
}

async function readAccounts(
  client: PoolClient,
  accountIds: readonly number[],
  { cascades, senders, templates }: Declared,
): Promise<Map<number, Account>> {
  const { rows } = await client.query<{ id: number; name: string; settings: StoredSettings }>(
    sql`select id, name, settings from ${t.accounts} where id = any($1::bigint[])`,
    [accountIds],
  );
  return new Map(
    rows.map(({ id, name, settings }) => {
      const own = new Map((cascades.get(id) ?? []).map((cascade) => [cascade.id, cascade]));
      const lists = { senders: senders.get(id) ?? [], templates: templates.get(id) ?? [] };
      return [id, { id, name, cascades: own, settings: completeSettings(settings), ...lists }];
    }),
  );
}

async function readByAccount<Row extends object>(
  client: PoolClient,
  query: Statement,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Row[]>> {
  const { rows } = await client.query<Row & { readonly accountId: number }>(query, [accountIds]);
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

const sendersSql = sql`
select account_id as "accountId", channel, subject, activated_at is not null as activated from ${t.senders}
where account_id = any($1::bigint[])`;

const templatesSql = sql`select account_id as "accountId", channel, name, text from ${t.templates}
where account_id = any($1::bigint[])`;

interface StageRow extends AccountStage, Pick<AccountCascade, 'name' | 'coverage'> {
  readonly accountId: number;
  readonly cascadeId: number;
}

/** By account, each in ascending order of id. */
async function readCascades(
  client: PoolClient,
  accountIds: readonly number[],
): Promise<Map<number, AccountCascade[]>> {
  const { rows } = await client.query<StageRow>(stagesSql, [accountIds]);
  const cascades = new Map<number, AccountCascade[]>();
  for (const stages of Map.groupBy(
    rows,
    ({ accountId, cascadeId }) => `${accountId} ${cascadeId}`,
  ).values()) {
    const [first] = stages;
    if (first === undefined) continue;
    const { accountId, cascadeId: id, name, coverage } = first;
    const own = cascades.get(accountId) ?? [];
    cascades.set(accountId, own);
    own.push({ id, name, coverage, stages: stages.map(toStage) });
  }
  return cascades;
}

function toStage({ order, uuid, channel, ttlSeconds, subjectId, subject, price }: StageRow): AccountStage {
  return { order, uuid, channel, ttlSeconds, subjectId, subject, price };
}

/** An accounts file prices every stage. A price that is missing from tables edited by hand counts as 0. */
const stagesSql = sql`
select c.account_id as "accountId", c.id as "cascadeId", c.name, c.coverage,
  s.position as "order", s.uuid, s.channel, s.ttl_seconds as "ttlSeconds",
  s.subject_id as "subjectId", s.subject, coalesce(p.price, 0) as price
from ${t.cascades} c
join ${t.stages} s on s.account_id = c.account_id and s.cascade_id = c.id
left join ${t.prices} p on p.account_id = s.account_id and p.channel = s.channel
where c.account_id = any($1::bigint[])
order by c.account_id, c.id, s.position`;

/** The PostgreSQL notification channel for changed accounts. */
const changeChannel = 'cascade_accounts';

/** The most accounts of one notification, which has 8,000 bytes at most; beyond, all are reloaded. */
const mostNamed = 300;

/** Makes all replicas reload these accounts once this transaction commits. */
export async function announceChange(client: PoolClient, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  const payload = accountIds.length > mostNamed ? '' : accountIds.join();
  await client.query('select pg_notify($1, $2)', [changeChannel, payload]);
}

/** "acco" in ASCII. */
const advisoryLock = 0x6163636f;

/** Serialises changes of declared accounts until the transaction ends. Messages and money are not blocked. */
export async function lockDeclarations(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
}
