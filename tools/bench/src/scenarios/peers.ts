import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, outputOf, runProgram } from '@cascade/repository/test-kit';
import { systemPrograms } from '@cascade/service/bench';
import { allStatuses, apiKey, benchAccount } from '../harness/accounts.ts';
import type { Bed } from '../harness/bed.ts';
import { forkModule } from '../harness/fork.ts';
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
  type Fate,
  findSaturation,
  isBoundByLoad,
  type Limit,
  type Measured,
  openScene,
  type Saturation,
  type Scene,
  type SceneRun,
  type System,
  type SystemNeeds,
  secondsToDrain,
} from './peers/scene.ts';

type Given = Pick<ScenarioRun<Values>, 'values' | 'say'>;
const systems: Readonly<Record<string, (bed: Bed, around: SystemNeeds) => Promise<System>>> = {
  floor: startFloor,
  cascade: startCascade,
  memory: (bed, around) => startKannel(bed, around, 'memory'),
  spool: (bed, around) => startKannel(bed, around, 'spool'),
};

const all = [...Object.keys(systems), 'pgbench'];
const options = {
  seconds: number('of each load', 10),
  rate: number('the common rate', 300),
  rounds: number('of kill -9 at each rate', 3),
  kills: list('messages a second under kill -9', '50,300,1000', numberOf),
  window: number('milliseconds from an answer of the SMSC to the latest commit of its result', 1_000),
  only: some('some of them; writes nothing', all),
  reports: list('reports of each message', '3,1', (given) => (given === '1' ? 1 : 3)),
};
type Values = ValuesOf<typeof options>;

/** The service beside Kannel, with the same load, SMSC and receiver; and what PostgreSQL alone can write. */
export default scenario({
  says: "The service beside Kannel (Debian's package), in turns: the rate at which each saturates, lag and processor time at a common rate, and what is lost or doubled after kill -9, beside what was under way. Beside them a server that keeps and sends nothing, which shows where the load generator is the bound, and the writes of a cascade by pgbench. Writes results/peers.json. Ends with 1 if the service sent a message twice that was not under way at a kill.",
  minutes: 60,
  isFigure: true,
  options,
  examples: {
    '': 'as in the result file',
    '--only floor,cascade,memory --seconds 3 --rounds 0 --reports 1': 'a smoke test of five minutes',
  },
  async run({ bed, values, say, each, report }) {
    const present = await presentOf(values.only, say);
    const wanted = values.reports.map((reports) => [reports === 1 ? 'one report' : 'three reports', reports]);
    const results = await each(
      Object.fromEntries(wanted) as Readonly<Record<string, 1 | 3>>,
      (ofAll, reports) => compare(ofAll, reports, present, { values, say }),
    );
    let limit: Limit | undefined;
    if (present.includes('pgbench')) {
      limit = await measureLimit(bed, values.seconds);
      say(`pgbench: ${JSON.stringify(limit.cascadesPerSecond)}`);
    }
    if (values.only.length === all.length)
      report({
        says: `In turns. highestRate: the highest rate, to ${step} a second, of which all messages of ${values.seconds} s are accepted and reported delivered within ${secondsToDrain} s after the load; failsAt: the lowest that two tries did not hold; isBoundByLoad: load and receiver alone do hardly more; atHighestRate: at that rate; atCommonRate: at ${values.rate} a second; rounds: kill -9 of all processes under load, and a start with what they have kept: sentTwice are at most the sends that were under way, which the SMSC had not answered ${values.window} ms before; beforeKills and gateway: what the SMSC counted until then and at the end, where repeats that no kill explains must be 0. Load, SMSC and receiver are the same for all, on the same cores`,
        ...results,
        limit,
      });
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

/** The load and the receiver alone: a server that answers and reports at once, and keeps and sends nothing. */
async function startFloor(bed: Bed, { receiverUrl, reports }: SystemNeeds): Promise<System> {
  const module = new URL('../harness/children/floor.ts', import.meta.url);
  const args = [receiverUrl, statusesOf(reports).join(',')];
  const { message: url, pid } = bed.closing(await forkModule<string>(module, args));
  return {
    name: 'load and receiver alone',
    says: 'keeps nothing and sends nothing: no system can be measured beyond its rate',
    running: () => ({ kind: 'cascade', url, key: apiKey, pids: [pid] }),
  };
}

const statusesOf = (reports: 1 | 3): readonly string[] => (reports === 1 ? ['DELIVERED'] : allStatuses);

/** The service with its own PostgreSQL, fsync on, as an operator starts it; it refuses nothing. */
async function startCascade(bed: Bed, { gateway, receiverUrl, reports }: SystemNeeds): Promise<System> {
  const accounts = [benchAccount(receiverUrl, statusesOf(reports))];
  const start = () => bed.service({ accounts, gateway });
  let service = await start();
  return {
    name: 'cascade',
    says: 'each message, attempt and report is committed to PostgreSQL with fsync',
    running: () => ({ kind: 'cascade', url: service.url, key: apiKey, pids: [service.pid] }),
    crash: {
      async kill() {
        killTree(service.pid);
        await service.kill();
      },
      async restart() {
        service = await start();
      },
    },
  };
}

/** Of the highest rate. */
const step = 50;

/** Measures all systems in turns, with as many reports of a message; by name. */
async function compare(
  bed: Bed,
  reports: 1 | 3,
  present: readonly string[],
  { values, say }: Given,
): Promise<Readonly<Record<string, Measured>>> {
  const { seconds, rate: commonRate, window: windowMs } = values;
  const scenes: Scene[] = [];
  for (const [name, start] of Object.entries(systems))
    if (present.includes(name))
      scenes.push(await openScene(bed, { reports, windowMs, isOurs: name === 'cascade' }, start));
  const note = (scene: Scene, what: string, seen: object) =>
    say(`${scene.system.name}, ${reports} reports: ${what}: ${JSON.stringify(seen)}`);
  for (const scene of scenes) await scene.run(commonRate / 3, 5);
  const common: SceneRun[] = [];
  for (const scene of scenes) {
    const run = await scene.run(commonRate, seconds);
    note(scene, 'common rate', run);
    common.push(run);
  }
  const runs = scenes.map(() => new Map<number, SceneRun>());
  const saturations = await findSaturation(
    scenes.map(
      (scene, at) => (rate) =>
        scene.holds(rate, seconds, (tried, isHeld) => {
          runs[at]?.set(rate, tried);
          note(scene, isHeld ? 'holds' : 'does not hold', tried);
        }),
    ),
    { from: 100, step },
  );
  const floor = scenes.findIndex(({ system }) => system.crash === undefined);
  const fates = await crashAll(scenes, reports, { values, say });
  return Object.fromEntries(
    scenes.map(({ system: { name, says } }, at) => {
      const { holds = 0, fails }: Partial<Saturation> = saturations[at] ?? {};
      const atHighestRate = runs[at]?.get(holds);
      const measured = {
        says,
        highestRate: holds,
        ...(fails !== undefined && { failsAt: fails }),
        ...(at !== floor && isBoundByLoad(holds, saturations[floor]?.holds) && { isBoundByLoad: true }),
        ...(atHighestRate && { atHighestRate }),
        atCommonRate: common[at],
        ...fates[at],
      };
      return [name, measured as Measured];
    }),
  );
}

/** Kills each in turns, with one report alone: what is lost does not depend on their number. */
async function crashAll(scenes: readonly Scene[], reports: 1 | 3, { values: { kills, rounds }, say }: Given) {
  const crashed = [];
  for (const scene of scenes) crashed.push({ scene, beforeKills: await scene.judge(), rounds: [] as Fate[] });
  for (const rate of reports === 1 ? kills : [])
    for (let round = 1; round <= rounds; round += 1)
      for (const { scene, rounds } of crashed) {
        const { crash, name } = scene.system;
        if (crash === undefined) continue;
        const fate = await scene.crash(rate, 3, crash);
        say(`${name}: kill -9: ${JSON.stringify(fate)}`);
        rounds.push(fate);
      }
  const found = [];
  for (const { scene, beforeKills, rounds } of crashed)
    found.push(scene.system.crash && { rounds, beforeKills, gateway: await scene.judge() });
  return found;
}

const password = 'bench';

/**
 * Kannel's two boxes on ports of loopback. With its spools it keeps messages and open reports in files,
 * without fsync; otherwise in memory.
 */
async function startKannel(bed: Bed, around: SystemNeeds, store: 'memory' | 'spool'): Promise<System> {
  const folder = join(bed.folder, store);
  for (const name of ['store', 'reports']) await mkdir(join(folder, name), { recursive: true });
  const ports = { admin: await freePort(), boxes: await freePort(), http: await freePort() };
  const { smppPort: smscPort } = around.gateway;
  const file = await bed.fill(`${store}.conf`, new URL('peers/kannel.conf', import.meta.url), {
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
    crash: {
      kill,
      async restart() {
        boxes = await startBound(file, ports);
      },
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
