import { setTimeout as pause } from 'node:timers/promises';
import { lookInto } from '@cascade/service/bench';
import { allStatuses, benchAccount } from '../harness/accounts.ts';
import { type Bed, withBed } from '../harness/bed.ts';
import { costsByRate, meterOf } from '../harness/cascade-cost.ts';
import { insertAccounts, newItem, openEmptyStore, openIntake } from '../harness/intake.ts';
import { serverClock } from '../harness/processes.ts';
import { startReporter } from '../harness/receivers.ts';
import { number, scenario } from '../harness/scenario.ts';
import { round } from '../harness/statistics.ts';

const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const rates = [25, 50, 100, 200, 400, 800];

/** Measures what the capacity model is fitted to. */
export default scenario({
  says: 'Processor time of commits by size and of cascades by rate. On an idle machine, Linux only; writes results/capacity-costs.json.',
  minutes: 3,
  options: { seconds: number('of each rate; of each size a fifth', 8) },
  examples: { '': 'as in the result file' },
  async run({ values: { seconds }, report }) {
    const intake = await withBed((bed) => measureIntake(bed, seconds / 5));
    const cascades = await withBed((bed) => measureCascades(bed, seconds));
    report({
      says: 'processor time of Node and of all processes of PostgreSQL: for one commit of the intake by its size, and for one whole cascade of one stage and three callbacks by the rate, with what is used at rest taken off',
      intake,
      cascades,
    });
  },
});

/** Measures commits of each size, one after the other, for one account. */
async function measureIntake(bed: Bed, secondsEach: number) {
  const { pool } = await openEmptyStore(bed);
  const { commit } = openIntake(pool);
  const [accountId = 0] = await insertAccounts(pool);
  const clock = await serverClock(pool);
  const read = () => ({ postgres: clock(), node: nodeSeconds(), wall: performance.now() / 1_000 });
  const during = async (messages: number, seconds: number) => {
    const before = read();
    let commits = 0;
    while (read().wall - before.wall < seconds) {
      await commit(Array.from({ length: messages }, () => newItem(accountId)));
      commits += 1;
    }
    const after = read();
    const each = (key: keyof typeof before) => round(((after[key] - before[key]) * 1_000) / commits);
    return { messages, postgresMs: each('postgres'), nodeMs: each('node'), wallMs: each('wall') };
  };
  await during(64, secondsEach * 2.5); // until everything is compiled and planned
  const costs: Awaited<ReturnType<typeof during>>[] = [];
  for (const size of sizes) costs.push(await during(size, secondsEach));
  return costs;
}

/** One replica, one account, three callbacks a cascade. */
async function measureCascades(bed: Bed, secondsEach: number) {
  const receiver = await startReporter(bed);
  const service = await bed.service({ accounts: [benchAccount(receiver.message, allStatuses)] });
  return lookInto(bed.dataFolder, async (asked) => {
    const meter = await meterOf({ service, receiver, asked });
    await meter.offer(400, 6); // until everything is compiled and planned
    await pause(1_000);
    const found = await costsByRate(meter, rates, { rest: 4, each: secondsEach });
    return {
      ...found,
      byRate: found.byRate.map(({ endedPerSecond, nodeMicroseconds, postgresMicroseconds, walBytes }) => {
        return { perSecond: round(endedPerSecond), nodeMicroseconds, postgresMicroseconds, walBytes };
      }),
    };
  });
}

function nodeSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
