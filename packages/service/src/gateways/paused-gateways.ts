import type { Pool } from 'pg';
import { describeError, type Log } from '../log.ts';
import { poll } from '../poll.ts';
import { prepared } from '../store/prepared.ts';
import { sql, t } from '../store/tables.ts';

/** A gateway that an operator has paused: its messages wait, and each TTL runs (decisions/gateway-lanes.md). */
export interface PausedGateway {
  readonly channel: string;
  readonly since: Date;
  readonly reason: string;
}

/** Of a gateway that is paused already, the reason is replaced. */
export async function pauseGateways(pool: Pool, channels: readonly string[], reason: string): Promise<void> {
  await pool.query(
    sql`insert into ${t.paused_gateways} (channel, reason) select unnest($1::text[]), $2
     on conflict (channel) do update set reason = excluded.reason`,
    [channels, reason],
  );
}

export async function resumeGateways(pool: Pool, channels: readonly string[]): Promise<void> {
  await pool.query(sql`delete from ${t.paused_gateways} where channel = any($1::text[])`, [channels]);
}

/** By channel. */
export async function readPausedGateways(pool: Pool): Promise<ReadonlyMap<string, PausedGateway>> {
  const { rows } = await pool.query<PausedGateway>(pausedSql([]));
  return new Map(rows.map((row) => [row.channel, row]));
}

const pausedSql = prepared`select channel, since, reason from ${t.paused_gateways}`;

/** What waits for a gateway. */
export interface GatewayBacklog {
  readonly channel: string;
  /** Messages; 100,001 stands for any larger number of parcels. */
  readonly waiting: number;
  /** How long ago the stage of the oldest of them began, as far as one looks at a thousand parcels. */
  readonly oldestSeconds: number;
}

/** Of the gateways that messages wait for. */
export async function readGatewayBacklogs(pool: Pool): Promise<readonly GatewayBacklog[]> {
  const { rows } = await pool.query<GatewayBacklog>(backlogSql([]));
  return rows;
}

const backlogSql = prepared`
with held as materialized (
  select gateway, account_id, position, message_ids, row_number() over (partition by gateway order by due_at) as n
  from (
    select * from ${t.stage_parcels} where owner is null and queue = 'stage' and coalesce(gateway, '') > '' limit 100001
  ) as listed
), oldest as (
  select held.gateway, min(attempt.started_at) as started_at
  from held
  join ${t.stage_attempts} attempt on attempt.account_id = held.account_id
    and attempt.message_id = any(held.message_ids) and attempt.position = held.position
  where held.n <= 1000
  group by held.gateway
)
select held.gateway as channel, sum(cardinality(held.message_ids))::integer as waiting,
  coalesce(greatest(extract(epoch from now() - min(oldest.started_at)), 0), 0)::float8 as "oldestSeconds"
from held
left join oldest on oldest.gateway = held.gateway
group by held.gateway
`;

/**
 * The gateways that are paused, as read within the last seconds.
 *
 * Reads once a second what operators pause, and logs each change. While the database is away, it stays as it
 * was.
 */
export async function watchPausedGateways(
  pool: Pool,
  log: Log,
  pauseMs = { shortest: 1_000, longest: 1_000 },
) {
  let paused: ReadonlyMap<string, PausedGateway> = new Map();

  async function read(): Promise<void> {
    const found = await readPausedGateways(pool);
    for (const [channel, { reason }] of found)
      if (!paused.has(channel)) log.warn({ channel, reason }, 'the gateway is paused by an operator');
    for (const channel of paused.keys())
      if (!found.has(channel)) log.info({ channel }, 'the gateway is resumed');
    paused = found;
  }

  await read();
  const polling = poll(async () => {
    await read().catch((error: unknown) =>
      log.warn({ error: describeError(error) }, 'paused gateways cannot be read'),
    );
    return 'nothing';
  }, pauseMs);
  return { isPaused: (channel: string) => paused.has(channel), stop: polling.stop };
}
