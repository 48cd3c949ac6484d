import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '@cascade/test-kit';
import { stagedAccounts } from '../harness/accounts.ts';
import { type Check, check, lookInside, lookOn, promises, settle, worstOf } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { stagedMessage, startCallers } from '../harness/callers.ts';
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
import { startCountingReceiver } from '../harness/receivers.ts';
import { type Database, type Patient, startPatient } from '../harness/replicas.ts';
import { choice, number, scenario, seed } from '../harness/scenario.ts';
import { seconds } from '../harness/statistics.ts';
import { modes, streaming } from '../harness/streaming.ts';

interface Variant {
  readonly says: string;
  readonly replicas: 1 | 2;
  /** The accounts that callers use in turn; one if absent. */
  readonly accounts?: number;
  /** The longest load before a kill, in milliseconds; 1,200 if absent. */
  readonly longestLoad?: number;
  readonly lacks?: () => string | undefined;
  database(bed: Bed): Promise<Database>;
}

const ofPostgres = { replicas: 2, lacks: () => lacksPostgres } as const;
const variants = {
  embedded: { says: 'one replica with its own PostgreSQL', replicas: 1, database: embedded },
  replicas: { says: 'two replicas that share an embedded PostgreSQL', replicas: 2, database: embedded },
  debian: {
    ...ofPostgres,
    says: "two replicas on Debian's PostgreSQL",
    database: (bed) => debian(bed),
  },
  standby: {
    ...ofPostgres,
    says: "two replicas on Debian's PostgreSQL with a standby (remote_apply), which is promoted under load each time that the primary is killed; DATABASE_URL names both",
    database: promoted,
  },
  pgbouncer: {
    says: "two replicas on Debian's PostgreSQL, behind PgBouncer in transaction mode",
    replicas: 2,
    lacks: lacksPgBouncer,
    database: (bed) => debian(bed, true),
  },
  citus: {
    ...ofPostgres,
    says: 'two replicas on a Citus cluster of a coordinator and two workers, with two shards on each and an account in each shard',
    accounts: 4,
    // The first statements of a session take longer on a cluster.
    longestLoad: 4_000,
    database: (bed) => citus(bed, 4),
  },
} satisfies Readonly<Record<string, Variant>>;
const names = Object.keys(variants) as readonly (keyof typeof variants)[];
const callers = 16;

/** Kills by rounds, not at random times beside other faults (mixed): each kill is followed by a check and a time to recover. */
export default scenario({
  says: 'kill -9 of Node, PostgreSQL or both under load, and what is lost or sent twice afterwards. Writes results/crash….json.',
  minutes: 6,
  options: {
    rounds: number('how many kills', 30),
    seed: seed('of the moments'),
    on: choice(
      'the database, for pgbouncer 1.21 or later, named by the variable PGBOUNCER',
      names,
      'embedded',
    ),
    gateway: choice('how it is reached', gatewayKinds, 'http'),
    window: number('milliseconds from an answer of the gateway to the latest commit of its result', 1_000),
    latency: number('milliseconds until the gateway answers', 20),
  },
  examples: { '--rounds 100': 'as in the result file', '--on standby --rounds 5': 'a standby is promoted' },
  async run({ bed, values, say, report }) {
    const { on, rounds, gateway: kind, window: windowMs, latency: latencyMs } = values;
    const variant: Variant = variants[on];
    const lacks = variant.lacks?.();
    if (lacks !== undefined) return say(`skipped: ${lacks}`);
    const { accounts = 1, longestLoad = 1_200, replicas } = variant;
    const receiver = await startCountingReceiver(bed);
    const gateway = await bed.gateway({ kind, latencyMs, windowMs });
    const database = await variant.database(bed);
    const patient = await startPatient(bed, database, {
      ...{ replicas, gateway },
      accounts: stagedAccounts(receiver.url, accounts),
    });
    const shape: Shape = { rounds, accounts, longestLoad, random: seededRandom(values.seed), say };
    const { killed, accepted, checks, recoveries } = await runRounds(patient, database, shape);
    const end = await settle(database.looks, accepted, () => receiver, { say });
    const { last, statusEvents, unreported, undelivered, repeatedCallbacks } = end;
    const faults = worstOf([...checks, last]);
    const seen = await gateway.judge();
    await patient.stop();
    const posts = repeatedCallbacks + receiver.times.size;
    report(
      {
        says: `${variant.says}: kill -9 of Node, of the PostgreSQL postmaster or of both at a random moment under the load of ${callers} callers; the figures from missing to notReleased are the worst of a check after each round and one after the drain; stuck: accepted, but not ended, or its last status event never came; gateway: what a gateway outside counted, whose unexplained repeats must be 0, and the repeats of a kill at most what was under way at it: sent before its end, and answered less than the window before it; unreported: status events that never came`,
        killed,
        accepted: accepted.length,
        ...faults,
        stuck: Math.max(undelivered, last.notEnded),
        gateway: seen,
        statusEvents,
        unreported: Math.max(unreported, last.notReported),
        repeatedCallbacksShare: Math.round((10_000 * repeatedCallbacks) / posts) / 10_000,
        secondsToRecover: { median: recoveries[Math.floor(rounds / 2)], longest: recoveries.at(-1) },
        secondsToDrain: end.drainSeconds,
      },
      { name: ['crash', on, kind].filter((part) => part !== 'embedded' && part !== 'http').join('-') },
    );
    const found = [...Object.values(faults), undelivered, last.notEnded, unreported, last.notReported];
    return found.every((one) => one === 0);
  },
});

interface Shape {
  readonly rounds: number;
  readonly accounts: number;
  readonly longestLoad: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** Each round is load, a kill, recovery and a check. */
async function runRounds(patient: Patient, { looks }: Database, shape: Shape) {
  const { rounds, accounts, longestLoad, random, say } = shape;
  const { victims } = patient;
  const killed = Object.fromEntries(victims.map((victim) => [victim, 0]));
  const [accepted, recoveries, checks]: [string[], number[], Check[]] = [[], [], []];
  for (let number = 1; number <= rounds; number += 1) {
    const victim = victims[Math.floor(random() * victims.length)] ?? '';
    const after = Math.round(200 + random() * (longestLoad - 200));
    const load = startCallers({
      urls: () => patient.urls,
      callers,
      next: (turn) => stagedMessage(turn, accounts),
    });
    await setTimeout(after);
    const begin = performance.now();
    await patient.crash(victim, () => load.stop());
    const took = seconds(performance.now() - begin);
    const ids = [...load.accepted.keys()];
    accepted.push(...ids);
    recoveries.push(took);
    killed[victim] = (killed[victim] ?? 0) + 1;
    const found = await check(looks, ids);
    checks.push(found);
    const state = promises.map((promise) => `${promise} ${found[promise]}`).join(', ');
    say(`${number}: ${victim} after ${after} ms, ${ids.length} accepted, ready after ${took} s; ${state}`);
  }
  return { killed, accepted, checks, recoveries: recoveries.sort((a, b) => a - b) };
}

/** The server of the service's own, which every replica on the data folder restarts by itself. */
async function embedded(bed: Bed): Promise<Database> {
  const { dataFolder } = bed;
  const cluster = join(dataFolder, 'cluster');
  let dead: number | undefined;
  bed.use(cluster, () => {
    // It may have ended meanwhile.
    signalAll([postmaster(cluster) ?? []].flat(), 'SIGKILL');
  });
  return {
    looks: [lookInside(dataFolder)],
    async kill() {
      dead = killPostmaster(cluster);
    },
    isBack: () => postmaster(cluster) !== dead,
  };
}

/** Debian's PostgreSQL, which an operator restarts; behind PgBouncer all replicas share twenty connections. */
async function debian(bed: Bed, isPooled = false): Promise<Database> {
  const root = await makeRoot(bed);
  const cluster = await startCluster(bed, root, 'one');
  const { url } = isPooled ? await startPooler(bed, cluster.port) : { url: urlOf([cluster]) };
  return { url, looks: [lookOn(urlOf([cluster]))], ...killing(() => [cluster]) };
}

/** A coordinator, two workers, and an account in each shard. */
async function citus(bed: Bed, shards: number): Promise<Database> {
  const { coordinator, workers, url, looks } = await startCitus(bed, 2, shards);
  const victimsOf: Readonly<Record<string, readonly Cluster[]>> = {
    'a worker': workers.slice(0, 1),
    'the other worker': workers.slice(1),
    'the coordinator': [coordinator],
    everything: [coordinator, ...workers],
  };
  const victims = ['one replica', 'both replicas', ...Object.keys(victimsOf)];
  return { url, looks, victims, ...killing((victim) => victimsOf[victim] ?? []) };
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
 * Debian's PostgreSQL with a standby that has applied each commit before it is acknowledged. When the primary is killed,
 * the standby is promoted under load, and the dead one becomes the next standby.
 */
async function promoted(bed: Bed): Promise<Database> {
  const { url, look, lose, promote, rejoin } = await streaming(bed, modes.applied);
  return {
    ...{ url, looks: [look] },
    // Each round ends with a promotion.
    victims: ['postgres', 'everything'],
    async kill() {
      await lose('without its postmaster');
      await promote();
    },
    recover: rejoin,
  };
}
