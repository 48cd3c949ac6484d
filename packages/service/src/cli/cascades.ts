import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { findAccountId } from '../accounts/find-account-id.ts';
import { sql, t } from '../store/tables.ts';
import { options } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { ofAccount, withStore } from './with-store.ts';

/** Lists cascades (§2.3). */
export function addCascades(program: Command, terminal: Terminal): void {
  const cascades = program
    .command('cascades')
    .description('lists the cascades of an account')
    .addHelpText(
      'after',
      `
Examples:
  cascade-service cascades list --account demo`,
    );

  cascades
    .command('list')
    .summary('lists the cascades of an account')
    .description(
      'lists each cascade with its coverage check, the price that acceptance reserves, and its stages. The number after a channel is the seconds until the next stage starts; --json has the uuid of each stage',
    )
    .addOption(options.account)
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, json, ...at }) => {
      const found = await withStore(at, terminal, ofAccount(account), (pool) => listCascades(pool, account));
      const rows = found.map((cascade) => ({ ...cascade, stages: describe(cascade) }));
      const columns = ['id', 'name', 'coverage', 'price', 'stages'] as const;
      terminal.out(json ? formatJson(found) : formatTable(columns, rows));
    });
}

function describe({ stages }: ListedCascade): string {
  return stages
    .map(({ channel, ttlSeconds }) => (ttlSeconds === null ? channel : `${channel} ${ttlSeconds}s`))
    .join(' > ');
}

/** A cascade as the CLI lists it. */
interface ListedCascade {
  readonly id: number;
  readonly name: string;
  readonly coverage: string;
  /** What acceptance reserves: the sum of the stage prices (ADR-0012). */
  readonly price: number;
  readonly stages: readonly {
    readonly uuid: string;
    readonly channel: string;
    readonly ttlSeconds: number | null;
  }[];
}

/**
 * The cascades of an account, by ascending id.
 * @throws {UnknownAccountError}
 */
async function listCascades(pool: Pool, account: string): Promise<readonly ListedCascade[]> {
  const { rows } = await pool.query<ListedCascade>(
    sql`select c.id, c.name, c.coverage, coalesce(sum(p.price), 0)::bigint as price,
       jsonb_agg(
         jsonb_build_object('uuid', s.uuid, 'channel', s.channel, 'ttlSeconds', s.ttl_seconds) order by s.position
       ) as stages
     from ${t.cascades} c
     join ${t.stages} s on s.account_id = c.account_id and s.cascade_id = c.id
     left join ${t.prices} p on p.account_id = s.account_id and p.channel = s.channel
     where c.account_id = $1
     group by c.account_id, c.id
     order by c.id`,
    [await findAccountId(pool, account)],
  );
  return rows;
}
