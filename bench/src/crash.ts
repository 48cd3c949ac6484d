import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@cascade/test-kit';
import { stagedFile } from './accounts-file.ts';
import { readCommand } from './command.ts';
import { eventIds } from './crash/check.ts';
import { citus } from './crash/citus.ts';
import { type Database, embedded } from './crash/database.ts';
import { debian, withStandby } from './crash/debian.ts';
import { startPatient } from './crash/patient.ts';
import { pooled } from './crash/pooled.ts';
import { startReceiver } from './crash/receiver.ts';
import { runRounds } from './crash/run-rounds.ts';
import { gatewayKindOf, startGateway } from './gateway-view.ts';
import { report } from './report.ts';

interface Variant {
  readonly says: string;
  readonly replicas: 1 | 2;
  database(): Promise<Database>;
}

// The database server makes the folder, because it may run as another user than this process.
const own = async () => embedded(join(tmpdir(), `cascade-bench-${process.pid}`));

const variants: Readonly<Record<string, Variant>> = {
  embedded: { says: 'one replica with its own PostgreSQL', replicas: 1, database: own },
  replicas: { says: 'two replicas that share an embedded PostgreSQL', replicas: 2, database: own },
  debian: { says: "two replicas on Debian's PostgreSQL", replicas: 2, database: debian },
  standby: {
    says: "two replicas on Debian's PostgreSQL with a standby (remote_apply), which is promoted under load each time that the primary is killed; DATABASE_URL names both",
    replicas: 2,
    database: withStandby,
  },
  pgbouncer: {
    says: "two replicas on Debian's PostgreSQL, behind PgBouncer in transaction mode",
    replicas: 2,
    database: pooled,
  },
  citus: {
    says: 'two replicas on a Citus cluster of a coordinator and two workers, with two shards on each and an account in each shard',
    replicas: 2,
    database: citus,
  },
};

/** Repeatedly kills the service, its PostgreSQL or both under load, and looks for lost and repeated work. */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench crash --',
  says: 'kill -9 of Node, PostgreSQL or both under load, and what is lost or sent twice afterwards. Writes results/crash….json.',
  options: {
    rounds: { type: 'string', default: '30', says: 'how many kills' },
    seed: {
      type: 'string',
      default: String(Date.now() % 1_000_000),
      says: 'of the moments; another each time',
    },
    on: {
      type: 'string',
      default: 'embedded',
      says: 'embedded, replicas, debian, standby, pgbouncer (1.21 or later, named by the variable PGBOUNCER) or citus',
    },
    gateway: { type: 'string', default: 'http', says: 'http or smpp' },
    window: {
      type: 'string',
      default: '1000',
      says: 'milliseconds from an answer of the gateway to the latest commit of its result',
    },
    latency: { type: 'string', default: '20', says: 'milliseconds until the gateway answers' },
  },
  examples: {
    '--rounds 100': 'as in the result file',
    '--on standby --rounds 5': 'a standby is promoted',
  },
});
const variant = variants[values.on];
if (variant === undefined)
  throw new Error(`--on ${values.on} is unknown; known: ${Object.keys(variants).join(', ')}`);
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const callers = 16;
const say = (line: string) => void process.stderr.write(`${line}\n`);

const receiver = await startReceiver();
const folder = await mkdtemp(join(tmpdir(), 'cascade-crash-'));
const accounts = join(folder, 'accounts.yaml');
const database = await variant.database();
await writeFile(accounts, stagedFile(receiver.url, database.accounts));
const gateway = await startGateway({
  kind: gatewayKindOf(values.gateway),
  latencyMs: Number(values.latency),
  windowMs: Number(values.window),
});
const patient = await startPatient(database, { replicas: variant.replicas, accounts, gateway });
try {
  const loadBefore = loadavg()[0];
  say(`${rounds} rounds, seed ${seed}`);
  const random = seededRandom(seed);
  const outcome = await runRounds(patient, { rounds, callers, random, say });
  const { killed, accepted, faults, recoveries, last, drainSeconds } = outcome;
  const events = await eventIds(patient.looks);
  const posts = [...receiver.times.values()].reduce((sum, times) => sum + times, 0);
  const unreported = events.filter((id) => !receiver.times.has(id)).length;
  const undelivered = accepted.filter((requestId) => !receiver.delivered.has(requestId)).length;
  const judgement = await gateway.judge();
  await patient.stop();
  const name = values.on === 'embedded' ? 'crash' : `crash-${values.on}`;
  report(
    name,
    `npx pnpm --filter @cascade/bench crash -- --on ${values.on} --rounds ${rounds} --seed ${seed}`,
    {
      says: `${variant.says}: kill -9 of Node, of the PostgreSQL postmaster or of both at a random moment under the load of ${callers} callers; the figures from missing to notReleased are the worst of a check after each round and one after the drain; stuck: accepted, but not ended, or its last status event never came; gateway: what a gateway outside counted, whose unexplained repeats must be 0, and the repeats of a kill at most what was under way at it: sent before its end, and answered less than the window before it; unreported: status events that never came`,
      loadAverage: { before: loadBefore, after: loadavg()[0] },
      killed,
      accepted: accepted.length,
      ...faults,
      stuck: Math.max(undelivered, last.notEnded),
      gateway: judgement.gateway,
      statusEvents: events.length,
      unreported: Math.max(unreported, last.notReported),
      repeatedCallbacksShare: Math.round((10_000 * (posts - receiver.times.size)) / posts) / 10_000,
      secondsToRecover: { median: recoveries[Math.floor(rounds / 2)], longest: recoveries.at(-1) },
      secondsToDrain: drainSeconds,
    },
  );
  const found = [...Object.values(faults), undelivered, last.notEnded, unreported, last.notReported];
  process.exitCode = judgement.isOnce && found.every((one) => one === 0) ? 0 : 1;
} finally {
  await patient.abandon();
  await database.remove();
  await gateway.close();
  await receiver.close();
  await rm(folder, { recursive: true });
}
