import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@cascade/test-kit';
import { beforeAll, expect, test } from 'vitest';
import type { GatewayAttempt, GatewayResult, SendLease } from '../gateways/gateway.ts';
import { createIntake, type Intake } from '../intake/create-intake.ts';
import { silent } from '../log.ts';
import { keyOfId, newKeyedId } from '../store/message-key.ts';
import { booksOf } from '../testing/books-of.ts';
import { stageOf } from '../testing/cascade-of.ts';
import { faultyPool } from '../testing/faulty-pool.ts';
import { intakeItem } from '../testing/intake-item.ts';
import { createJobTable, type JobTable, type TestJob } from '../testing/job-table.ts';
import { livingReplica } from '../testing/living-replica.ts';
import { insertAccount } from '../testing/make-message.ts';

import { withTestDatabase } from '../testing/test-database.ts';
import { createApplier } from './create-applier.ts';
import { defaultSettings } from './engine-settings.ts';
import { createHandlers, type Handlers } from './handlers.ts';
import { createSends } from './sends.ts';
import { stageJobs } from './stage-jobs.ts';

/**
 * Two replicas accept and send the messages of two accounts on one database, while answers of the database are lost,
 * accounts are locked, jobs run twice, gateways fail or hang, and replicas stall and are released. What each schedule must
 * keep is at its end. `SCHEDULES=10000 SEED=1 npm --prefix packages/service test -- src/engine/schedules.test.ts` tries more.
 */
const count = Number(process.env.SCHEDULES ?? 40);
const firstSeed = Number(process.env.SEED ?? 1);
/** Schedules that run side by side. */
const sideBySide = 8;

const database = withTestDatabase();
const at = () => new Date();
let table: JobTable;

beforeAll(async () => {
  await database.pool.query('create table test_enqueued (message_id bigint, account_id bigint)');
  table = await createJobTable(database.pool);
});

/** One call of the gateway. */
interface Call {
  readonly replica: Process;
  state: 'under way' | 'unknown' | 'answered';
}

/** A replica. */
interface Process {
  /** It was silent for too long, and the others do its work. */
  isReleased: boolean;
  readonly intake: Intake;
  readonly handlers: Handlers;
  /** Its calls go on. */
  release(): Promise<void>;
}

interface World {
  readonly random: () => number;
  readonly chance: (of: number) => boolean;
  readonly accounts: readonly number[];
  /** The calls of each attempt, in their order. */
  readonly calls: Map<string, Call[]>;
  readonly violations: string[];
  /** Faults are over: what is left ends. */
  isQuiet: boolean;
}

async function startProcess(world: World): Promise<Process> {
  const replica = await livingReplica(database.pool);
  const pool = faultyPool(
    database.pool,
    (statement) => !world.isQuiet && world.chance(statement === 'commit' ? 20 : 80),
  );
  const store = table.storeOf(pool, at);
  const applier = createApplier(store, { ...defaultSettings, now: at });
  const process: Process = {
    isReleased: false,
    intake: createIntake({
      pool,
      idPool: database.pool,
      enqueue: async (client, accepted) => {
        const due = accepted.map((message) => ({
          ...message,
          queue: 'stage' as const,
          position: 1,
          delaySeconds: 0,
        }));
        const data = stageJobs(due).map((job) => JSON.stringify(job.data));
        const ids = accepted.map(({ messageId }) => messageId);
        const accounts = accepted.map(({ accountId }) => accountId);
        return [
          client.query(
            "insert into test_jobs (queue, data, run_at) select 'stage', unnest($1::jsonb[]), now()",
            [data],
          ),
          client.query('insert into test_enqueued select unnest($1::bigint[]), unnest($2::bigint[])', [
            ids,
            accounts,
          ]),
        ];
      },
    }),
    handlers: createHandlers({
      apply: applier.apply,
      accountsOf: async () => new Map(),
      sends: createSends({
        apply: applier.apply,
        replica,
        gateways: () => ({ send: (attempt, lease) => sendTo(world, process, attempt, lease) }),
        gatewaySeconds: 60,
        log: silent,
        now: at,
      }),
      log: silent,
      now: at,
    }),
    async release() {
      process.isReleased = true;
      await replica.die();
    },
  };
  return process;
}

/** The gateway, which judges: a second call must not overlap the first, and needs an outcome that is unknown. */
async function sendTo(
  world: World,
  replica: Process,
  { attemptId }: GatewayAttempt,
  lease: SendLease,
): Promise<GatewayResult> {
  lease.check();
  const before = world.calls.get(attemptId) ?? [];
  for (const earlier of before)
    if (!earlier.replica.isReleased && earlier.state !== 'unknown')
      world.violations.push(`${attemptId} is sent again, and the earlier send is ${earlier.state}`);
  const call: Call = { replica, state: 'under way' };
  world.calls.set(attemptId, [...before, call]);
  const luck = world.isQuiet ? 1 : world.random();
  await pause(luck * 8);
  if (luck < 0.25) {
    call.state = 'unknown';
    throw new Error('the gateway does not answer');
  }
  call.state = 'answered';
  // Right behind the answer, so that they often share a batch.
  if (!world.isQuiet && world.chance(3)) setImmediate(() => void strangeReceipt(world, replica, attemptId));
  return luck < 0.5 ? { status: 'DELIVERED' } : { status: 'SENT' };
}

async function runSchedule(seed: number): Promise<World> {
  const random = seededRandom(seed);
  const chance = (of: number) => random() * of < 1;
  const accounts = [await insertAccount(database.pool, 1_000), await insertAccount(database.pool, 1_000)];
  const world: World = { random, chance, accounts, calls: new Map(), violations: [], isQuiet: false };
  const processes = [await startProcess(world), await startProcess(world)];
  const any = () => processes[Math.floor(random() * 2)] as Process;

  async function replaceOne(): Promise<void> {
    const place = Math.floor(random() * 2);
    const stalled = processes[place];
    processes[place] = await startProcess(world);
    await stalled?.release();
  }

  const accepting = Array.from({ length: 2 + Math.floor(random() * 5) }, async () => {
    await pause(random() * 10);
    return any().intake.submit(itemOf(accounts[Math.floor(random() * 2)] ?? 0));
  });
  const locking = accounts.map((account) => (chance(2) ? lock(account, random() * 30) : undefined));
  for (let round = 0; round < 12; round += 1) {
    await pause(random() * 4);
    if (chance(12)) await replaceOne();
    await Promise.all((await jobsOf(accounts)).flatMap((job) => runsOf(job, { any, chance })));
  }
  await Promise.all([...accepting, ...locking]);
  world.isQuiet = true;
  await replaceOne();
  let left = await jobsOf(accounts);
  for (let tries = 0; left.length > 0 && tries < 500; tries += 1) {
    await Promise.all(left.map((job) => runJob(job, any())));
    await pause(2);
    left = await jobsOf(accounts);
  }
  if (left.length > 0) world.violations.push(`${left.length} jobs never end`);
  return world;
}

function itemOf(accountId: number) {
  const item = intakeItem(accountId);
  const { message } = item;
  return message === undefined ? item : { ...item, message: { ...message, stages: [stageOf({ price: 1 })] } };
}

async function lock(accountId: number, ms: number): Promise<void> {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from cascade.accounts where id = $1 for no key update', [accountId]);
  await pause(ms);
  await client.query('commit');
  client.release();
}

async function jobsOf(accounts: readonly number[]): Promise<readonly TestJob[]> {
  const sql = "select * from test_jobs where (data -> 'accountIds' ->> 0)::bigint = any($1)";
  return (await database.pool.query<TestJob>(sql, [accounts])).rows;
}

/** A job may run at another replica as well: its heartbeat was missed. */
function runsOf(job: TestJob, { any, chance }: { any(): Process; chance(of: number): boolean }) {
  return [...(chance(2) ? [runJob(job, any())] : []), ...(chance(3) ? [runJob(job, any())] : [])];
}

async function runJob(job: TestJob, process: Process): Promise<void> {
  const [result] = await process.handlers.stages([job]);
  if (result?.status === 'completed' && !process.isReleased)
    await database.pool.query('delete from test_jobs where id = $1', [job.id]);
}

/** It is signed by a gateway, and names the message of the attempt by another account. */
async function strangeReceipt({ accounts }: World, { handlers }: Process, attempt: string): Promise<void> {
  const key = keyOfId(attempt);
  const accountId = accounts.find((other) => other !== key?.accountId) ?? 0;
  const attemptId = newKeyedId({ accountId, messageId: key?.messageId ?? 0 });
  await handlers.receipt({ attemptId, status: 'DELIVERED' }).catch(() => {});
}

/** What the gateway has seen, and what the store says at the end. */
async function judge(world: World): Promise<readonly string[]> {
  const ofAccounts = world.accounts.map((accountId) => judgeAccount(world, accountId));
  return [...world.violations, ...(await Promise.all(ofAccounts)).flat()];
}

async function judgeAccount({ calls }: World, accountId: number): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{
    id: number;
    attempts: string[];
    events: string[];
    jobs: number;
  }>(
    `select m.id,
       array(select a.id::text from cascade.stage_attempts a where a.account_id = $1 and a.message_id = m.id) as attempts,
       (select count(*) from test_enqueued j where j.message_id = m.id)::int as jobs,
       array(select c.status from test_changes c where c.message_id = m.id order by c.id) as events
     from cascade.messages m where m.account_id = $1`,
    [accountId],
  );
  const found = rows.flatMap(({ id, attempts, events, jobs }) => [
    ...(jobs === 1 ? [] : [`message ${id} had ${jobs} jobs`]),
    ...(events.at(-1) === 'ENQUEUED' ? [`the answer on message ${id} was dropped`] : []),
    ...(attempts.length === 1 ? [] : [`message ${id} has ${attempts.length} attempts`]),
    ...(new Set(events).size === events.length ? [] : [`message ${id} is reported as ${events}`]),
    ...(calls.has(attempts[0] ?? '') ? [] : [`message ${id} was never sent`]),
  ]);
  const { balance, reserved, spent } = await booksOf(database.pool, accountId);
  const isExact = balance === 1_000 - rows.length && reserved === 0 && spent === rows.length;
  return isExact
    ? found
    : [...found, `the books of ${rows.length} messages are ${balance}, ${reserved}, ${spent}`];
}

test(`${count} schedules from seed ${firstSeed} on keep one holder, one job and exact books`, async () => {
  const seeds = Array.from({ length: count }, (_, place) => firstSeed + place);
  const broken: string[] = [];
  let sends = 0;
  await Promise.all(
    Array.from({ length: sideBySide }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const world = await runSchedule(seed);
        for (const calls of world.calls.values()) sends += calls.length;
        for (const violation of await judge(world)) broken.push(`seed ${seed}: ${violation}`);
      }
    }),
  );
  expect(broken).toEqual([]);
  expect(sends).toBeGreaterThan(count);
}, 3_600_000);
