import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { audit, type ServerBehindProxy, startServerBehindProxy } from '@cascade/service/bench';
import { repeatsOf } from '../harness/audit.ts';
import { type Bed, withBed } from '../harness/bed.ts';
import { type Call, type Callers, countBy, startCallers } from '../harness/callers.ts';
import { type DatabaseFault, databaseFaults } from '../harness/faults.ts';
import { watchReadiness } from '../harness/metrics.ts';
import { type CountingReceiver, startCountingReceiver } from '../harness/receivers.ts';
import { scenario, text } from '../harness/scenario.ts';
import { longestGap, seconds, tenths } from '../harness/statistics.ts';
import { find } from '../harness/waits.ts';

const names = ['first', 'second', 'third'] as const;
const callersEach = 4;
/** Milliseconds. */
const times = { before: 4_000, fault: 20_000, after: 5_000, unanswered: 100_000 } as const;
const sigterm = 'SIGTERM';

/** Each fault for the same time on a service of its own (mixed has them at random): what callers notice can be compared. */
export default scenario({
  says: 'Takes the database away from the service under load in several ways: what callers notice, and what is lost. Writes results/database-faults.json. Ends with 1 if a message was sent twice that was not under way at the fault.',
  minutes: 6,
  options: {
    only: text(`one fault, or ${sigterm}; writes nothing: ${Object.keys(databaseFaults).join(', ')}`),
    program: text('`cli.ts` of another version, to compare with; writes nothing'),
    before: text('the output of such a run, to put beside this one'),
  },
  examples: { '': 'as in the result file', [`--only ${sigterm}`]: 'one fault' },
  async run({ values: { only, program, before }, say, report }) {
    const results: Record<string, object> = {};
    let isOnce = true;
    for (const [name, fault] of Object.entries<DatabaseFault>(databaseFaults)) {
      if (only !== undefined && only !== name) continue;
      const { isRight, ...found } = await withBed((bed) => runFault(bed, fault, program));
      isOnce &&= isRight;
      results[name] = found;
      say(`${name}: ${JSON.stringify(found)}`);
    }
    if (only === undefined || only === sigterm)
      results['silent for good, SIGTERM'] = await withBed((bed) => runSigterm(bed, program));
    if (program === undefined && only === undefined)
      report({
        says: 'three accounts with four callers each; the database is taken away for 20 s in one of the ways, behind a proxy that can swallow what connections carry; the account first is the one whose row is locked',
        ...(before !== undefined && { before: JSON.parse(await readFile(before, 'utf8')) }),
        after: results,
      });
    else process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
    return isOnce;
  },
});

/** Runs a service under load through one fault of 20 seconds. */
async function runFault(bed: Bed, fault: DatabaseFault, program: string | undefined) {
  const { server, service, receiver, gateway, load } = await start(bed, program);
  const readiness = watchReadiness(service.operationsUrl);
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
  const losses = await findLosses(server, receiver, load);
  const judgement = await gateway.judge();
  const beganAt = performance.now();
  const exitCode = await service.stop();
  const bad = readiness.bad.find((at) => at > faultyAt);
  return {
    first: summaryOf(
      load.calls.filter(({ key }) => key === names[0]),
      faultyAt,
      repairedAt,
    ),
    others: summaryOf(
      load.calls.filter(({ key }) => key !== names[0]),
      faultyAt,
      repairedAt,
    ),
    notReadyAfterSeconds: bad === undefined ? 'never' : tenths(bad - faultyAt),
    ...losses,
    gateway: judgement.gateway,
    sigterm: { exitCode, seconds: seconds(performance.now() - beganAt) },
    isRight: judgement.isOnce,
  };
}

/** All connections fall silent, new ones too, and the service is told to stop. */
async function runSigterm(bed: Bed, program: string | undefined): Promise<object> {
  const { server, service, load } = await start(bed, program);
  await setTimeout(times.before);
  server.proxy.silenceAll();
  await setTimeout(1_000);
  const beganAt = performance.now();
  const exitCode = await service.stop();
  const took = seconds(performance.now() - beganAt);
  await load.stop(0);
  return { exitCode: exitCode ?? 'killed after 60 s', seconds: took };
}

async function start(bed: Bed, program: string | undefined) {
  const receiver = await startCountingReceiver(bed);
  const server = await startServerBehindProxy();
  bed.use(server, () => server.remove());
  const gateway = await bed.gateway();
  const service = await bed.service({
    accounts: names.map((name) => ({ name, url: receiver.url, cascades: { 1: ['SMS'] } })),
    ...{ gateway, databaseUrl: server.databaseUrl, logLevel: 'warn', program },
  });
  bed.use(service, ({ output }) => writeFile(join(tmpdir(), 'cascade-database-faults.log'), output));
  const load = startCallers({
    urls: () => [service.url],
    callers: names.length * callersEach,
    next: (_, caller) => ({ key: names[caller % names.length] ?? '', cascadeId: 1 }),
  });
  return { server, service, receiver, gateway, load };
}

/** What callers noticed. */
function summaryOf(calls: readonly Call[], faultyAt: number, repairedAt: number): object {
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

/** What must be 0, but for the repeated callbacks, which may repeat. */
async function findLosses(
  server: ServerBehindProxy,
  receiver: CountingReceiver,
  { calls, accepted }: Callers,
) {
  const begin = performance.now();
  const missing = () => [...accepted.keys()].filter((requestId) => !receiver.delivered.has(requestId)).length;
  await find(() => missing() === 0, { seconds: 240 });
  const deliveredAfterSeconds = tenths(performance.now() - begin);
  const session = await server.session();
  const { doubleMessages, doubleDebits, wrongBooks } = await audit(session).finally(() => session.end());
  return {
    accepted: accepted.size,
    /** Accepted, and not reported as delivered within four minutes. */
    undelivered: missing(),
    /** Until the last of them was reported. */
    deliveredAfterSeconds,
    /** Refused as a repetition, although no request was sent twice: its own first attempt had been accepted. */
    refusedAsRepeated: calls.filter(({ outcome }) => outcome === 'requestId-is-not-unique').length,
    ...{ doubleMessages, doubleDebits, wrongBooks },
    repeatedCallbacks: repeatsOf(receiver.times),
  };
}
