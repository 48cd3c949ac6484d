import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemPrograms } from '@cascade/service/bench';
import { seededRandom } from '@cascade/test-kit';
import { stagedFile } from '../accounts-file.ts';
import { readCommand } from '../command.ts';
import { eventIds } from '../crash/check.ts';
import type { Database } from '../crash/database.ts';
import { type Patient, startPatient } from '../crash/patient.ts';
import { startReceiver } from '../crash/receiver.ts';
import { drain } from '../crash/run-rounds.ts';
import { startGateway } from '../gateway-view.ts';
import { report } from '../report.ts';
import type { Arrangement } from './arrangement.ts';
import { modes } from './modes.ts';
import { lacksPatroni, patroni, patroniTimes, patroniVersion } from './patroni.ts';
import { failOver, type Round } from './round.ts';
import { streaming } from './streaming.ts';
import { summaryOf } from './summary.ts';

interface Kind {
  readonly says: string;
  /** Why it cannot be tried here. */
  readonly lacks: string | undefined;
  servers(): Promise<Arrangement>;
}

const postgres = systemPrograms === undefined ? 'this machine has no postgresql' : undefined;
const kinds: Readonly<Record<string, Kind>> = Object.fromEntries([
  ...Object.entries(modes).map(([name, mode]): [string, Kind] => [
    name,
    {
      says: `${mode.says}. A standby is promoted at once, and the old primary returns as a primary`,
      lacks: postgres,
      servers: () => streaming(mode),
    },
  ]),
  ...Object.entries(patroniTimes).map(([name, times]): [string, Kind] => [
    name,
    {
      says: `three machines with Patroni ${patroniVersion()}, PostgreSQL and a member of etcd each; synchronous_mode, ttl ${times.ttl}, loop_wait ${times.loop_wait}, retry_timeout ${times.retry_timeout}. Patroni alone promotes, and takes the old primary back`,
      lacks: postgres ?? lacksPatroni(),
      servers: () => patroni(times),
    },
  ]),
]);

const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench failover --',
  says: "Loses the primary under load, promotes a standby, and lets the old primary return as if nothing had happened: what callers notice, and what is lost or sent twice. Needs Debian's postgresql, for Patroni also patroni (or the variable PATRONI) and etcd-server, and is skipped without. Writes results/failover-….json. Ends with 1 if a message was sent twice that was not under way at a loss.",
  options: {
    on: { type: 'string', default: 'all', says: `all, or one of: ${Object.keys(kinds).join(', ')}` },
    rounds: { type: 'string', default: '20', says: 'how many failovers of each' },
    name: { type: 'string', default: '', says: 'of the result file; failover-… if absent' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000), says: 'of the moments' },
  },
  examples: {
    '': 'all of them; an hour and a half',
    '--on quorum --rounds 3': 'two standbys, a minute',
    '--on patroni --rounds 6': 'a quarter of an hour',
  },
});

const say = (line: string) => void process.stderr.write(`${line}\n`);
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const chosen = values.on === 'all' ? Object.keys(kinds) : [values.on];
for (const name of chosen) {
  const kind = kinds[name];
  if (kind === undefined)
    throw new Error(`--on ${name} is unknown; known: all, ${Object.keys(kinds).join(', ')}`);
  if (kind.lacks === undefined) await measure(name, kind);
  else process.stdout.write(`skipped ${name}: ${kind.lacks}\n`);
}

async function measure(name: string, kind: Kind): Promise<void> {
  const receiver = await startReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'cascade-failover-'));
  const accounts = join(folder, 'accounts.yaml');
  await writeFile(accounts, stagedFile(receiver.url));
  const servers = await kind.servers();
  const gateway = await startGateway();
  const patient = await startPatient(databaseOf(servers), { replicas: 2, accounts, gateway });
  try {
    say(`${name}: ${rounds} rounds, seed ${seed}`);
    const loadBefore = loadavg()[0];
    const done = await runRounds(servers, patient);
    const gone = new Set(done.flatMap(({ lost, stale }) => [...lost, ...stale.lost]));
    const kept = done.flatMap(({ accepted }) => accepted).filter((id) => !gone.has(id));
    const last = await drain(patient.looks, kept, say);
    const events = await eventIds(patient.looks);
    const judgement = await gateway.judge();
    if (!judgement.isOnce) process.exitCode = 1;
    await patient.stop();
    report(
      values.name || `failover-${name}`,
      `npx pnpm --filter @cascade/bench failover -- --on ${name} --rounds ${rounds} --seed ${seed}`,
      {
        says: `${kind.says}. Two replicas under the load of 12 callers, which repeat a refused request with its id. The primary is killed, or frozen and let go again; when it returns, one replica restarts. Times in seconds`,
        loadAverage: { before: loadBefore, after: loadavg()[0] },
        ...summaryOf(done),
        ...(servers.helped !== undefined && { helpedByHand: servers.helped() }),
        gateway: judgement.gateway,
        atTheEnd: last,
        stuck: kept.filter((id) => !receiver.delivered.has(id)).length,
        statusEvents: events.length,
        unreported: events.filter((id) => !receiver.times.has(id)).length,
        repeatedCallbacks: [...receiver.times.values()].filter((times) => times > 1).length,
      },
    );
  } finally {
    await patient.abandon();
    await servers.remove();
    await gateway.close();
    await receiver.close();
    await rm(folder, { recursive: true });
  }
}

async function runRounds(servers: Arrangement, patient: Patient): Promise<readonly Round[]> {
  const random = seededRandom(seed);
  const done: Round[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const how = random() < 0.5 ? 'killed' : 'frozen';
    const round = await failOver(servers, patient, { how, after: Math.round(500 + random() * 1_500) });
    done.push(round);
    const { accepted, lost, stale, promotion, silence, refusals, found } = round;
    say(
      `${number}: ${how}, ${accepted.length} accepted, ${lost.length} lost, promoted after ${promotion} s, silent for ${silence} s, refused ${JSON.stringify(refusals)}; beside the old primary ${JSON.stringify({ ...stale, lost: stale.lost.length })}; ${JSON.stringify(found)}`,
    );
  }
  return done;
}

/** The servers as the replicas' database, which no replica starts or restarts. */
function databaseOf(servers: Arrangement): Database {
  return {
    args: [],
    environment: { DATABASE_URL: servers.url },
    looks: [servers.look],
    kill: () => servers.lose('killed'),
    async recover() {},
    isBack: () => true,
    remove: servers.remove,
  };
}
