import { timingSafeEqual } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { describeError, type Log, silent } from '../../log.ts';
import { poll } from '../../poll.ts';
import { listenOn } from '../../store/connection/listen.ts';
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

/** All accounts in memory, so that a lookup costs no query. */
export type AccountDirectory = ReturnType<typeof createAccountDirectory>;

const pauseMs = { afterLoad: 30_000, afterFailure: 1_000 } as const;

/**
 * Loads the accounts, and reloads them on each notification. Notifications can get lost, for instance behind
 * PgBouncer, so it also reloads every 30 seconds. While the database is unavailable, the last load stays in
 * force.
 */
export function createAccountDirectory(options: AccountDirectoryOptions) {
  const { pool, log = silent, now = () => new Date() } = options;
  const firstLoad = Promise.withResolvers<void>();
  let keyring: Keyring = createKeyring([]);

  async function load(): Promise<number> {
    try {
      keyring = createKeyring(await loadAccounts(pool));
      firstLoad.resolve();
      return pauseMs.afterLoad;
    } catch (error) {
      log.error({ error: describeError(error) }, 'the accounts cannot be read');
      return pauseMs.afterFailure;
    }
  }

  // A change during a load triggers another one.
  const loading = poll(load, { shortest: pauseMs.afterLoad, longest: pauseMs.afterLoad });
  const { wake } = loading;
  const listener = listenOn({ pool, log, channel: changeChannel, onNotification: wake, onConnected: wake });
  return {
    /** Resolves after the first successful load; until then the load is retried. */
    ready: () => firstLoad.promise,
    /** The account of an API key (§5); undefined if the key is unknown or expired. */
    findByKey: (key: string): Account | undefined => keyring(key, now()),
    /** Call it before the pool ends. */
    async close(): Promise<void> {
      await Promise.all([listener.close(), loading.stop()]);
    },
  };
}

/** Finds the account of a key (§5); undefined if the key is unknown or expired. */
type Keyring = (key: string, now: Date) => Account | undefined;

/**
 * Looks a key up by the first bytes of its SHA-256 and compares the rest in constant time. A caller cannot
 * choose the hash of a key, so the time that a lookup takes reveals nothing about the stored keys (ADR-0028).
 */
export function createKeyring(keys: readonly LoadedKey[]): Keyring {
  const byPrefix = Map.groupBy(keys, ({ hash }) => hash.readUInt32BE());
  return (key, now) => {
    const presented = hashKey(key);
    const found = byPrefix
      .get(presented.readUInt32BE())
      ?.find(({ hash }) => timingSafeEqual(hash, presented));
    if (found === undefined) return undefined;
    const isValid = found.expiresAt === null || now < found.expiresAt;
    return isValid ? found.account : undefined;
  };
}

/** A stored key with its account. */
interface LoadedKey {
  readonly hash: Buffer;
  readonly account: Account;
  /** The key is refused from this instant on (ADR-0028). */
  readonly expiresAt: Date | null;
}

/** Loads all keys with their accounts from one snapshot. */
function loadAccounts(pool: Pool): Promise<readonly LoadedKey[]> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    const accounts = await readAccounts(client, {
      cascades: await readCascades(client),
      senders: await readByAccount<AccountSender>(client, sendersSql),
      templates: await readByAccount<AccountTemplate>(client, templatesSql),
    });
    const { rows } = await client.query<{ hash: Buffer; accountId: number; expiresAt: Date | null }>(
      sql`select hash, account_id as "accountId", expires_at as "expiresAt" from ${t.api_keys}`,
    );
    return rows.flatMap(({ accountId, ...key }) => {
      const account = accounts.get(accountId);
      return account === undefined ? [] : [{ ...key, account }];
    });
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
  { cascades, senders, templates }: Declared,
): Promise<Map<number, Account>> {
  const { rows } = await client.query<{ id: number; name: string; settings: StoredSettings }>(
    sql`select id, name, settings from ${t.accounts}`,
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
): Promise<ReadonlyMap<number, readonly Row[]>> {
  const { rows } = await client.query<Row & { readonly accountId: number }>(query);
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

const sendersSql = sql`
select account_id as "accountId", channel, subject, activated_at is not null as activated from ${t.senders}`;

const templatesSql = sql`select account_id as "accountId", channel, name, text from ${t.templates}`;

interface StageRow extends AccountStage, Pick<AccountCascade, 'name' | 'coverage'> {
  readonly accountId: number;
  readonly cascadeId: number;
}

/** By account, each in ascending order of id. */
async function readCascades(client: PoolClient): Promise<Map<number, AccountCascade[]>> {
  const { rows } = await client.query<StageRow>(stagesSql);
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
order by c.account_id, c.id, s.position`;

/** The PostgreSQL notification channel for changed accounts. */
const changeChannel = 'cascade_accounts';

/** Makes all replicas reload the accounts once this transaction commits. */
export async function announceChange(client: PoolClient): Promise<void> {
  await client.query("select pg_notify($1, '')", [changeChannel]);
}

/** "acco" in ASCII. */
const advisoryLock = 0x6163636f;

/** Serialises changes of declared accounts until the transaction ends. Messages and money are not blocked. */
export async function lockDeclarations(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
}
