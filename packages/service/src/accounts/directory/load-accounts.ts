import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../store/transaction.ts';
import { completeSettings, type StoredSettings } from '../account-settings.ts';
import type { Account, AccountCascade, AccountStage } from './account.ts';

/** A stored key with its account. */
export interface LoadedKey {
  readonly hash: Buffer;
  readonly account: Account;
  /** The key is refused from this instant on (ADR-0028). */
  readonly expiresAt: Date | null;
}

/** Loads all keys with their accounts from one snapshot. */
export function loadAccounts(pool: Pool): Promise<readonly LoadedKey[]> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    const accounts = await readAccounts(client, await readCascades(client));
    const { rows } = await client.query<{ hash: Buffer; accountId: number; expiresAt: Date | null }>(
      'select hash, account_id as "accountId", expires_at as "expiresAt" from cascade.api_keys',
    );
    return rows.flatMap(({ accountId, ...key }) => {
      const account = accounts.get(accountId);
      return account === undefined ? [] : [{ ...key, account }];
    });
  });
}

async function readAccounts(
  client: PoolClient,
  cascades: ReadonlyMap<number, readonly AccountCascade[]>,
): Promise<Map<number, Account>> {
  const { rows } = await client.query<{ id: number; name: string; settings: StoredSettings }>(
    'select id, name, settings from cascade.accounts',
  );
  return new Map(
    rows.map(({ id, name, settings }) => {
      const own = new Map((cascades.get(id) ?? []).map((cascade) => [cascade.id, cascade]));
      return [id, { id, name, cascades: own, settings: completeSettings(settings) }];
    }),
  );
}

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
const stagesSql = `
select c.account_id as "accountId", c.id as "cascadeId", c.name, c.coverage,
  s.position as "order", s.uuid, s.channel, s.ttl_seconds as "ttlSeconds",
  s.subject_id as "subjectId", s.subject, coalesce(p.price, 0) as price
from cascade.cascades c
join cascade.stages s on s.account_id = c.account_id and s.cascade_id = c.id
left join cascade.prices p on p.account_id = s.account_id and p.channel = s.channel
order by c.account_id, c.id, s.position`;
