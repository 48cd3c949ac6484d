import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { lookBeside } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { countBy, type TimedCall } from '../harness/callers.ts';
import { type DatabaseFault, databaseFaults } from '../harness/faults.ts';
import { watchReadiness } from '../harness/metrics.ts';
import { startPatient } from '../harness/replicas.ts';
import { scenario, some, text } from '../harness/scenario.ts';
import { longestGap, seconds, tenths } from '../harness/statistics.ts';

const names = ['first', 'second', 'third'] as const;
const callersEach = 4;
/** Milliseconds. */
const times = { before: 4_000, fault: 20_000, after: 5_000, unanswered: 100_000 } as const;
const sigterm = 'SIGTERM';
const all = [...Object.keys(databaseFaults), sigterm];

/**
 * Each fault for the same time on a service of its own (mixed has them at random): what callers notice can be
 * compared.
 */
export default scenario({
  says: 'Takes the database away from the service under load in several ways: what callers notice, and what is lost. Writes results/database-faults.json. Ends with 1 if a message was sent twice that was not under way at the fault.',
  minutes: 6,
  options: {
    only: some('some of them; writes nothing', all),
    program: text('`cli.ts` of another version, to compare with; writes nothing'),
    before: text('the output of such a run, to put beside this one'),
  },
  examples: { '': 'as in the result file', [`--only ${sigterm}`]: 'one fault' },
  async run({ values: { only, program, before }, each, report }) {
    const faults = Object.entries<DatabaseFault>(databaseFaults).filter(([name]) => only.includes(name));
    const ends = only.includes(sigterm) ? [sigterm] : [];
    const results = {
      ...(await each(Object.fromEntries(faults), (bed, fault) => runFault(bed, fault, program))),
      ...(await each({ ...(ends.length > 0 && { 'silent for good, SIGTERM': sigterm }) }, (bed) =>
        runSigterm(bed, program),
      )),
    };
    if (program === undefined && only.length === all.length)
      report({
        says: 'three accounts with four callers each; the database is taken away for 20 s in one of the ways, behind a proxy that can swallow what connections carry; the account first is the one whose row is locked',
        ...(before !== undefined && { before: JSON.parse(await readFile(before, 'utf8')) }),
        after: results,
      });
    else process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  },
});

/** Runs a service under load through one fault of 20 seconds. */
async function runFault(bed: Bed, fault: DatabaseFault, program: string | undefined) {
  const { server, patient, load } = await start(bed, program);
  const { replicas, gateway } = patient;
  const readiness = watchReadiness(replicas.all[0]?.operationsUrl ?? '');
  await setTimeout(times.before);
  const faultyAt = performance.now();
  // Until a while after its end: what waited then goes on or fails.
  const repairedAt = await gateway.during('the fault', async () => {
    const end = await fault(server, names[0]);
    await setTimeout(times.fault);
    await end();
    const now = performance.now();
    await setTimeout(times.after);
    return now;
  });
  await load.stop(times.unanswered - times.fault - times.after);
  await readiness.stop();
  const { calls, accepted } = load;
  const ids = [...accepted.keys()];
  const { last, ...end } = await patient.settled([lookBeside(server)], ids, { pauseMs: 250 });
  const bad = readiness.bad.find((at) => at > faultyAt);
  const seenBy = (isFirst: boolean) =>
    summaryOf(
      calls.filter(({ key }) => (key === names[0]) === isFirst),
      faultyAt,
      repairedAt,
    );
  const { doubleMessages, doubleDebits, wrongBooks } = last;
  const [{ exitCode, seconds } = {}] = await replicas.stop();
  return {
    first: seenBy(true),
    others: seenBy(false),
    notReadyAfterSeconds: bad === undefined ? 'never' : tenths(bad - faultyAt),
    accepted: ids.length,
    /**
     * Accepted, and not reported as delivered within four minutes; and the seconds until nothing was left to
     * report.
     */
    undelivered: end.undelivered,
    deliveredAfterSeconds: end.drainSeconds,
    /**
     * Refused as a repetition, although no request was sent twice: its own first attempt had been accepted.
     */
    refusedAsRepeated: calls.filter(({ outcome }) => outcome === 'requestId-is-not-unique').length,
    doubleMessages,
    doubleDebits,
    wrongBooks,
    repeatedCallbacks: end.repeatedCallbacks,
    gateway: end.gateway,
    sigterm: { exitCode, seconds },
  };
}

/** All connections fall silent, new ones too, and the service is told to stop. */
async function runSigterm(bed: Bed, program: string | undefined): Promise<object> {
  const { server, patient, load } = await start(bed, program);
  await setTimeout(times.before);
  server.proxy.silenceAll();
  await setTimeout(1_000);
  const [{ exitCode, seconds } = {}] = await patient.replicas.stop();
  await load.stop(0);
  return { exitCode: exitCode ?? 'killed after 60 s', seconds };
}

async function start(bed: Bed, program: string | undefined) {
  const server = await bed.server();
  const patient = await startPatient(bed, {
    accounts: (url) => names.map((name) => ({ name, url, cascades: { 1: ['SMS'] } })),
    databaseUrl: server.databaseUrl,
    logLevel: 'warn',
    program,
  });
  const log = join(tmpdir(), 'cascade-database-faults.log');
  bed.use(patient.replicas, ({ all }) =>
    writeFile(
      log,
      all.map(({ output }) => output),
    ),
  );
  const load = patient.load({
    callers: names.length * callersEach,
    next: (_, caller) => ({ key: names[caller % names.length] ?? '', cascadeId: 1 }),
  });
  return { server, patient, load };
}

/** What callers noticed. */
function summaryOf(calls: readonly TimedCall[], faultyAt: number, repairedAt: number): object {
  const during = calls.filter(({ end }) => end > faultyAt);
  const accepted = during.filter(({ status }) => status === 200).sort((a, b) => a.end - b.end);
  // Of a request that was sent under the fault: an answer that was on its way says nothing.
  const next = accepted.find(({ begin }) => begin > faultyAt);
  const afterRepair = accepted.find(({ end }) => end > repairedAt);
  const ends = accepted.map(({ end }) => end);
  return {
    answers: countBy(during.map(({ status, outcome }) => (status === 200 ? '200' : outcome))),
    longestWaitSeconds: seconds(Math.max(0, ...during.map(({ begin, end }) => end - begin))),
    acceptsAgainAfterSeconds: next === undefined ? 'never' : seconds(next.end - faultyAt),
    longestGapSeconds: seconds(longestGap(ends, faultyAt, repairedAt)),
    afterRepairSeconds: afterRepair === undefined ? 'never' : seconds(afterRepair.end - repairedAt),
  };
}
