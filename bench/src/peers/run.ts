import { loadavg } from 'node:os';
import { readCommand } from '../command.ts';
import { report } from '../report.ts';
import { highestRate } from './bisect.ts';
import { startCascade } from './cascade-system.ts';
import type { Measured } from './chart-of.ts';
import { startKannel, whyNoKannel } from './kannel-system.ts';
import { measureLimit, whyNoPgbench } from './limit.ts';
import { openScene, type Run, type Scene } from './scene.ts';
import type { Around, Fate, System } from './system.ts';

/** The service beside Kannel, with the same load, SMSC and receiver; and what PostgreSQL alone can write. */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench peers --',
  says: "Compares the service with Kannel (Debian's package) in one run: the highest rate that drains, lag and processor time at a common rate, and what is lost or doubled after kill -9, beside what was under way. Beside them the writes of a cascade by pgbench. Forty minutes on a quiet machine; writes results/peers.json. Ends with 1 if the service sent a message twice that was not under way at a kill.",
  options: {
    seconds: { type: 'string', default: '10', says: 'of each load' },
    rate: { type: 'string', default: '300', says: 'the common rate' },
    most: { type: 'string', default: '3200', says: 'the highest rate that is tried' },
    rounds: { type: 'string', default: '3', says: 'of kill -9 at each rate' },
    kills: { type: 'string', default: '50,300,1000', says: 'messages a second under kill -9' },
    window: {
      type: 'string',
      default: '1000',
      says: 'milliseconds from an answer of the SMSC to the latest commit of its result',
    },
    only: { type: 'string', says: 'cascade, memory, spool or pgbench, comma-separated; writes nothing' },
    reports: { type: 'string', default: '3,1', says: 'reports of each message' },
  },
  examples: {
    '': 'as in the result file',
    '--only cascade,memory --seconds 3 --rounds 1 --most 400 --reports 1': 'a smoke test of three minutes',
  },
});
const seconds = Number(values.seconds);
const commonRate = Number(values.rate);
const secondsToDrain = 6;
const say = (line: string) => void process.stderr.write(`${line}\n`);

const systems: Readonly<Record<string, (around: Around) => Promise<System>>> = {
  cascade: startCascade,
  memory: (around) => startKannel(around, 'memory'),
  spool: (around) => startKannel(around, 'spool'),
};
const wanted = values.only?.split(',') ?? [...Object.keys(systems), 'pgbench'];
const [noKannel, noPgbench] = [await whyNoKannel(), await whyNoPgbench()];
const isAbsent = (name: string) =>
  name === 'pgbench' ? noPgbench : name === 'cascade' ? undefined : noKannel;
for (const name of wanted) {
  const why = isAbsent(name);
  if (why !== undefined) say(`${name} is skipped: ${why}`);
}
const present = wanted.filter((name) => isAbsent(name) === undefined);
const loadBefore = loadavg()[0];

const results: Record<string, Record<string, Measured>> = {};
for (const reports of values.reports.split(',').map((text) => (text === '1' ? 1 : 3))) {
  const row: Record<string, Measured> = {};
  for (const name of present) {
    const start = systems[name];
    if (start === undefined) continue;
    const scene = await openScene(reports, Number(values.window), start);
    try {
      row[scene.system.name] = await measure(scene, reports);
    } finally {
      await scene.close();
    }
  }
  results[reports === 1 ? 'one report' : 'three reports'] = row;
}
const limit = present.includes('pgbench') ? await measureLimit(seconds) : undefined;
if (limit !== undefined) say(`pgbench: ${JSON.stringify(limit.cascadesPerSecond)}`);

if (values.only === undefined) {
  report('peers', ['npx pnpm --filter @cascade/bench peers --', ...process.argv.slice(2)].join(' '), {
    says: `highestRate: the highest rate, to 50 a second, of which all messages of ${seconds} s are accepted and reported delivered within ${secondsToDrain} s after the load; atHighestRate: at that rate; atCommonRate: at ${commonRate} a second; rounds: kill -9 of all processes under load, and a start with what they have kept: sentTwice are at most the sends that were under way, which the SMSC had not answered ${values.window} ms before; beforeKills and gateway: what the SMSC counted until then and at the end, where repeats that no kill explains must be 0. Load, SMSC and receiver are the same for all, on the same cores`,
    loadAverage: { before: loadBefore, after: loadavg()[0] },
    ...results,
    limit,
  });
}

async function measure({ system, run, crash, judge }: Scene, reports: 1 | 3): Promise<Measured> {
  const title = `${system.name}, ${reports === 1 ? 'one report' : 'three reports'}`;
  await run(commonRate / 3, 5);
  const atCommonRate = await run(commonRate, seconds);
  say(`${title}: ${JSON.stringify(atCommonRate)}`);
  const runs = new Map<number, Run>();
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
  const most = Number(values.most);
  const highest = await highestRate(holds, { from: 100, step: 50, most });
  const rounds: Fate[] = [];
  // What is lost does not depend on the number of reports.
  const { gateway: beforeKills } = await judge();
  for (const rate of reports === 1 ? values.kills.split(',').map(Number) : [])
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const fate = await crash(rate, 3);
      say(`${title}: kill -9: ${JSON.stringify(fate)}`);
      rounds.push(fate);
    }
  const { gateway, isOnce } = await judge();
  if (system.name === 'cascade' && !isOnce) process.exitCode = 1;
  say(`${title}: ${JSON.stringify(gateway)}`);
  const atHighestRate = runs.get(highest);
  const found = { says: system.says, highestRate: highest, atCommonRate, rounds, beforeKills, gateway };
  return atHighestRate === undefined ? found : { ...found, atHighestRate };
}
