import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, outputOf, runProgram } from '@cascade/repository/test-kit';
import { systemPrograms } from '@cascade/service/bench';
import { allStatuses, apiKey, benchAccount } from '../harness/accounts.ts';
import type { Bed } from '../harness/bed.ts';
import { startBoxes, whyNoKannel } from '../harness/kannel.ts';
import { makeRoot, operator, startCluster } from '../harness/postgres.ts';
import { killTree } from '../harness/processes.ts';
import {
  list,
  number,
  numberOf,
  type Run as ScenarioRun,
  scenario,
  some,
  type ValuesOf,
} from '../harness/scenario.ts';
import { until } from '../harness/waits.ts';
import {
  chartOf,
  type Fate,
  highestRate,
  type Limit,
  type Measured,
  openScene,
  type Scene,
  type SceneRun,
  type System,
  type SystemNeeds,
} from './peers/scene.ts';

type Given = Pick<ScenarioRun<Values>, 'values' | 'say'>;
const secondsToDrain = 6;
const systems: Readonly<Record<string, (bed: Bed, around: SystemNeeds) => Promise<System>>> = {
  cascade: startCascade,
  memory: (bed, around) => startKannel(bed, around, 'memory'),
  spool: (bed, around) => startKannel(bed, around, 'spool'),
};

const all = [...Object.keys(systems), 'pgbench'];
const options = {
  seconds: number('of each load', 10),
  rate: number('the common rate', 300),
  most: number('the highest rate that is tried', 3_200),
  rounds: number('of kill -9 at each rate', 3),
  kills: list('messages a second under kill -9', '50,300,1000', numberOf),
  window: number('milliseconds from an answer of the SMSC to the latest commit of its result', 1_000),
  only: some('some of them; writes nothing', all),
  reports: list('reports of each message', '3,1', (given) => (given === '1' ? 1 : 3)),
};
type Values = ValuesOf<typeof options>;

/** The service beside Kannel, with the same load, SMSC and receiver; and what PostgreSQL alone can write. */
export default scenario({
  says: "Compares the service with Kannel (Debian's package) in one run: the highest rate that drains, lag and processor time at a common rate, and what is lost or doubled after kill -9, beside what was under way. Beside them the writes of a cascade by pgbench. On a quiet machine; writes results/peers.json. Ends with 1 if the service sent a message twice that was not under way at a kill.",
  minutes: 40,
  options,
  examples: {
    '': 'as in the result file',
    '--only cascade,memory --seconds 3 --rounds 1 --most 400 --reports 1': 'a smoke test of three minutes',
  },
  async run({ bed, values, say, each, report }) {
    const present = await presentOf(values.only, say);
    const starts = Object.entries(systems).filter(([name]) => present.includes(name));
    const results: Record<string, Record<string, Measured>> = {};
    for (const reports of values.reports) {
      const found = await each(Object.fromEntries(starts), async (ofScene, start, name) => {
        const isOurs = name === 'cascade';
        const scene = await openScene(ofScene, { reports, windowMs: values.window, isOurs }, start);
        return { name: scene.system.name, measured: await measure(scene, reports, { values, say }) };
      });
      const row = Object.values(found).map(({ name, measured }) => [name, measured] as const);
      results[reports === 1 ? 'one report' : 'three reports'] = Object.fromEntries(row);
    }
    let limit: Limit | undefined;
    if (present.includes('pgbench')) {
      limit = await measureLimit(bed, values.seconds);
      say(`pgbench: ${JSON.stringify(limit.cascadesPerSecond)}`);
    }
    if (values.only.length === all.length)
      report(
        {
          says: `highestRate: the highest rate, to 50 a second, of which all messages of ${values.seconds} s are accepted and reported delivered within ${secondsToDrain} s after the load; atHighestRate: at that rate; atCommonRate: at ${values.rate} a second; rounds: kill -9 of all processes under load, and a start with what they have kept: sentTwice are at most the sends that were under way, which the SMSC had not answered ${values.window} ms before; beforeKills and gateway: what the SMSC counted until then and at the end, where repeats that no kill explains must be 0. Load, SMSC and receiver are the same for all, on the same cores`,
          ...results,
          limit,
        },
        { chart: chartOf(results, limit) },
      );
  },
});

/** The systems that are wanted and can run here. */
async function presentOf(wanted: readonly string[], say: (line: string) => void) {
  const noKannel = await whyNoKannel();
  const noPgbench = await whyNoPgbench();
  const absent: Readonly<Record<string, string | undefined>> = {
    pgbench: noPgbench,
    memory: noKannel,
    spool: noKannel,
  };
  for (const name of wanted) if (absent[name] !== undefined) say(`${name} is skipped: ${absent[name]}`);
  return wanted.filter((name) => absent[name] === undefined);
}

/** The service with its own PostgreSQL, fsync on, as an operator starts it; it refuses nothing. */
async function startCascade(bed: Bed, { gateway, receiverUrl, reports }: SystemNeeds): Promise<System> {
  const accounts = [benchAccount(receiverUrl, reports === 1 ? ['DELIVERED'] : allStatuses)];
  const start = () => bed.service({ accounts, gateway });
  let service = await start();
  return {
    name: 'cascade',
    says: 'each message, attempt and report is committed to PostgreSQL with fsync',
    running: () => ({ kind: 'cascade', url: service.url, key: apiKey, pids: [service.pid] }),
    async kill() {
      killTree(service.pid);
      await service.kill();
    },
    async restart() {
      service = await start();
    },
  };
}

async function measure(
  { system, run, crash, judge }: Scene,
  reports: 1 | 3,
  { values: { seconds, rate: commonRate, most, kills, rounds: count }, say }: Given,
) {
  const title = `${system.name}, ${reports === 1 ? 'one report' : 'three reports'}`;
  await run(commonRate / 3, 5);
  const atCommonRate = await run(commonRate, seconds);
  say(`${title}: ${JSON.stringify(atCommonRate)}`);
  const runs = new Map<number, SceneRun>();
  const holds = async (rate: number) => {
    const tried = await run(rate, seconds);
    runs.set(rate, tried);
    const { accepted, offered, drainSeconds, loadSeconds } = tried;
    const isInTime =
      loadSeconds < seconds + 1 && drainSeconds !== undefined && drainSeconds <= secondsToDrain;
    const isHeld = accepted >= offered && isInTime;
    say(`${title}: ${rate} a second ${isHeld ? 'holds' : 'does not hold'}: ${JSON.stringify(tried)}`);
    return isHeld;
  };
  const highest = await highestRate(holds, { from: 100, step: 50, most });
  const rounds: Fate[] = [];
  // What is lost does not depend on the number of reports.
  const beforeKills = await judge();
  for (const rate of reports === 1 ? kills : [])
    for (let round = 1; round <= count; round += 1) {
      const fate = await crash(rate, 3);
      say(`${title}: kill -9: ${JSON.stringify(fate)}`);
      rounds.push(fate);
    }
  const gateway = await judge();
  say(`${title}: ${JSON.stringify(gateway)}`);
  const atHighestRate = runs.get(highest);
  const found = { says: system.says, highestRate: highest, atCommonRate, rounds, beforeKills, gateway };
  return atHighestRate === undefined ? found : { ...found, atHighestRate };
}

const password = 'bench';

/**
 * Kannel's two boxes on ports of loopback. With its spools it keeps messages and open reports in files,
 * without fsync; otherwise in memory.
 */
async function startKannel(bed: Bed, around: SystemNeeds, store: 'memory' | 'spool'): Promise<System> {
  const { folder } = bed;
  for (const name of ['store', 'reports']) await mkdir(join(folder, name));
  const ports = { admin: await freePort(), boxes: await freePort(), http: await freePort() };
  const { smppPort: smscPort } = around.gateway;
  const file = await bed.fill('kannel.conf', new URL('peers/kannel.conf', import.meta.url), {
    ...ports,
    smsc: smscPort,
    password,
    store: (store === 'spool' ? spools(folder) : ['dlr-storage = internal']).join('\n'),
  });
  let boxes = await startBound(file, ports);
  const kill = async () => void (await Promise.all(boxes.map((box) => box.end('SIGKILL'))));
  bed.use(boxes, kill);
  return {
    name: store === 'spool' ? 'Kannel with its spools' : 'Kannel without a store',
    says:
      store === 'spool'
        ? 'messages and open reports are files, written without fsync'
        : 'messages and open reports are in memory alone',
    running: () => ({
      kind: 'kannel',
      url: `http://127.0.0.1:${ports.http}`,
      key: password,
      pids: boxes.map((box) => box.process.pid ?? Number.NaN),
    }),
    kill,
    async restart() {
      boxes = await startBound(file, ports);
    },
  };
}

const spools = (folder: string) => [
  'store-type = spool',
  `store-location = ${join(folder, 'store')}`,
  'dlr-storage = spool',
  `dlr-spool = ${join(folder, 'reports')}`,
];

async function startBound(file: string, ports: Readonly<Record<'admin' | 'http', number>>) {
  const boxes = await startBoxes(file, ports);
  const status = `http://127.0.0.1:${ports.admin}/status.txt?password=${password}`;
  const isBound = async () => /online [0-9]+s/.test(await (await fetch(status)).text());
  await until('Kannel was bound to the SMSC', isBound, { seconds: 30 });
  return boxes;
}

const here = (name: string) => fileURLToPath(new URL(`peers/${name}`, import.meta.url));

/** Why the limit cannot be measured; undefined if it can. */
async function whyNoPgbench(): Promise<string | undefined> {
  const { code } = await runProgram('sh', ['-c', 'command -v pgbench']);
  return systemPrograms !== undefined && code === 0
    ? undefined
    : 'no pgbench (Debian: apt install postgresql)';
}

/**
 * What PostgreSQL alone can write on this machine, by pgbench on Debian's PostgreSQL as shipped, fsync on.
 */
async function measureLimit(bed: Bed, seconds: number): Promise<Limit> {
  const cluster = await startCluster(bed, await makeRoot(bed), 'limit');
  await cluster.ask(readFileSync(here('tables.sql'), 'utf8'));
  const cascadesPerSecond: Record<string, number> = {};
  for (const [atOnce, clients] of [
    [1, 32],
    [32, 8],
  ] as const) {
    const where = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', operator];
    const how = `-n -M prepared -c ${clients} -j 2 -T ${seconds} -D n=${atOnce} -D base=${atOnce * 10_000_000}`;
    const script = ['-f', here('cascade.sql'), 'postgres'];
    const out = await outputOf('pgbench', [...where, ...how.split(' '), ...script]);
    const tps = Number(/^tps = ([\d.]+)/m.exec(out)?.[1]);
    if (!Number.isFinite(tps)) throw new Error(`expected a rate, pgbench printed:\n${out}`);
    cascadesPerSecond[atOnce] = Math.round(tps * atOnce);
  }
  return {
    says: 'pgbench writes the rows of a cascade of one stage and three reports in three commits, and nothing else happens: no HTTP, no SMSC, no report; by the number of cascades in one commit',
    cascadesPerSecond,
  };
}
