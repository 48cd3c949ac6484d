import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { drain, lookOn } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { startTraffic } from '../harness/callers.ts';
import { breakFor } from '../harness/faults.ts';
import { lacksPostgres, makeRoot, startCluster, urlOf } from '../harness/postgres.ts';
import { accountsOf, startSubject } from '../harness/receivers.ts';
import { number, scenario } from '../harness/scenario.ts';
import { longestGap } from '../harness/statistics.ts';

/** Debian's package faketime. The second library is for programs with several threads, such as Node. */
const folder = '/usr/lib/x86_64-linux-gnu/faketime';
const libraries = {
  database: `${folder}/libfaketime.so.1`,
  service: `${folder}/libfaketimeMT.so.1`,
} as const;
type Party = keyof typeof libraries;
const allParties: readonly (readonly Party[])[] = [['service'], ['database'], ['service', 'database']];
const times = { before: 15, after: 25, drain: 200 } as const;
const perSecond = 5;
/** Programs read the clock that was set at most a second later (FAKETIME_CACHE_DURATION). */
const untilSeen = 1_200; // milliseconds

/**
 * Its own schedule, apart from mixed: a gap in the callbacks is compared with the time before the same step.
 */
export default scenario({
  says: "Sets the clocks of the service, of its database and of both under load, forward and back. Ends with 1 if a message was sent twice that was not under way at a step. Needs Debian's postgresql and faketime. Writes results/clock-steps.json.",
  minutes: 6,
  options: { step: number('seconds', 7_200) },
  examples: { '': 'as in the result file' },
  lacks: () => lacksPostgres ?? (existsSync(libraries.service) ? undefined : 'this machine has no faketime'),
  async run({ values: { step: seconds }, each, report }) {
    const cases = allParties.flatMap((parties) =>
      [seconds, -seconds].map((step) => [`${parties.join(' and ')}, ${step} s`, { parties, step }] as const),
    );
    const found = await each(Object.fromEntries(cases), (bed, { parties, step }) =>
      measure(bed, parties, step),
    );
    report({
      says: `${perSecond} messages a second to a healthy receiver, and ${perSecond} to another that answers 500 from 5 s before the step to 5 s after it; the longest gap between two callbacks to the healthy one in ${times.before} s before the step and in ${times.after} s after it, in milliseconds; then the seconds until all messages have ended and all events are taken: an event that failed twice is repeated 128 s later (ADR-0018)`,
      steps: Object.values(found),
    });
  },
});

async function measure(bed: Bed, parties: readonly Party[], step: number) {
  const root = await makeRoot(bed);
  const clocks = { service: await fakeClock(bed, 'service'), database: await fakeClock(bed, 'database') };
  const healthy = await startSubject(bed, 'healthy');
  const failing = await startSubject(bed, 'failing');
  // Receipts are signed with the machine's clock, which the service would not accept after a step.
  const gateway = await bed.gateway({ latencyMs: 100, hasReceipts: false });
  const { environment } = clocks.database;
  const databaseUrl = urlOf([await startCluster(bed, root, 'one', { environment })]);
  const { url } = await bed.service({
    accounts: accountsOf([healthy, failing]),
    gateway,
    databaseUrl,
    environment: clocks.service.environment,
  });
  const traffic = startTraffic(url, [
    { key: healthy.name, perSecond },
    { key: failing.name, perSecond },
  ]);
  await setTimeout(5_000);
  const begin = Date.now();
  await setTimeout((times.before - 5) * 1_000);
  const stepAt = await breakFor(failing, 'failing', async () => {
    await setTimeout(5_000);
    const now = Date.now();
    await gateway.during('a step', async () => {
      await Promise.all(parties.map((party) => clocks[party].set(step)));
      await setTimeout(untilSeen);
    });
    await setTimeout(5_000 - untilSeen);
    return now;
  });
  await setTimeout((times.after - 5) * 1_000);
  const end = Date.now();
  const { refused } = await traffic.stop();
  const arrivals = healthy.taken.map(({ at }) => at);
  const { last, drainSeconds } = await drain([lookOn(databaseUrl)], [], {
    patienceMs: times.drain * 1_000,
    pauseMs: 250,
  });
  return {
    clockOf: parties.join(' and '),
    stepSeconds: step,
    longestGapBefore: longestGap(arrivals, begin, stepAt),
    longestGapAfter: longestGap(arrivals, stepAt, end),
    refused,
    secondsToDrain: drainSeconds,
    messages: last.messages,
    notEnded: last.notEnded,
    notReported: last.notReported,
    taken: [healthy, failing].map(({ receiver }) => receiver.taken.size),
    gateway: await gateway.judge(),
  };
}

/** The wall clock of a program, which can be set while it runs. Its monotonic clock goes on. */
async function fakeClock(bed: Bed, party: Party) {
  const textOf = (seconds: number) => `${seconds < 0 ? '' : '+'}${seconds}\n`;
  const file = await bed.write(`${party}.faketime`, textOf(0));
  // The database server runs as another user.
  await chmod(file, 0o644);
  return {
    /** Sets it to the machine's time and that many seconds. */
    set: (seconds: number) => writeFile(file, textOf(seconds)),
    environment: {
      LD_PRELOAD: libraries[party],
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
