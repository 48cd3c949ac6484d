import { once } from 'node:events';
import { apiKey, benchAccount } from '../harness/accounts.ts';
import type { IntervalReport } from '../harness/children/report-receiver.ts';
import { type Forked, forkModule, startLoad } from '../harness/fork.ts';
import { gatewayKinds } from '../harness/gateway.ts';
import { readFigures } from '../harness/metrics.ts';
import { type Second, startReporter, untilQuiet, watchSeconds } from '../harness/receivers.ts';
import { choice, numberOf, scenario } from '../harness/scenario.ts';
import { median, round, sum } from '../harness/statistics.ts';

/** Load, service, store and receiver are separate processes on the same cores. */
export default scenario({
  says: 'From the request to the last callback at a steady rate, with lag, queue depth and memory over time, against the same processes without a store. A gateway of its own counts what is sent. Writes results/<name>.json. Ends with 1 if a message was sent twice.',
  minutes: 2,
  isFigure: true,
  words: {
    rate: 'cascades a second; 1000 if absent',
    seconds: 'of load; 60 if absent',
    name: 'of the result; end-to-end if absent',
    statuses: 'with a callback, comma-separated; ENQUEUED,SENT,DELIVERED if absent',
    'back-pressure': 'any word: the service refuses messages when it is behind',
  },
  options: {
    gateway: choice('how it is reached; the simulator costs less, and counts nothing', gatewayKinds, 'http'),
  },
  examples: {
    '1200 60': 'as in the result file',
    '1200 60 end-to-end-simulated --gateway simulator': 'without a gateway outside',
    '2400 60 end-to-end-delivered DELIVERED': 'one callback each',
  },
  async run({ bed, words, values: { gateway: kind }, report }) {
    const [rate = 1_000, seconds = 60] = words.slice(0, 2).map(numberOf);
    const [, , name = 'end-to-end', statuses = 'ENQUEUED,SENT,DELIVERED', backPressure] = words;
    const hasBackPressure = backPressure !== undefined;
    const receiver = await startReporter(bed);
    const floorPerSecond = await measureFloor(receiver, statuses);
    // As the simulator answers, so that only the way there is added.
    const gateway = await bed.gateway({ kind, hasReceipts: false });
    const accounts = [benchAccount(receiver.message, statuses.split(','))];
    const { url, operationsUrl } = await bed.service({ accounts, gateway, hasBackPressure });
    const idle = await readFigures(operationsUrl);
    const history = watchSeconds(receiver, operationsUrl);
    const sent = await startLoad({ urls: [url], keys: [apiKey], rate, seconds }).sent;
    const during = history.length;
    // Until all accepted cascades have ended and their callbacks have arrived, or nothing changes any more.
    await untilQuiet([receiver], 3);
    const figures = await readFigures(operationsUrl);
    const seen = await gateway.judge();
    report(
      {
        says: `${rate} cascades per second for ${seconds} s, of one stage each${hasBackPressure ? '' : ', none refused'}; load, service, store, gateway and receiver on the same cores`,
        withoutAStore: {
          says: 'the most that the same server, sender, load and receiver get done here with nothing kept in between',
          endedPerSecond: floorPerSecond,
        },
        accepted: { ...sent, accepted: sent.accepted.length },
        gateway: seen,
        ...summaryOf(history, during),
        serviceCpuMicrosecondsPerCascade: Math.round(
          ((figures.cpuSeconds - idle.cpuSeconds) / figures.ended) * 1e6,
        ),
        overTime: overTime(history),
      },
      { name },
    );
  },
});

function summaryOf(history: readonly Second[], during: number): object {
  /** Leaves out the first seconds, when the process is cold, and the incomplete last one. */
  const steady = history.slice(5, during - 1);
  const total = (of: (second: Second) => number) => sum(history.map(of));
  const middle = (of: (second: Second) => number) =>
    round(steady.map(of).toSorted((a, b) => a - b)[steady.length >> 1] ?? Number.NaN);
  return {
    callbacksPerCascade: round(total(({ callbacks }) => callbacks) / total(({ ended }) => ended)),
    ended: total(({ ended }) => ended),
    endedPerSecond: {
      median: middle(({ ended }) => ended),
      mean: round(sum(steady.map(({ ended }) => ended)) / steady.length),
    },
    lagMilliseconds: {
      p50: middle(({ lagP50 }) => lagP50),
      p99: middle(({ lagP99 }) => lagP99),
      highestP99: Math.max(...history.map(({ lagP99 }) => lagP99)),
    },
    underWay: {
      median: middle(({ underWay }) => underWay),
      highest: Math.max(...history.map(({ underWay }) => underWay || 0)),
    },
    secondsToDrainAfterTheLoad: history.length - during,
    rssMiB: { afterFiveSeconds: history[5]?.rssMiB, atTheEnd: history.at(-1)?.rssMiB },
  };
}

/** As much as is possible, for ten seconds; the last five count. */
async function measureFloor(receiver: Forked<string>, statuses: string): Promise<number> {
  const module = new URL('../harness/children/floor.ts', import.meta.url);
  const floor = await forkModule<string>(module, [receiver.message, statuses]);
  const ended: number[] = [];
  const note = (received: IntervalReport) => void ended.push(received.ended);
  receiver.process.on('message', note);
  const load = startLoad({ urls: [floor.message], keys: [apiKey], rate: 20_000, seconds: 10 });
  for (let second = 0; second < 10; second += 1) await once(receiver.process, 'message');
  load.kill();
  await floor.close();
  await once(receiver.process, 'message');
  receiver.process.off('message', note);
  return Math.round(sum(ended.slice(5, 10)) / 5);
}

/** At most. */
const points = 30;

/** Medians of as many seconds each; null where nothing is known. */
function overTime(history: readonly Second[]): object {
  const everySeconds = Math.ceil(history.length / points);
  const thinned = (of: (second: Second) => number) =>
    Array.from({ length: Math.ceil(history.length / everySeconds) }, (_, at) => {
      const some = history.slice(at * everySeconds, (at + 1) * everySeconds).map(of);
      const known = some.filter((value) => !Number.isNaN(value));
      return known.length === 0 ? null : Math.round(median(known));
    });
  return {
    everySeconds,
    endedPerSecond: thinned(({ ended }) => ended),
    lagMilliseconds: thinned(({ lagP50 }) => lagP50),
    underWay: thinned(({ underWay }) => underWay),
    rssMiB: thinned(({ rssMiB }) => rssMiB),
  };
}
