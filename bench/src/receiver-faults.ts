import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readCommand } from './command.ts';
import { type Outbox, readOutboxes } from './faults/outbox.ts';
import { faults, type Subject, startSubject, subjectsFile } from './faults/subjects.ts';
import { post, startTraffic } from './faults/traffic.ts';
import { startGateway } from './gateway-view.ts';
import { quantile, report } from './report.ts';

/**
 * A healthy receiver beside one faulty receiver of each kind, for minutes, with the default time-out and
 * retries.
 */
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench receiver-faults --',
  says: 'A healthy receiver beside one faulty receiver of each kind. Writes results/receiver-faults.json. Ends with 1 if a message was sent twice.',
  options: {
    seconds: { type: 'string', default: '240', says: 'under load' },
  },
  examples: {
    '': 'as in the result file',
    '--seconds 30': 'shorter',
  },
});
const seconds = Number(values.seconds);
const quietSeconds = { warmUp: 10, measured: 20 } as const;
const longestDrain = 420_000; // 7 minutes: the back-off of a destination goes up to 5
const tick = 200; // milliseconds
const perTick = { healthy: 4, faulty: 1 };
const say = (line: string) => void process.stderr.write(`${line}\n`);

const elsewhere = await startSubject('elsewhere', null, '');
const healthy = await startSubject('healthy', null, '');
const faulty = await Promise.all(faults.map((fault) => startSubject(fault, fault, elsewhere.receiver.url)));
const folder = await mkdtemp(join(tmpdir(), 'cascade-faults-'));
const accounts = join(folder, 'accounts.yaml');
await writeFile(accounts, subjectsFile([healthy, ...faulty]));
// The database server makes the folder, because it may run as another user than this process.
const dataFolder = join(tmpdir(), `cascade-faults-${process.pid}`);
const gateway = await startGateway({ latencyMs: 100, hasReceipts: false });
const service = await gateway.startService({
  args: ['--data', dataFolder, '--accounts', accounts],
  logLevel: 'error',
});
try {
  await run();
} finally {
  await service.stop();
  await gateway.close();
  for (const { receiver } of [elsewhere, healthy, ...faulty]) await receiver.close();
  await rm(folder, { recursive: true });
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
}

async function run(): Promise<void> {
  const rates = new Map([
    [healthy.name, perTick.healthy],
    ...faulty.map(({ name }): [string, number] => [name, perTick.faulty]),
  ]);
  const traffic = startTraffic(service.url, rates, tick);
  await setTimeout(quietSeconds.warmUp * 1_000);
  const warmAt = Date.now();
  await setTimeout(quietSeconds.measured * 1_000);
  const brokenAt = Date.now();
  for (const { receiver, fault } of faulty) await receiver.become(fault);
  say(`${seconds} seconds of faults`);
  await setTimeout(seconds * 1_000);
  const attempts = new Map(faulty.map(({ name, receiver }) => [name, receiver.attempts]));
  const repairedAt = Date.now();
  for (const { receiver } of faulty) await receiver.become(null);
  const { accepted, refused } = await traffic.stop();
  const outboxes = await drain();
  const judgement = await gateway.judge();
  if (!judgement.isOnce) process.exitCode = 1;
  const receivers = Object.fromEntries(
    [healthy, ...faulty].map((subject) => [
      subject.name,
      accountOf(subject, outboxes, { repairedAt, attempts: attempts.get(subject.name) }),
    ]),
  );
  report('receiver-faults', `npx pnpm --filter @cascade/bench receiver-faults -- --seconds ${seconds}`, {
    says: `eight accounts, one receiver each: one is healthy, and seven are faulty for ${seconds} s, all at once, with ${(perTick.healthy * 1_000) / tick} messages a second for the healthy and ${(perTick.faulty * 1_000) / tick} for each other; time-out and retries as shipped; the lag is that from the status change to the receiver; gone answers 410, hanging and endless answer 200 and do not end`,
    accepted,
    refused,
    gateway: judgement.gateway,
    healthyLagMilliseconds: {
      before: lagOf(healthy, warmAt, brokenAt),
      during: lagOf(healthy, brokenAt, repairedAt),
      after: lagOf(healthy, repairedAt, Number.POSITIVE_INFINITY),
    },
    receivers,
    goneRegisteredAgain: await registerAgain(),
    redirectsFollowed: elsewhere.receiver.attempts,
  });
}

/** Resolves when no callback is pending, or after the time limit. */
async function drain(): Promise<readonly Outbox[]> {
  const end = Date.now() + longestDrain;
  for (;;) {
    await setTimeout(2_000);
    const outboxes = await readOutboxes(dataFolder);
    const pending = outboxes.reduce((sum, outbox) => sum + outbox.pending, 0);
    if (pending === 0 || Date.now() > end) return outboxes;
    say(`draining: ${pending} callbacks to go`);
  }
}

/** A receiver that answered 410 gets events again after a new registration (ADR-0018). */
async function registerAgain(): Promise<{ readonly events: number; readonly taken: number }> {
  const subject = faulty.find(({ fault }) => fault === 'gone');
  if (subject === undefined) return { events: 0, taken: 0 };
  const { name, receiver } = subject;
  const [takenBefore, idsBefore] = [receiver.taken.size, await idsOf(name)];
  const answer = await post(`${service.url}/api/callback/set`, name, { statusCallbackUrl: receiver.url });
  await answer.body.dump();
  const traffic = startTraffic(service.url, new Map([[name, 1]]), tick);
  await setTimeout(2_000);
  await traffic.stop();
  await drain();
  return {
    events: (await idsOf(name)).length - idsBefore.length,
    taken: receiver.taken.size - takenBefore,
  };
}

async function idsOf(name: string): Promise<readonly string[]> {
  const outboxes = await readOutboxes(dataFolder);
  return outboxes.find((outbox) => outbox.name === name)?.ids ?? [];
}

function lagOf({ taken }: Subject, from: number, to: number) {
  const lags = taken.filter(({ at }) => at >= from && at < to).map(({ at, statusAt }) => at - statusAt);
  return summary(lags);
}

function summary(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  if (sorted.length === 0) return { count: 0 };
  return {
    count: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    most: sorted.at(-1),
  };
}

interface Times {
  readonly repairedAt: number;
  /** Callbacks received before the fault was fixed. */
  readonly attempts: number | undefined;
}

function accountOf({ name, receiver, taken }: Subject, outboxes: readonly Outbox[], times: Times) {
  const { ids = [], pending, givenUp } = outboxes.find((outbox) => outbox.name === name) ?? {};
  const repeats = [...receiver.taken.values()].reduce((sum, count) => sum + count - 1, 0);
  const missed = taken.filter(({ at, statusAt }) => statusAt < times.repairedAt && at >= times.repairedAt);
  const after = missed.map(({ at }) => Math.round((at - times.repairedAt) / 100) / 10);
  return {
    statusEvents: ids.length,
    taken: receiver.taken.size,
    repeats,
    pending,
    givenUp,
    lost: ids.filter((id) => !receiver.taken.has(id)).length - (givenUp ?? 0),
    attemptsUntilRepaired: times.attempts,
    takenAfterRecoverySeconds: summary(after),
  };
}
