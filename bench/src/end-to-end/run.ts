import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiKey, benchFile } from '../accounts-file.ts';
import { readCommand } from '../command.ts';
import { gatewayKindOf, startGateway } from '../gateway-view.ts';
import { report, round } from '../report.ts';
import type { Received } from '../report-receiver.ts';
import { startLoad } from '../start-load.ts';
import { chartOf, type Second } from './chart-of.ts';
import { readFigures } from './read-figures.ts';

/**
 * Schedules cascades over HTTP at a steady rate; a real receiver takes the callbacks. Load, service, store
 * and receiver are separate processes on the same cores.
 */
const { positionals, values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench end-to-end',
  says: 'From the request to the last callback at a steady rate, with lag, queue depth and memory over time, against the same processes without a store. A gateway of its own counts what is sent. Writes results/<name>.json and .svg. Ends with 1 if a message was sent twice.',
  words: {
    rate: 'cascades a second; 1000 if absent',
    seconds: 'of load; 60 if absent',
    name: 'of the result; end-to-end if absent',
    statuses: 'with a callback, comma-separated; ENQUEUED,SENT,DELIVERED if absent',
    'back-pressure': 'any word: the service refuses messages when it is behind',
  },
  options: {
    gateway: {
      type: 'string',
      default: 'http',
      says: "http, smpp, or simulator: the service's own, which costs less, and counts nothing",
    },
  },
  examples: {
    '1200 60': 'as in the result file',
    '1200 60 end-to-end-simulated --gateway simulator': 'without a gateway outside',
    '2400 60 end-to-end-delivered DELIVERED': 'one callback each',
  },
});
const [rate = '1000', seconds = '60', name = 'end-to-end', ...more] = positionals;
const [statuses = 'ENQUEUED,SENT,DELIVERED', backPressure] = more;
const script = (file: string) => fileURLToPath(new URL(file, import.meta.url));

// The database server makes the folder, because it may run as another user than this process.
const dataFolder = join(tmpdir(), `cascade-bench-${process.pid}`);
const accounts = join(tmpdir(), `cascade-bench-${process.pid}.yaml`);

const receiver = fork(script('../report-receiver.ts'));
const [callbackUrl] = await once(receiver, 'message');
await writeFile(accounts, benchFile(callbackUrl, statuses.split(',')));
const floorPerSecond = await measureFloor();

const kind = gatewayKindOf(values.gateway);
// As the simulator answers, so that only the way there is added.
const gateway = await startGateway({ kind, hasReceipts: false });
const service = await gateway.startService({
  args: ['--data', dataFolder, '--accounts', accounts],
  logLevel: 'error',
  hasBackPressure: backPressure !== undefined,
});

const history: Second[] = [];
const idle = await readFigures(service.operationsUrl);
receiver.on('message', async (received: Received) => {
  const figures = await readFigures(service.operationsUrl);
  history.push({ ...received, underWay: figures.accepted - figures.ended, rssMiB: figures.rssMiB });
});

const load = startLoad({ urls: [service.url], keys: [apiKey], rate: Number(rate), seconds: Number(seconds) });
const sent = await load.sent;
const during = history.length;
await everythingEnded();
const figures = await readFigures(service.operationsUrl);
const judgement = await gateway.judge();
receiver.removeAllListeners('message').disconnect();
await service.stop();
await gateway.close();
await rm(dataFolder, { recursive: true, force: true });
await rm(accounts);

/** Leaves out the first seconds, when the process is cold, and the incomplete last one. */
const steady = history.slice(5, during - 1);
const total = (of: (second: Second) => number) => history.reduce((sum, second) => sum + of(second), 0);
const middle = (of: (second: Second) => number) =>
  round(steady.map(of).toSorted((a, b) => a - b)[steady.length >> 1] ?? Number.NaN);
const options = kind === 'http' ? '' : ` --gateway ${kind}`;
report(name, `npx pnpm --filter @cascade/bench end-to-end ${positionals.join(' ')}${options}`, {
  says: `${rate} cascades per second for ${seconds} s, of one stage each${backPressure === undefined ? ', none refused' : ''}; load, service, store, gateway and receiver on the same cores`,
  withoutAStore: {
    says: 'the most that the same server, sender, load and receiver get done here with nothing kept in between',
    endedPerSecond: floorPerSecond,
  },
  callbacksPerCascade: round(total(({ callbacks }) => callbacks) / total(({ ended }) => ended)),
  accepted: { ...sent, accepted: sent.accepted.length },
  gateway: judgement.gateway,
  ended: total(({ ended }) => ended),
  endedPerSecond: {
    median: middle(({ ended }) => ended),
    mean: round(steady.reduce((sum, { ended }) => sum + ended, 0) / steady.length),
  },
  lagMilliseconds: {
    p50: middle(({ lagP50 }) => lagP50),
    p99: middle(({ lagP99 }) => lagP99),
    highestP99: Math.max(...history.map(({ lagP99 }) => lagP99)),
  },
  underWay: {
    median: middle(({ underWay }) => underWay),
    highest: Math.max(...history.map(({ underWay }) => underWay)),
  },
  secondsToDrainAfterTheLoad: history.length - during,
  rssMiB: { afterFiveSeconds: history[5]?.rssMiB, atTheEnd: history.at(-1)?.rssMiB },
  serviceCpuMicrosecondsPerCascade: Math.round(
    ((figures.cpuSeconds - idle.cpuSeconds) / figures.ended) * 1e6,
  ),
});
await writeFile(fileURLToPath(new URL(`../../results/${name}.svg`, import.meta.url)), chartOf(history));
process.exitCode = judgement.isOnce ? 0 : 1;

/**
 * Waits until all accepted cascades have ended and their callbacks have arrived, or nothing changes any more.
 */
async function everythingEnded(): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await once(receiver, 'message');
    quiet = (history.at(-1)?.callbacks ?? 0) === 0 ? quiet + 1 : 0;
  }
}

/** Twice the rate that is possible, for ten seconds; the last five count. */
async function measureFloor(): Promise<number> {
  const ended: number[] = [];
  const note = (received: Received) => void ended.push(received.ended);
  receiver.on('message', note);
  const floor = fork(script('floor.ts'), [callbackUrl, statuses]);
  const [url] = await once(floor, 'message');
  const load = startLoad({ urls: [url], keys: [apiKey], rate: 20_000, seconds: 10 });
  for (let second = 0; second < 10; second += 1) await once(receiver, 'message');
  load.kill();
  floor.kill();
  await once(receiver, 'message');
  receiver.off('message', note);
  return Math.round(ended.slice(5, 10).reduce((sum, count) => sum + count, 0) / 5);
}
