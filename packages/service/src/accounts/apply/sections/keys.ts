import type { PoolClient } from 'pg';
import type { DeclaredAccount, DeclaredKey } from '../../../generated/declared-accounts.ts';
import { openDatabaseClock } from '../../../store/database-clock.ts';
import { sql, t } from '../../../store/tables.ts';
import {
  describeKey,
  hashKey,
  isValidAt,
  type KeyEnd,
  readKeyEnds,
  validKeysAtOnce,
} from '../../key-hash.ts';
import { planSection, readStored, type Section, type SectionPlan } from '../section.ts';

interface KeyRow {
  /** Hexadecimal. */
  readonly hash: string;
  readonly label: string | null;
  readonly expiresAt: Date | null;
  /** Whether the command line added it, and no file has listed it since. */
  readonly addedByCommand: boolean;
}

/** What the plan of an account depends on. */
interface KeyFacts {
  readonly stored: readonly KeyRow[];
  /** The hashes of all keys in the file, of any account. */
  readonly inFile: ReadonlySet<string>;
  readonly ends: ReadonlyMap<string, KeyEnd>;
  readonly now: Date;
}

/** The SHA-256 of a declared key, in hexadecimal. */
export function hashOf({ key, hash = '' }: DeclaredKey): string {
  return key === undefined ? hash.toLowerCase() : hashKey(key).toString('hex');
}

/** The API keys of the account (ADR-0028). What the command line did with a key wins over the file. */
export const keys: Section = {
  async read(client, accountIds, { accounts, keysOfFile: inFile }) {
    const ends = await readKeyEnds(
      client,
      accounts.flatMap((account) => account.keys.map(hashOf)),
    );
    const clock = await openDatabaseClock(client);
    const storedOf = await readStored<KeyRow>(client, storedSql, accountIds);
    return (account, accountId) =>
      plan(account, { stored: storedOf(accountId), inFile, ends, now: clock.now() });
  },
};

const storedSql = sql`
select account_id as "accountId", encode(hash, 'hex') as hash, label, expires_at as "expiresAt",
  added_by_command as "addedByCommand"
from ${t.api_keys} where account_id = any($1::bigint[])`;

function plan(account: DeclaredAccount, { stored, inFile, ends, now }: KeyFacts): SectionPlan {
  const listed = account.keys.map((key) => unlessEnded(toRow(key), ends));
  const added = stored.filter(({ hash, addedByCommand }) => addedByCommand && !inFile.has(hash));
  const rows = [...listed.flatMap(({ row }) => row ?? []), ...added];
  const valid = rows.filter((row) => isValidAt(row, now));
  const tooMany = `expected at most ${validKeysAtOnce} keys valid at once, found ${valid.length} with ${added.map(labelOf).join(' and ')}, which the command line added; remove or expire one: cascade-service keys`;
  return {
    ...planSection(writing, stored, rows),
    kept: [
      ...listed.flatMap(({ kept }) => kept ?? []),
      ...added
        .filter((row) => isValidAt(row, now))
        .map(
          (row) => `key ${labelOf(row)}: the command line added it, and it stays valid; add it to the file`,
        ),
    ],
    faults: valid.length > validKeysAtOnce ? [{ pointer: '/keys', message: tooMany }] : [],
  };
}

function toRow(key: DeclaredKey): KeyRow {
  return {
    hash: hashOf(key),
    label: key.label ?? null,
    expiresAt: key.expiresAt === undefined ? null : new Date(key.expiresAt),
    addedByCommand: false,
  };
}

/** A key of the file as the command line leaves it: removed, or with the earlier of both ends. */
function unlessEnded(
  row: KeyRow,
  ends: ReadonlyMap<string, KeyEnd>,
): { readonly row?: KeyRow; readonly kept?: string } {
  const end = ends.get(row.hash);
  if (end === undefined) return { row };
  const { endsAt, removed } = end;
  if (removed) {
    const kept = `key ${labelOf(row)}: the command line removed it at ${endsAt.toISOString()}, and it stays removed; remove it from the file`;
    return { kept };
  }
  if (row.expiresAt !== null && row.expiresAt <= endsAt) return { row };
  const kept = `key ${labelOf(row)}: it expires at ${endsAt.toISOString()}, set on the command line; write that expiresAt into the file, or remove the key from it`;
  return { row: { ...row, expiresAt: endsAt }, kept };
}

function labelOf({ hash, label }: KeyRow): string {
  return describeKey(hash, label);
}

const writing = {
  what: 'key',
  identity: ({ hash }: KeyRow) => hash,
  label: labelOf,
  remove: (client: PoolClient, accountId: number, rows: readonly KeyRow[]) =>
    client.query(
      sql`delete from ${t.api_keys}
       where account_id = $1 and encode(hash, 'hex') = any($2::text[])`,
      [accountId, rows.map(({ hash }) => hash)],
    ),
  put: (client: PoolClient, accountId: number, rows: readonly KeyRow[]) =>
    client.query(
      sql`insert into ${t.api_keys} (account_id, hash, label, expires_at)
       select $1, decode(hash, 'hex'), label, "expiresAt"
       from jsonb_to_recordset($2) as row (hash text, label text, "expiresAt" timestamptz)
       on conflict (hash) do update
       set label = excluded.label, expires_at = excluded.expires_at, added_by_command = false`,
      [accountId, JSON.stringify(rows)],
    ),
};
