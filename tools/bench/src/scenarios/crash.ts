import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '@cascade/repository/test-kit';
import { stagedAccounts } from '../harness/accounts.ts';
import { check, type Look, lookInside, lookOn, promises, worstOf } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { stagedMessage } from '../harness/callers.ts';
import { gatewayKinds } from '../harness/gateway.ts';
import {
  type Cluster,
  killPostmaster,
  lacksPgBouncer,
  lacksPostgres,
  makeRoot,
  postmaster,
  startCitus,
  startCluster,
  startPooler,
  urlOf,
} from '../harness/postgres.ts';
import { signalAll } from '../harness/processes.ts';
import { type Patient, startPatient } from '../harness/replicas.ts';
import { choice, number, scenario, seed } from '../harness/scenario.ts';
import { median, seconds } from '../harness/statistics.ts';
import { modes, streaming } from '../harness/streaming.ts';
import { find } from '../harness/waits.ts';

/** A database that is killed under replicas. */
interface Database {
  /** Of the service; an embedded server in the data folder of the bed if absent. */
  readonly url?: string;
  /** One for each part of the store: a cluster has several. */
  readonly looks: readonly Look[];
  /** `kill -9` of the postmasters that the victim names; with a standby, its promotion follows. */
  kill(victim: string): Promise<void>;
  /** Restarts what does not restart by itself. */
  recover?(): Promise<void>;
  /** Whether the connections of a killed postmaster are gone: they stay open for a moment. */
  isBack?(): boolean;
}

/** What is killed, and on which database. */
interface Variant {
  readonly says: string;
  readonly victims: readonly string[];
  /** The accounts that callers use in turn; one if absent. */
  readonly accounts?: number;
  /** The longest load before a kill, in milliseconds; 1,200 if absent. */
  readonly longestLoad?: number;
  readonly lacks?: () => string | undefined;
  start(bed: Bed): Promise<Database>;
}

const ofTwo = ['one replica', 'the other replica', 'both replicas', 'postgres', 'everything'];
/** The replicas that a victim has; any other is of the database alone. */
const replicasOf: Readonly<Record<string, readonly number[]>> = {
  node: [0],
  both: [0],
  'one replica': [0],
  'the other replica': [1],
  'both replicas': [0, 1],
  everything: [0, 1],
};
const hasDatabase = (victim: string) =>
  replicasOf[victim] === undefined || ['both', 'everything'].includes(victim);

const variants = {
  embedded: {
    says: 'one replica with its own PostgreSQL',
    victims: ['node', 'postgres', 'both'],
    start: embedded,
  },
  replicas: { says: 'two replicas that share an embedded PostgreSQL', victims: ofTwo, start: embedded },
  debian: {
    says: "two replicas on Debian's PostgreSQL",
    victims: ofTwo,
    lacks: () => lacksPostgres,
    start: (bed) => debian(bed),
  },
  standby: {
    says: "two replicas on Debian's PostgreSQL with a standby (remote_apply), which is promoted under load each time that the primary is killed; DATABASE_URL names both",
    // Each round ends with a promotion.
    victims: ['postgres', 'everything'],
    lacks: () => lacksPostgres,
    start: promoted,
  },
  pgbouncer: {
    says: "two replicas on Debian's PostgreSQL, behind PgBouncer in transaction mode",
    victims: ofTwo,
    lacks: lacksPgBouncer,
    start: (bed) => debian(bed, true),
  },
  citus: {
    says: 'two replicas on a Citus cluster of a coordinator and two workers, with two shards on each and an account in each shard',
    victims: [
      'one replica',
      'both replicas',
      'a worker',
      'the other worker',
      'the coordinator',
      'everything',
    ],
    accounts: 4,
    // The first statements of a session take longer on a cluster.
    longestLoad: 4_000,
    lacks: () => lacksPostgres,
    start: (bed) => citus(bed, 4),
  },
} satisfies Readonly<Record<string, Variant>>;
const callers = 16;

/**
 * Kills by rounds, not at random times beside other faults (mixed): each kill is followed by a check and a
 * time to recover.
 */
export default scenario({
  says: 'kill -9 of Node, PostgreSQL or both under load, and what is lost or sent twice afterwards. Writes results/crash….json.',
  minutes: 6,
  options: {
    rounds: number('how many kills', 30),
    seed: seed('of the moments'),
    on: choice(
      'the database, for pgbouncer 1.21 or later, named by the variable PGBOUNCER',
      Object.keys(variants) as (keyof typeof variants)[],
      'embedded',
    ),
    gateway: choice('how it is reached', gatewayKinds, 'http'),
    window: number('milliseconds from an answer of the gateway to the latest commit of its result', 1_000),
    latency: number('milliseconds until the gateway answers', 20),
  },
  examples: { '--rounds 100': 'as in the result file', '--on standby --rounds 5': 'a standby is promoted' },
  async run({ bed, values, say, report }) {
    const { on, rounds, gateway: kind, window: windowMs, latency: latencyMs } = values;
    const { says, lacks, victims, accounts = 1, longestLoad = 1_200, start }: Variant = variants[on];
    const absent = lacks?.();
    if (absent !== undefined) return say(`skipped: ${absent}`);
    const database = await start(bed);
    const patient = await startPatient(bed, {
      replicas: on === 'embedded' ? 1 : 2,
      ...(database.url !== undefined && { databaseUrl: database.url }),
      accounts: (url) => stagedAccounts(url, accounts),
      gateway: { kind, latencyMs, windowMs },
    });
    const random = seededRandom(values.seed);
    const done: Awaited<ReturnType<typeof crash>>[] = [];
    while (done.length < rounds) {
      const victim = victims[Math.floor(random() * victims.length)] ?? '';
      const after = Math.round(200 + random() * (longestLoad - 200));
      const round = await crash(patient, database, { victim, after, accounts });
      done.push(round);
      const state = promises.map((promise) => `${promise} ${round.found[promise]}`).join(', ');
      say(
        `${done.length}: ${victim} after ${after} ms, ${round.ids.length} accepted, ready after ${round.took} s; ${state}`,
      );
    }
    const accepted = done.flatMap(({ ids }) => ids);
    const { last, gateway, ...end } = await patient.settled(database.looks, accepted, { say });
    const { statusEvents, unreported, undelivered, repeatedCallbacks } = end;
    await patient.replicas.stopCleanly();
    const faults = worstOf([...done.map(({ found }) => found), last]);
    const times = done.map(({ took }) => took);
    report(
      {
        says: `${says}: kill -9 of Node, of the PostgreSQL postmaster or of both at a random moment under the load of ${callers} callers; the figures from missing to notReleased are the worst of a check after each round and one after the drain; stuck: accepted, but not ended, or its last status event never came; gateway: what a gateway outside counted, whose unexplained repeats must be 0, and the repeats of a kill at most what was under way at it: sent before its end, and answered less than the window before it; unreported: status events that never came`,
        killed: Object.fromEntries(
          victims.map((name) => [name, done.filter(({ victim }) => victim === name).length]),
        ),
        accepted: accepted.length,
        ...faults,
        stuck: Math.max(undelivered, last.notEnded),
        gateway,
        statusEvents,
        unreported: Math.max(unreported, last.notReported),
        repeatedCallbacksShare:
          Math.round((10_000 * repeatedCallbacks) / (repeatedCallbacks + patient.receiver.times.size)) /
          10_000,
        secondsToRecover: { median: median(times), longest: Math.max(...times) },
        secondsToDrain: end.drainSeconds,
      },
      { name: ['crash', on, kind].filter((part) => part !== 'embedded' && part !== 'http').join('-') },
    );
    const found = [...Object.values(faults), undelivered, last.notEnded, unreported, last.notReported];
    return found.every((one) => one === 0);
  },
});

/** A round: load for some milliseconds, a kill, recovery and a check. */
async function crash(
  { replicas, gateway, load: begin }: Patient,
  database: Database,
  { victim, after, accounts }: Readonly<{ victim: string; after: number; accounts: number }>,
) {
  const load = begin({ callers, next: (turn) => stagedMessage(turn, accounts) });
  await setTimeout(after);
  const killedAt = performance.now();
  /** Resolves when the processes have exited and, where there is one, a standby has been promoted. */
  const kill = () =>
    Promise.all([
      hasDatabase(victim) ? database.kill(victim) : undefined,
      replicas.kill(replicasOf[victim] ?? []),
    ]);
  const recover = async () => {
    await load.stop();
    await database.recover?.();
    await replicas.revive();
    await find(() => database.isBack?.() !== false, { pauseMs: 20 });
    await replicas.untilReady();
  };
  // Without the database no result can be committed: its fault lasts until the recovery.
  const isLong = hasDatabase(victim);
  await gateway.during(`kill -9: ${victim}`, async () => {
    await kill();
    if (isLong) await recover();
  });
  if (!isLong) await recover();
  const ids = [...load.accepted.keys()];
  const took = seconds(performance.now() - killedAt);
  return { victim, ids, took, found: await check(database.looks, ids) };
}

/** The server of the service's own, which every replica on the data folder restarts by itself. */
async function embedded(bed: Bed): Promise<Database> {
  const cluster = join(bed.dataFolder, 'cluster');
  let dead: number | undefined;
  bed.use(cluster, () => {
    // It may have ended meanwhile.
    signalAll([postmaster(cluster) ?? []].flat(), 'SIGKILL');
  });
  return {
    looks: [lookInside(bed.dataFolder)],
    async kill() {
      dead = killPostmaster(cluster);
    },
    isBack: () => postmaster(cluster) !== dead,
  };
}

/**
 * Debian's PostgreSQL, which an operator restarts; behind PgBouncer all replicas share twenty connections.
 */
async function debian(bed: Bed, isPooled = false): Promise<Database> {
  const cluster = await startCluster(bed, await makeRoot(bed), 'one');
  const { url } = isPooled ? await startPooler(bed, cluster.port) : { url: urlOf([cluster]) };
  return { url, looks: [lookOn(urlOf([cluster]))], ...killing(() => [cluster]) };
}

/** A coordinator, two workers, and an account in each shard. */
async function citus(bed: Bed, shards: number): Promise<Database> {
  const { coordinator, workers, url, looks } = await startCitus(bed, 2, shards);
  const victims: Readonly<Record<string, readonly Cluster[]>> = {
    'a worker': workers.slice(0, 1),
    'the other worker': workers.slice(1),
    'the coordinator': [coordinator],
    everything: [coordinator, ...workers],
  };
  return { url, looks, ...killing((victim) => victims[victim] ?? []) };
}

/** Kills servers, and starts them again. */
function killing(of: (victim: string) => readonly Cluster[]): Pick<Database, 'kill' | 'recover'> {
  let dead: readonly Cluster[] = [];
  return {
    async kill(victim) {
      dead = of(victim);
      for (const cluster of dead) cluster.kill();
    },
    async recover() {
      await Promise.all(dead.map((cluster) => cluster.start()));
      dead = [];
    },
  };
}

/**
 * Debian's PostgreSQL with a standby that has applied each commit before it is acknowledged. When the primary
 * is killed, the standby is promoted under load, and the dead one becomes the next standby.
 */
async function promoted(bed: Bed): Promise<Database> {
  const { url, look, lose, promote, rejoin } = await streaming(bed, modes.applied);
  return {
    url,
    looks: [look],
    async kill() {
      await lose('without its postmaster');
      await promote();
    },
    recover: rejoin,
  };
}
