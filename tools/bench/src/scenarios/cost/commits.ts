import type { Bed } from '../../harness/bed.ts';
import { insertAccounts, newItem, openEmptyStore, openIntake } from '../../harness/intake.ts';
import { serverClock } from '../../harness/processes.ts';
import { round } from '../../harness/statistics.ts';

/** Messages in a commit of the intake; 256 is the most. */
const sizes = [1, 16, 256];

/** What commits of each size cost, one after the other, for one account: in milliseconds. */
export async function measureCommits(bed: Bed, secondsEach: number) {
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
    return { messages, postgres: each('postgres'), node: each('node'), wall: each('wall') };
  };
  await during(64, secondsEach * 2.5); // until everything is compiled and planned
  const costs: Awaited<ReturnType<typeof during>>[] = [];
  for (const size of sizes) costs.push(await during(size, secondsEach));
  return costs;
}

function nodeSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
