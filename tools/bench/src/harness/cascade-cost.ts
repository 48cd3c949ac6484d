import { setTimeout as pause } from 'node:timers/promises';
import { startSilentProxy } from '@cascade/repository/test-kit';
import { lookAt } from '@cascade/service/bench';
import type { ServiceProcess } from '@cascade/service/testing';
import { apiKey, benchAccount, type LoadAccount, oneStage } from './accounts.ts';
import type { Asked } from './audit.ts';
import { withBed } from './bed.ts';
import type { IntervalReport } from './children/report-receiver.ts';
import { type Forked, startLoad } from './fork.ts';
import type { GatewayKind } from './gateway.ts';
import { readFigures } from './metrics.ts';
import { type Cluster, makeRoot, operator, startCluster, startPooler, urlOf } from './postgres.ts';
import { processorSeconds, serverClock } from './processes.ts';
import { startReporter, untilQuiet } from './receivers.ts';
import { median, round } from './statistics.ts';

/** Processor time in seconds of a second without any message. */
type Idle = Readonly<Record<'node' | 'postgres', number>>;

interface Metered {
  readonly service: ServiceProcess;
  /** Reports every second. */
  readonly receiver: Forked<string>;
  /** A session with the server beside the service. */
  readonly asked: Asked;
  /** The process id of PgBouncer. */
  readonly pooler?: number | undefined;
}

type Meter = Awaited<ReturnType<typeof meterOf>>;

/** Counts what whole cascades of the bench account cost in Node, PostgreSQL and PgBouncer. */
export async function meterOf({ service, receiver, asked, pooler }: Metered) {
  const clock = await serverClock(asked);
  let lags: number[] = [];
  receiver.process.on('message', ({ ended, lagP50 }: IntervalReport) => {
    if (ended > 0) lags.push(lagP50);
  });

  /**
   * Sends at a rate, until two seconds have passed without a callback. Resolves to medians, in milliseconds.
   */
  async function offer(rate: number, seconds: number) {
    lags = [];
    const load = startLoad({ urls: [service.url], keys: [apiKey], rate, seconds });
    const { p50Milliseconds } = await load.sent;
    // The last callbacks arrive after the last cascade has ended.
    await untilQuiet([receiver], 2);
    /** Until the answer; and from the request to the callback with DELIVERED: of the seconds of the load. */
    return { p50Milliseconds, lagMilliseconds: round(median(lags)) };
  }

  /** What has been done and used since the start; times in seconds, `wal` in bytes of the log. */
  async function count() {
    const { rows } = await asked.query<{ readonly wal: number; readonly commits: number }>(
      `select (pg_current_wal_lsn() - '0/0')::float8 as wal, xact_commit::float8 as commits
       from pg_stat_database where datname = current_database()`,
    );
    const { ended, cpuSeconds: node } = await readFigures(service.operationsUrl);
    const own = pooler === undefined ? 0 : processorSeconds(pooler);
    const [row = { wal: Number.NaN, commits: Number.NaN }] = rows;
    return { at: performance.now() / 1_000, ended, node, postgres: clock(), pooler: own, ...row };
  }

  /** What is done and used during some work. */
  async function during<Result>(work: () => Promise<Result>) {
    const before = await count();
    const result = await work();
    const after = await count();
    return { result, spent: (key: keyof typeof before) => after[key] - before[key] };
  }

  return {
    offer,
    during,
    /** What a second without any message takes. */
    async rest(seconds: number): Promise<Idle> {
      const { spent } = await during(() => pause(seconds * 1_000));
      return { node: spent('node') / spent('at'), postgres: spent('postgres') / spent('at') };
    },
    /** What a cascade costs at a rate, in microseconds, with what is used at rest taken off. */
    async cost(rate: number, seconds: number, idle: Idle = { node: 0, postgres: 0 }) {
      const { result, spent } = await during(() => offer(rate, seconds));
      const ended = spent('ended');
      const used = (key: 'node' | 'postgres') =>
        Math.round(((spent(key) - idle[key] * spent('at')) / ended) * 1e6);
      return {
        rate,
        ...result,
        ended,
        endedPerSecond: ended / spent('at'),
        nodeMicroseconds: used('node'),
        postgresMicroseconds: used('postgres'),
        poolerMicroseconds: Math.round((spent('pooler') / ended) * 1e6),
        walBytes: Math.round(spent('wal') / ended),
        commits: spent('commits') / ended,
      };
    },
  };
}

/** What a cascade costs at each of these rates, one after the other, beside a service at rest. */
export async function costsByRate(
  { rest, cost }: Meter,
  rates: readonly number[],
  seconds: { readonly rest: number; readonly each: number },
) {
  const idle = await rest(seconds.rest);
  const byRate: Awaited<ReturnType<typeof cost>>[] = [];
  for (const rate of rates) byRate.push(await cost(rate, seconds.each, idle));
  const milliseconds = { node: round(idle.node * 1_000), postgres: round(idle.postgres * 1_000) };
  return { idleMillisecondsPerSecond: milliseconds, byRate };
}

export interface CostShape {
  /** Cascades a second. */
  readonly rate: number;
  readonly seconds: number;
  /** With a callback. */
  readonly statuses: readonly string[];
  /** `cli.ts` of another version. */
  readonly program?: string | undefined;
  /** Folder for V8's profile; without it neither Node nor PostgreSQL is profiled. */
  readonly profiles?: string;
  /** Through PgBouncer in transaction mode, with these settings of the role, as `name = value`. */
  readonly pooled?: readonly string[];
}

export type WorldResult = Awaited<ReturnType<typeof runWorld>>;

const warmUpSeconds = 6;

/** Runs the load on Debian's PostgreSQL, and counts what a cascade costs. */
export function runWorld({ rate, seconds, statuses, program, profiles, pooled }: CostShape) {
  return withBed(async (bed) => {
    const root = await makeRoot(bed);
    const cluster = await startCluster(bed, root, 'one');
    if (profiles !== undefined) await countStatements(cluster);
    for (const setting of pooled ?? []) await cluster.ask(`alter role ${operator} set ${setting}`);
    const pooler = pooled && (await startPooler(bed, cluster.port));
    const receiver = await startReporter(bed);
    const service = await bed.service({
      accounts: [benchAccount(receiver.message, statuses)],
      databaseUrl: pooler?.url ?? urlOf([cluster]),
      ...(profiles !== undefined && {
        environment: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` },
      }),
      program,
    });
    const result = await lookAt(urlOf([cluster]), async (asked) => {
      const meter = await meterOf({ service, receiver, asked, pooler: pooler?.pid });
      await meter.offer(rate, warmUpSeconds);
      if (profiles !== undefined) await asked.query('select pg_stat_statements_reset()');
      const measured = await meter.cost(rate, seconds);
      const {
        ended,
        commits,
        endedPerSecond,
        p50Milliseconds,
        lagMilliseconds: _,
        rate: __,
        ...cost
      } = measured;
      return {
        ended,
        /** `endedPerSecond` over the time of the load and two to four quiet seconds. */
        cost: { ...cost, commits: round(commits), endedPerSecond: round(endedPerSecond) },
        /** Until half of the requests had their answer. */
        p50Milliseconds,
        statements: profiles === undefined ? [] : await readStatements(asked),
      };
    });
    /**
     * Settings of the sessions through PgBouncer; those that the service asks for itself are ignored there.
     */
    const settings = pooler && (await lookAt(pooler.url, readSettings));
    // V8 writes its profile when the process ends.
    await service.stop();
    return { ...result, settings };
  });
}

export interface RatesShape extends Pick<CostShape, 'seconds' | 'statuses' | 'program'> {
  readonly rates: readonly number[];
  readonly gateway: GatewayKind;
  /**
   * Messages of a later start time that another account has, while all is measured a second time; none: once.
   */
  readonly deferred: number;
}

/** The account whose messages wait. */
const later: LoadAccount = { name: 'later', cascades: oneStage };

/**
 * What a message costs at low rates: processor time by rate, beside that of an idle service; and what a
 * message asks of the database that is alone.
 */
export function measureRates({ rates, seconds, statuses, program, gateway: kind, deferred }: RatesShape) {
  return withBed(async (bed) => {
    const cluster = await startCluster(bed, await makeRoot(bed), 'one');
    const receiver = await startReporter(bed);
    const gateway = await bed.gateway({ kind, isEnroute: true });
    const startService = (databaseUrl: string) =>
      bed.service({
        accounts: [benchAccount(receiver.message, statuses), later],
        gateway,
        databaseUrl,
        program,
      });
    return lookAt(urlOf([cluster]), async (asked) => {
      const service = await startService(urlOf([cluster]));
      const meter = await meterOf({ service, receiver, asked });
      await meter.offer(400, warmUpSeconds); // until everything is compiled and planned
      const plain = await measureEach(meter, rates, seconds);
      if (deferred > 0) await defer(service.url, deferred);
      const beside = deferred > 0 ? await measureEach(meter, rates, seconds) : undefined;
      await service.stop();
      // Last, since it takes processor time and makes each round trip longer.
      const proxy = bed.closing(await startCountingProxy(cluster.port));
      const counted = await meterOf({ service: await startService(urlOf([proxy])), receiver, asked });
      const alone = await countAlone(counted, proxy.count);
      return {
        ...plain,
        ...(beside && { besideDeferred: { messages: deferred, ...beside } }),
        idlePerSecond: alone.idle,
        alone: alone.ofMessage,
      };
    });
  });
}

/** What an idle service uses in a second, and a message beside it at each rate. */
async function measureEach(meter: Meter, rates: readonly number[], seconds: number) {
  const found = await costsByRate(meter, rates, { rest: seconds, each: seconds });
  return {
    ...found,
    byRate: found.byRate.map(({ rate, nodeMicroseconds, postgresMicroseconds, ...cost }) => ({
      rate,
      milliseconds: round((nodeMicroseconds + postgresMicroseconds) / 1_000),
      nodeMicroseconds,
      postgresMicroseconds,
      commits: round(cost.commits),
      walBytes: cost.walBytes,
      acceptedMilliseconds: round(cost.p50Milliseconds),
      lagMilliseconds: cost.lagMilliseconds,
    })),
  };
}

/** Messages that begin tomorrow. */
async function defer(url: string, messages: number): Promise<void> {
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const rate = 1_000;
  const load = { urls: [url], keys: [later.name], rate, seconds: messages / rate, startTime };
  const { accepted } = await startLoad(load).sent;
  if (accepted.length < messages)
    throw new Error(`expected ${messages} messages to be accepted, found ${accepted.length}`);
}

/** Two messages a second are each alone: what they ask of the database, beside what is asked without any. */
async function countAlone({ offer, during }: Meter, wire: () => Wire) {
  await offer(2, 2);
  const counted = async (work: () => Promise<unknown>) => {
    const before = wire();
    const { spent } = await during(work);
    const after = wire();
    return { of: (key: keyof Wire) => after[key] - before[key], seconds: spent('at'), ended: spent('ended') };
  };
  const rest = await counted(() => pause(10_000));
  const load = await counted(() => offer(2, 10));
  const each = (of: (key: keyof Wire) => number): Wire => ({
    statements: round(of('statements')),
    transactions: round(of('transactions')),
    roundTrips: round(of('roundTrips')),
  });
  const idle = each((key) => rest.of(key) / rest.seconds);
  return { idle, ofMessage: each((key) => (load.of(key) - idle[key] * load.seconds) / load.ended) };
}

async function readSettings(asked: Asked): Promise<Readonly<Record<string, string>>> {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const names = ['jit', 'enable_seqscan', 'plan_cache_mode', ...limits];
  const sql = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
  const { rows } = await asked.query<{ name: string; value: string }>(sql, [names]);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function countStatements(cluster: Cluster): Promise<void> {
  await cluster.ask(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await cluster.stop();
  await cluster.start();
  await cluster.ask(
    'create extension pg_stat_statements',
    `alter system set pg_stat_statements.track = 'all'`,
    'alter system set pg_stat_statements.track_planning = on',
    'select pg_reload_conf()',
  );
}

/** A row of `pg_stat_statements`. */
export interface StatementCost {
  readonly query: string;
  readonly isTop: boolean;
  readonly calls: number;
  readonly rows: number;
  /** With those of its plans. */
  readonly milliseconds: number;
  readonly planMilliseconds: number;
  readonly plans: number;
  readonly walBytes: number;
}

async function readStatements(asked: Asked): Promise<readonly StatementCost[]> {
  const { rows } = await asked.query<StatementCost>(
    `select query, toplevel as "isTop", calls::float8, rows::float8, (total_exec_time + total_plan_time)::float8 as milliseconds,
       total_plan_time::float8 as "planMilliseconds", plans::float8,
       wal_bytes::float8 as "walBytes"
     from pg_stat_statements order by total_exec_time desc limit 40`,
  );
  return rows;
}

/** What passed between the service and PostgreSQL. */
interface Wire {
  readonly statements: number;
  /** Statements of their own, and blocks from `begin` to `commit`. */
  readonly transactions: number;
  /** How often a connection without an open question asked one, or several at once. */
  readonly roundTrips: number;
}

/** Types of messages: a simple query, an execution of a prepared one; the server is ready for the next. */
const [simple, execute, sync, ready] = ['Q', 'E', 'S', 'Z'].map((type) => type.charCodeAt(0));
const idle = 'I'.charCodeAt(0);

/** A proxy before PostgreSQL that reads the protocol, without encryption. */
async function startCountingProxy(port: number) {
  let statements = 0;
  let transactions = 0;
  let roundTrips = 0;
  const watch = () => {
    let open = 1; // the greeting is answered with the first ready
    let isGreeted = false;
    return {
      requests: readMessages(false, (type) => {
        if (type === simple || type === execute) statements += 1;
        if (type !== simple && type !== sync) return;
        if (open === 0) roundTrips += 1;
        open += 1;
      }),
      answers: readMessages(true, (type, first) => {
        if (type !== ready) return;
        open -= 1;
        if (isGreeted && first === idle) transactions += 1;
        isGreeted = true;
      }),
    };
  };
  const proxy = await startSilentProxy({ port, host: '127.0.0.1' }, { watch });
  return Object.assign(proxy, { count: (): Wire => ({ statements, transactions, roundTrips }) });
}

/** Calls back with the type and the first byte of each message. The greeting of a client has no type. */
function readMessages(isTyped: boolean, onMessage: (type: number, first: number) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let head = isTyped ? 1 : 0;
  return (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= head + 4) {
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (head === 1) onMessage(rest[0] ?? 0, rest[5] ?? 0);
      head = 1;
      rest = rest.subarray(end);
    }
  };
}
