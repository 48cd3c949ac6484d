import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate, nextVersion, openStore } from '@cascade/service/bench';
import { allStatuses } from '../harness/accounts.ts';
import { fillStore, insertAccounts, newItem, openIntake, type Pool } from '../harness/intake.ts';
import { scenario } from '../harness/scenario.ts';
import { latency, round } from '../harness/statistics.ts';

const usual = 2_000_000;
const callers = 8;
/** Of all callers together. */
const offeredPerSecond = 200;
// Filling takes longer than the service waits.
const patience = { statement: 0, lock: 0, idle: 0, connect: 30_000, answer: 0 };

export default scenario({
  says: 'How long the migrations of a made-up next version take, which fill a column of every status event of a large store and put it into a key, what they add to its size, and how long callers wait meanwhile. 8 GB; writes results/upgrade.json, of another number of messages results/upgrade-<number>.json.',
  minutes: 10,
  isFigure: true,
  words: { messages: 'in the store, each with an attempt and three status events; 2,000,000 if absent' },
  examples: {
    '': 'ten minutes, 8 GB',
    '10000000': 'an hour, 40 GB',
    '20000': 'half a minute, to see that it works',
  },
  async run({ bed, words: [given], say, report }) {
    const messages = Number(given ?? usual);
    const { dataFolder } = bed;
    const store = bed.closing(await openStore({ dataFolder, poolSize: 30, patience }));
    const { pool } = store;
    await migrate(pool);
    const accountIds = await insertAccounts(pool, 20);
    await fillStore(pool, {
      to: messages,
      owners: accountIds,
      addresses: 1_000_000,
      id: 'gen_random_uuid()',
      statuses: allStatuses,
      hasLedger: true,
      say,
    });
    await pool.query('vacuum analyze');
    const { intake } = openIntake(pool);
    let next = 0;
    const submit = () => {
      next += 1;
      return intake.submit(newItem(accountIds[next % accountIds.length] ?? 0));
    };
    const before = await gigabytes(pool);
    const idle = await during(submit, () => pause(10_000));
    const { folder } = await nextVersion();
    bed.use(folder, () => rm(folder, { recursive: true }));
    const beforeServing = await during(submit, () => migrate(pool, { folder, neededOnly: true }));
    const whileServing = await during(submit, () => migrate(pool, { folder, onProgress: say }));
    const between = await gigabytes(pool);
    await pool.query("update cascade.migrations set applied_at = applied_at - interval '25 hours'");
    const aDayLater = await during(submit, () => migrate(pool, { folder }));
    const idleAgain = await during(submit, () => pause(10_000));
    report(
      {
        says: `${callers} callers schedule ${offeredPerSecond} messages a second through a replica of the version before while the migrations of a made-up next version run on ${messages} messages of 20 accounts, each with an attempt, three status events and two entries of the ledger`,
        messages,
        idle,
        beforeServing,
        whileServing,
        aDayLater,
        idleAgain,
        gigabytes: { before, between, after: await gigabytes(pool) },
      },
      { name: messages === usual ? 'upgrade' : `upgrade-${messages}` },
    );
  },
});

async function gigabytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select pg_database_size(current_database()) as bytes');
  return round(Number(rows[0].bytes) / 1e9);
}

/** The work, its seconds, and how long callers waited meanwhile. */
async function during(submit: () => Promise<unknown>, work: () => Promise<unknown>): Promise<object> {
  let failed = 0;
  let working = true;
  const waits: number[] = [];
  const caller = async (_: unknown, n: number) => {
    await pause((n * 1_000) / offeredPerSecond);
    for (let next = performance.now(); working; next += (callers * 1_000) / offeredPerSecond) {
      await pause(next - performance.now());
      const begin = performance.now();
      // The statement times out after 30 seconds.
      await submit().catch(() => {
        failed += 1;
      });
      waits.push(performance.now() - begin);
    }
  };
  const began = performance.now();
  const calling = Promise.all(Array.from({ length: callers }, caller));
  await work();
  const seconds = (performance.now() - began) / 1_000;
  working = false;
  await calling;
  return {
    seconds: round(seconds),
    acceptedPerSecond: Math.round((waits.length - failed) / seconds),
    failed,
    ...latency(waits),
    longestWaitMilliseconds: round(Math.max(...waits)),
  };
}
