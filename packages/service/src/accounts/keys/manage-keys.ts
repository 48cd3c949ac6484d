import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { sql, t } from '../../store/tables.ts';
import { inTransaction } from '../../store/transaction.ts';
import { announceChange, lockDeclarations } from '../directory/account-directory.ts';
import { findAccountId } from '../find-account-id.ts';
import { describeKey, hashKey, isValidAt, recordKeyEnd, validKeysAtOnce } from '../key-hash.ts';

/** A key cannot be added, changed or removed. The message says why, and what to do. */
class KeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyError';
  }
}

/** A stored key: everything but the key itself. */
interface StoredKey {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly label: string | null;
  readonly expiresAt: Date | null;
}

/** A new key. This is the only time that its text is available. */
interface NewKey extends StoredKey {
  readonly key: string;
}

/** The keys of an account, including expired ones. */
export async function listKeys(client: Pool | PoolClient, account: string): Promise<readonly StoredKey[]> {
  const { rows } = await client.query<StoredKey>(
    sql`select encode(hash, 'hex') as hash, label, expires_at as "expiresAt"
     from ${t.api_keys} where account_id = $1
     order by label nulls last, hash`,
    [await findAccountId(client, account)],
  );
  return rows;
}

/**
 * Adds a key to an account. An accounts file that does not list it leaves it.
 * @throws {KeyError} if the account has two valid keys already.
 */
export function addKey(
  pool: Pool,
  account: string,
  {
    label,
    expiresAt,
    now,
  }: { readonly label: string | null; readonly expiresAt: Date | null; readonly now: Date },
): Promise<NewKey> {
  return inTransaction(pool, async (client) => {
    await lockDeclarations(client);
    checkRoom(account, await listKeys(client, account), now);
    const key = randomBytes(32).toString('base64url');
    const accountId = await findAccountId(client, account);
    await client.query(
      sql`insert into ${t.api_keys} (account_id, hash, label, expires_at, added_by_command)
       values ($1, $2, $3, $4, true)`,
      [accountId, hashKey(key), label, expiresAt],
    );
    await announceChange(client, [accountId]);
    return { key, hash: hashKey(key).toString('hex'), label, expiresAt };
  });
}

/**
 * Makes a key expire at an instant. An accounts file can make it expire earlier, not later.
 * @throws {KeyError} if no key or more than one matches (see {@link removeKey}), or if the key would become
 * valid again beside two valid ones.
 */
export function expireKey(
  pool: Pool,
  account: string,
  name: string,
  { at, now }: { readonly at: Date; readonly now: Date },
): Promise<StoredKey & { readonly expiresAt: Date }> {
  return changeKey(pool, account, name, async (client, { accountId, key, others }) => {
    if (at > now) checkRoom(account, others, now);
    await recordKeyEnd(client, accountId, { hash: key.hash, endsAt: at, removed: false });
    await client.query(sql`update ${t.api_keys} set expires_at = $2 where hash = decode($1, 'hex')`, [
      key.hash,
      at,
    ]);
    return { ...key, expiresAt: at };
  });
}

/**
 * Removes the key with a label, or with a hash that begins with the given 6 or more digits. No accounts file
 * restores it.
 * @throws {KeyError} if no key or more than one matches.
 */
export function removeKey(pool: Pool, account: string, name: string, now: Date): Promise<StoredKey> {
  return changeKey(pool, account, name, async (client, { accountId, key }) => {
    await recordKeyEnd(client, accountId, { hash: key.hash, endsAt: now, removed: true });
    await client.query(sql`delete from ${t.api_keys} where hash = decode($1, 'hex')`, [key.hash]);
    return key;
  });
}

interface Concerned {
  readonly accountId: number;
  readonly key: StoredKey;
  /** The other keys of the account. */
  readonly others: readonly StoredKey[];
}

function changeKey<Changed extends StoredKey>(
  pool: Pool,
  account: string,
  name: string,
  change: (client: PoolClient, concerned: Concerned) => Promise<Changed>,
): Promise<Changed> {
  return inTransaction(pool, async (client) => {
    await lockDeclarations(client);
    const keys = await listKeys(client, account);
    const key = findOne(keys, account, name);
    const accountId = await findAccountId(client, account);
    const changed = await change(client, { accountId, key, others: keys.filter((one) => one !== key) });
    await announceChange(client, [accountId]);
    return changed;
  });
}

/** @throws {KeyError} if one more valid key would be too many. */
function checkRoom(account: string, keys: readonly StoredKey[], now: Date): void {
  const valid = keys.filter((key) => isValidAt(key, now));
  if (valid.length < validKeysAtOnce) return;
  throw new KeyError(
    `${account} has ${validKeysAtOnce} valid keys already: ${valid.map(describe).join(', ')}. Expire or remove one first.`,
  );
}

function findOne(keys: readonly StoredKey[], account: string, name: string): StoredKey {
  const isHash = /^[0-9a-f]{6,64}$/i.test(name);
  const fitting = keys.filter(
    ({ label, hash }) => label === name || (isHash && hash.startsWith(name.toLowerCase())),
  );
  const [key, ...others] = fitting;
  if (key === undefined)
    throw new KeyError(
      `${account} has no key ${name}. It has: ${keys.map(describe).join(', ') || 'none'}. Name one by its label or its hash.`,
    );
  if (others.length > 0)
    throw new KeyError(
      `${name} fits ${fitting.map(describe).join(' and ')}. Name one by the first digits of its hash.`,
    );
  return key;
}

function describe({ hash, label }: StoredKey): string {
  return describeKey(hash, label);
}
