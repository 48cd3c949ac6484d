import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readCommand } from './command.ts';
import { startGateway } from './gateway-view.ts';
import { report } from './report.ts';
import { accountsFile, type Party, registerAll, startParty } from './strangers/parties.ts';
import { type Rate, registerNewUrls, startSteadyTraffic } from './strangers/steady-traffic.ts';
import { summaryOf } from './strangers/summary.ts';

/**
 * What a healthy receiver notices of the receivers of other accounts that take a connection and never answer: the
 * lag of its callbacks alone, beside the others while they answer, and beside them while they hang.
 */
interface Scenario {
  readonly says: string;
  readonly accounts: number;
  readonly receiversEach: number;
  /** Messages a second for each receiver. */
  readonly perReceiver: number;
  /** The account registers a new URL of its hanging receiver twice a second. */
  readonly changesUrl?: true;
}

const scenarios: Readonly<Record<string, Scenario>> = {
  sixty: { says: '60 accounts with one receiver each', accounts: 60, receiversEach: 1, perReceiver: 1 },
  changing: {
    says: 'one account that registers another URL of its receiver twice a second',
    accounts: 1,
    receiversEach: 1,
    perReceiver: 10,
    changesUrl: true,
  },
  many: { says: '500 receivers of 50 accounts', accounts: 50, receiversEach: 10, perReceiver: 0.1 },
};

const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench strangers --',
  says: 'A healthy receiver beside the receivers of strangers that take callbacks and never answer. Writes results/strangers.json. Ends with 1 if a message was sent twice.',
  options: {
    seconds: { type: 'string', default: '60', says: 'of each scenario' },
    name: { type: 'string', default: 'strangers', says: 'of the result file' },
    only: { type: 'string', says: 'one scenario, by its name' },
  },
  examples: {
    '--seconds 30': 'as in the result file',
    '--only sixty --seconds 10': 'one, shorter',
  },
});
const seconds = Number(values.seconds);
const phase = { warmUp: 10, quiet: 20, beside: 20 } as const;
const healthyRate = 10;
const say = (line: string) => void process.stderr.write(`${line}\n`);

const results: Record<string, object> = {};
for (const [name, scenario] of Object.entries(scenarios))
  if (values.only === undefined || values.only === name) results[name] = await measure(scenario);
report(values.name, `npx pnpm --filter @cascade/bench strangers -- --seconds ${seconds}`, {
  says: `the lag in milliseconds from the status change to a healthy receiver that gets ${healthyRate} messages a second: quiet (alone), beside the receivers of strangers while these answer, and for ${seconds} s while they take each callback and never answer it; time-out and retries as shipped`,
  scenarios: results,
});

async function measure({ says, ...scenario }: Scenario): Promise<object> {
  say(says);
  const healthy = await startParty('healthy', 1);
  const strangers = await Promise.all(
    Array.from({ length: scenario.accounts }, (_, at) =>
      startParty(`stranger-${at}`, scenario.receiversEach),
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), 'cascade-strangers-'));
  const accounts = join(folder, 'accounts.yaml');
  await writeFile(accounts, accountsFile([healthy, ...strangers]));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = join(tmpdir(), `cascade-strangers-${process.pid}`);
  const gateway = await startGateway({ latencyMs: 100, hasReceipts: false });
  const service = await gateway.startService({
    args: ['--data', dataFolder, '--accounts', accounts],
    logLevel: 'error',
  });
  try {
    await registerAll(service.url, [healthy, ...strangers]);
    const found = await run(service.url, scenario, healthy, strangers);
    const judgement = await gateway.judge();
    if (!judgement.isOnce) process.exitCode = 1;
    return { says, ...found, gateway: judgement.gateway };
  } finally {
    await service.stop();
    await gateway.close();
    for (const { close } of [healthy, ...strangers]) await close();
    await rm(folder, { recursive: true });
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function run(
  url: string,
  { perReceiver, changesUrl }: Omit<Scenario, 'says'>,
  healthy: Party,
  strangers: readonly Party[],
): Promise<object> {
  const steady = startSteadyTraffic(url, [rateOf(healthy, healthyRate)]);
  await setTimeout(phase.warmUp * 1_000);
  const quietAt = Date.now();
  await setTimeout(phase.quiet * 1_000);
  const besideAt = Date.now();
  const others = startSteadyTraffic(
    url,
    strangers.map((party) => rateOf(party, perReceiver * party.receivers)),
  );
  await setTimeout(phase.beside * 1_000);
  const hangingAt = Date.now();
  for (const { hang } of strangers) await hang();
  const registering = changesUrl === true ? registerNewUrls(url, strangers) : undefined;
  await setTimeout(seconds * 1_000);
  const endAt = Date.now();
  registering?.stop();
  const [own, foreign] = [await steady.stop(), await others.stop()];
  await arrived(healthy, own.accepted);
  const quiet = summaryOf(healthy.taken, quietAt, besideAt);
  const beside = summaryOf(healthy.taken, besideAt, hangingAt);
  const hanging = summaryOf(healthy.taken, hangingAt, endAt);
  return {
    requests: { healthy: own, strangers: foreign, urls: registering?.count },
    quiet,
    beside,
    hanging,
    ratioOfP50: { toQuiet: ratio(hanging.p50, quiet.p50), toBeside: ratio(hanging.p50, beside.p50) },
    missing: 3 * own.accepted - healthy.taken.length,
    attemptsOfStrangers: strangers.reduce((sum, { attempts }) => sum + attempts(), 0),
  };
}

function ratio(one: number, other: number): number {
  return Math.round((100 * one) / other) / 100;
}

/** Waits until the healthy receiver has all three events of each message, or for a minute. */
async function arrived({ taken }: Party, messages: number): Promise<void> {
  for (const end = Date.now() + 60_000; taken.length < 3 * messages && Date.now() < end; )
    await setTimeout(200);
}

function rateOf({ name, receivers }: Party, perSecond: number): Rate {
  return { key: name, perSecond, cascades: receivers };
}
