import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { receiverFaults, startProgram } from '@cascade/repository/test-kit';
import { firstAttempts, judgeOrder, type SeenAttempt } from '@cascade/service/bench';
import { drainOutboxes, lookInside } from '../harness/audit.ts';
import type { Bed } from '../harness/bed.ts';
import { atRate, schedule, startTraffic } from '../harness/callers.ts';
import { accountsOf, startSubject } from '../harness/receivers.ts';
import { number, scenario } from '../harness/scenario.ts';
import { quantile, round } from '../harness/statistics.ts';

const judged = 'judged';
/** Milliseconds in which the faulty receivers fail before the messages begin: their back-off is under way. */
const faultsBefore = 30_000;
const longestDrain = 600_000;

/**
 * The order of status events (ADR-0037): its judge needs a log of each attempt, and is itself judged by wrong
 * logs.
 */
export default scenario({
  says: 'The order of status events (ADR-0037) at a slow, uneven receiver in Python with threads, alone and beside seven faulty ones. Needs python3; writes results/order.json. Ends with 1 if a message was sent twice.',
  minutes: 5,
  options: { messages: number('how many', 10_000), rate: number('messages a second', 100) },
  examples: { '': 'as in the result file', '--messages 500': 'shorter' },
  async run({ values: { messages, rate }, say, each, report }) {
    const load = { messages, rate, say };
    const found = await each({ alone: [], besideFaultyReceivers: receiverFaults }, (bed, beside) =>
      runOrder(bed, beside, load),
    );
    report({
      says: `${messages} messages, ${rate} a second, each with three status events, to a receiver in Python (ThreadingHTTPServer): it takes 1 to 40 ms for a callback, and 300 ms longer for one in a hundred. Alone, then beside ${receiverFaults.length} faulty receivers of other accounts, with 5 messages a second each, which fail for 30 s before. The lag is that from statusAt to the first attempt at the receiver: SENT and DELIVERED wait for the answers to the events before them.`,
      ...found,
    });
  },
});

/**
 * @param beside The kinds of faulty receivers beside, each of an account of its own with five messages a
 * second.
 */
async function runOrder(
  bed: Bed,
  beside: readonly (typeof receiverFaults)[number][],
  { messages, rate, say }: { readonly messages: number; readonly rate: number; say(line: string): void },
) {
  const loadBefore = round(loadavg()[0] ?? 0);
  const log = join(bed.folder, 'arrivals.log');
  const receiver = await startThreadedReceiver(bed, log);
  const faulty = [];
  for (const fault of beside) faulty.push(await startSubject(bed, fault, { elsewhere: receiver.url }));
  const gateway = await bed.gateway({ latencyMs: 100, hasReceipts: false });
  const accounts = accountsOf([{ name: judged, receiver }, ...faulty]);
  const { url } = await bed.service({ accounts, gateway });
  const noise = startTraffic(
    url,
    faulty.map(({ name }) => ({ key: name, perSecond: 5 })),
  );
  for (const [at, fault] of beside.entries()) await faulty[at]?.receiver.become(fault);
  if (faulty.length > 0) await setTimeout(faultsBefore);
  const answers = await atRate(rate, () => schedule(url, judged, { cascadeId: 1 }), { most: messages }).done;
  if (answers.includes(false)) throw new Error('a message was refused');
  const draining = { say, patienceMs: longestDrain, only: judged };
  const { pending } = await drainOutboxes(lookInside(bed.dataFolder), draining);
  await noise.stop();
  if (pending > 0) throw new Error(`callbacks are pending after ${longestDrain} ms`);
  const arrivals = await readArrivals(log);
  const seen = await gateway.judge();
  const first = firstAttempts(arrivals);
  const { reversed, equal, overlapping } = judgeOrder(first);
  const byStatus = [...Map.groupBy(first, ({ status }) => status)];
  return {
    loadAverageBefore: loadBefore,
    messages: new Set(first.map(({ messageId }) => messageId)).size,
    events: first.length,
    repeats: arrivals.length - first.length,
    gateway: seen,
    faults: { reversed: reversed.length, equal: equal.length, overlapping: overlapping.length },
    controls: controls(first),
    lagMilliseconds: {
      all: lagOf(first),
      ...Object.fromEntries(byStatus.map(([status, some]) => [status, lagOf(some)])),
    },
  };
}

/** An attempt, and when it arrived, in milliseconds of the epoch. */
interface Arrival extends SeenAttempt {
  readonly arrivedAt: number;
}

async function startThreadedReceiver(bed: Bed, log: string): Promise<{ readonly url: string }> {
  const script = fileURLToPath(new URL('order/threaded_receiver.py', import.meta.url));
  const child = bed.use(startProgram('python3', [script, log]), (one) => one.end());
  const [, port] = await child.printed(/port (\d+)/, 20);
  return { url: `http://127.0.0.1:${port}/status` };
}

async function readArrivals(log: string): Promise<readonly Arrival[]> {
  const lines = (await readFile(log, 'utf8')).split('\n');
  return lines.filter((line) => line !== '').map((line): Arrival => JSON.parse(line));
}

function lagOf(arrivals: readonly Arrival[]): object {
  const lags = arrivals
    .map(({ arrivedAt, statusAt }) => arrivedAt - Date.parse(statusAt))
    .toSorted((a, b) => a - b);
  return { p50: round(quantile(lags, 0.5)), p95: round(quantile(lags, 0.95)), max: round(lags.at(-1) ?? 0) };
}

/** How many faults the judge finds in logs that were made wrong: it must not find none. */
function controls(attempts: readonly SeenAttempt[]): object {
  const wrongTimes = attempts.map((one) => ({ ...one, statusAt: `${one.statusAt.slice(0, 16)}:00Z` }));
  const longer = attempts.map((one) => ({ ...one, endedAt: one.endedAt + 60_000 }));
  return {
    says: 'the same log, with the attempts of each message shuffled; with each statusAt cut to the minute; with each attempt longer by a minute. A shuffle of three events has one reversed pair on average.',
    reversedIfShuffled: judgeOrder(shuffled(attempts)).reversed.length,
    equalIfCut: judgeOrder(wrongTimes).equal.length,
    overlappingIfLonger: judgeOrder(longer).overlapping.length,
  };
}

/** The attempts of each message exchange their times at random. */
function shuffled(attempts: readonly SeenAttempt[]): readonly SeenAttempt[] {
  return [...Map.groupBy(attempts, ({ messageId }) => messageId).values()].flatMap((ofMessage) => {
    const times = ofMessage
      .map(({ beganAt, endedAt }) => ({ beganAt, endedAt, rank: Math.random() }))
      .toSorted((a, b) => a.rank - b.rank);
    return ofMessage.map((one, index) => ({ ...one, ...times[index] }));
  });
}
