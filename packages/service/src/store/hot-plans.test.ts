import { startReceiver } from '@cascade/repository/test-kit';
import { stageOf } from '@cascade/transition/testing';
import type { Pool, PoolClient } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startCallbacks } from '../callbacks/start-callbacks.ts';
import { handOver } from '../callbacks/undelivered/start-resending.ts';
import { claimCallbacks } from '../due/callback-parcels.ts';
import { claimStages, firstStages, stageRows } from '../due/stage-parcels.ts';
import { silent } from '../log.ts';
import { loneReplica } from '../testing/replicas.ts';
import { addAccount, addEvent, addWaitingAccounts, noEventPending } from '../testing/rows.ts';
import { createTestBench } from '../testing/test-bench.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { createPool } from './create-pool.ts';
import { writeTogether } from './prepared.ts';

const database = withTestDatabase();
/** Each cascade reads and writes these several times. */
const hotTables = ['messages', 'message_plans', 'stage_attempts', 'status_events', 'request_ids', 'ledger'];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function parse(plan: unknown): PlanNode {
  return (typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan;
}

/** Fills the tables without the planner's being told: it knows how long they are, and not what is in them. */
async function growTables(client: PoolClient, messages: number): Promise<void> {
  await client.query(
    `with message as (
       insert into cascade.messages
         (account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, reserved)
       select 1000, gen_random_uuid(), 'r', 1, 'a', sha256(''), 0 from generate_series(1, $1::int) as n
       returning account_id, id
     ), plan as (
       insert into cascade.message_plans (account_id, message_id, content, stages)
       select account_id, id, '{}', '[]' from message
     ), attempt as (
       insert into cascade.stage_attempts (account_id, message_id, position, id)
       select account_id, id, 1, gen_random_uuid() from message
     )
     insert into cascade.status_events (account_id, message_id, id, status, at)
     select account_id, id, 'evt_' || gen_random_uuid(), 'SENT', now() from message`,
    [messages],
  );
}

interface Plan {
  /** Whether it was made for tables of thousands of messages. */
  readonly isOfLarge: boolean;
  readonly statement: string;
  readonly nodes: readonly PlanNode[];
}

/**
 * The plans of all statements that the only connection of a pool has prepared, as they are made anew while
 * tables grow: each is used for up to a minute.
 */
async function plansOf(pool: Pool): Promise<readonly Plan[]> {
  const client = await pool.connect();
  try {
    const plans = [];
    for (const more of [40, 60, 100, 300, 1000, 3000]) {
      await growTables(client, more);
      await client.query('discard plans');
      plans.push(...(await explainAll(client, more >= 3000)));
    }
    return plans;
  } finally {
    client.release();
  }
}

async function explainAll(client: PoolClient, isOfLarge: boolean): Promise<readonly Plan[]> {
  const { rows } = await client.query<{ name: string; statement: string; count: number }>(
    `select name, statement, cardinality(parameter_types)::int as count
     from pg_prepared_statements where name like 'cascade%' and statement like '%cascade.%'`,
  );
  const plans = [];
  for (const { name, statement, count } of rows) {
    const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join()})`;
    const plan = await client.query<{ 'QUERY PLAN': unknown }>(
      `explain (format json) execute ${name}${values}`,
    );
    plans.push({ isOfLarge, statement, nodes: nodesOf(parse(plan.rows[0]?.['QUERY PLAN'])) });
  }
  return plans;
}

beforeAll(async () => {
  // From here on, the planner takes the tables for empty, when every index looks alike.
  for (const table of hotTables) await database.pool.query(`vacuum analyze cascade.${table}`);
});

/** At a second try the tables would be larger, and small ones are what it is about. */
const once = { retry: 0 };

function oneConnection(): Pool {
  const pool = createPool({ connectionString: database.connectionString, size: 1 });
  onTestFinished(() => pool.end());
  return pool;
}

/** Whether an index finds single rows, and not all of an account; few attempts have one reference. */
const isByKey = (condition: string) =>
  (condition.includes('account_id') && /\b(?:id|message_id|request_id) = /.test(condition)) ||
  condition.includes('gateway_reference = ');

/**
 * Scans of hot tables that read more than the rows of one message. A small table may be read from end to end.
 */
function notByKey(plans: readonly Plan[]) {
  return plans.flatMap(({ isOfLarge, statement, nodes }) =>
    nodes
      .filter(
        ({ 'Relation Name': table = '', 'Node Type': type }) =>
          hotTables.includes(table) && type.includes('Scan'),
      )
      .filter(({ 'Index Cond': condition = '' }) => !isByKey(condition) && (isOfLarge || condition !== ''))
      .map((node) => ({ statement, node })),
  );
}

test('what the engine asks for is found by message, whatever the size of the tables', once, async () => {
  const pool = oneConnection();
  const accountId = await addAccount(database.pool, { balance: 100 });
  const bench = await createTestBench(database.pool, { enginePool: pool });
  const plan = [stageOf({ price: 2, ttlSeconds: 9 }), stageOf({ price: 3 })];
  await bench.schedule({ accountId, plan, address: '+12025550126' });
  await bench.run();
  const plans = await plansOf(pool);
  expect(
    plans.filter(({ statement }) => /stage_attempts|cascade\.messages/.test(statement)).length,
  ).toBeGreaterThan(3);
  expect(notByKey(plans)).toEqual([]);
});

test('what callbacks ask for is found by message, whatever the size of the tables', once, async () => {
  const pool = oneConnection();
  const receiver = await startReceiver((response, _, index) =>
    response.writeHead(index === 0 ? 503 : 204).end(),
  );
  onTestFinished(() => receiver.close());
  const { url } = receiver;
  const accountId = await addAccount(database.pool, { url });
  await addEvent(database.pool, accountId);
  const schedule = { delays: [5, 10, 15], thenEvery: 20, giveUpAfter: 60_000, jitter: 0 };
  const callbacks = startCallbacks({
    pool,
    replica: loneReplica(),
    log: silent,
    allowLoopback: true,
    schedule,
  });
  await noEventPending(database.pool, accountId);
  await callbacks.stop();
  const plans = await plansOf(pool);
  expect(plans.filter(({ statement }) => statement.includes('status_events')).length).toBeGreaterThan(1);
  expect(notByKey(plans)).toEqual([]);
});

test(
  'due work is claimed and deleted by its keys, though the planner takes the table for empty',
  once,
  async () => {
    const pool = oneConnection();
    await database.pool.query('vacuum analyze cascade.callback_parcels, cascade.stage_parcels');
    await claimCallbacks(pool, 1);
    await claimStages(pool, 1, { accounts: [], gateways: [] });
    const [parcel] = firstStages([{ accountId: 1, messageId: 1, startAt: null, isHeavy: false }]);
    if (parcel !== undefined) await writeTogether(pool, stageRows.remove([{ ...parcel, owner: 1 }]));
    const client = await pool.connect();
    const plans = await explainAll(client, false);
    client.release();
    const scans = plans
      .filter(({ statement }) => /^\s*(with|delete)/.test(statement))
      .flatMap(({ nodes }) =>
        nodes.filter(
          (node) => /_parcels$/.test(node['Relation Name'] ?? '') && node['Node Type'].includes('Scan'),
        ),
      );
    const found = scans.map((node) => {
      const { 'Index Name': index, 'Index Cond': condition = '' } = node;
      return condition.includes('id = ANY') || condition.includes('parcel.id = ') ? 'by id' : index;
    });
    // PostgreSQL walks over each of these in the order of its time.
    expect(new Set(found)).toEqual(new Set(['by id', 'callback_parcels_free', 'stage_parcels_free']));
  },
);

test(
  'of events that wait for disabled receivers one of each is read, and of a thousand receivers at once',
  once,
  async () => {
    const pool = oneConnection();
    await addWaitingAccounts(database.pool, 3_000);
    await database.pool.query(
      `insert into cascade.undelivered (event_id, message_id, account_id, sender, at, position, resend)
     select event_id || '-' || n, message_id, account_id, sender, at, position, resend
     from cascade.undelivered cross join generate_series(1, 20) as n`,
    );
    expect(await handOver(pool)).toBe('nothing');
    const { rows } = await pool.query<{ name: string }>(
      "select name from pg_prepared_statements where statement like '%recursive senders%'",
    );
    const analyzed = `explain (analyze, buffers, format json) execute ${rows[0]?.name}(512, 1000, 0, -1)`;
    const plan = await pool.query<{ 'QUERY PLAN': unknown }>(analyzed);
    const all = parse(plan.rows[0]?.['QUERY PLAN']);
    // Each probe of an index reads a few.
    expect((all['Shared Hit Blocks'] ?? 0) + (all['Shared Read Blocks'] ?? 0)).toBeLessThan(12_000);
  },
);
