import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ServerBehindProxy,
  type ServiceProcess,
  startServerBehindProxy,
  startServiceProcess,
} from '@cascade/service/bench';
import { answerWith, startReceiver } from '@cascade/test-kit';
import { report } from '../report.ts';
import { accountsFile, crowd, keepOn, schedule } from './load.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { shortenRules } from './shorten-rules.ts';
import { type Seen, seeFiring } from './watch-alerts.ts';

/** Waits and ranges of the rules are divided by this. */
const factor = 40;
const alerts = new URL(import.meta.resolve('@cascade/service/operate/alerts.yml'));
/** Each failing receiver is attempted rarely: its circuit opens. */
const failing = Array.from({ length: 20 }, (_, n) => `failing-${n}`);
/** Undelivered on every channel (ADR-0038). */
const unreachable = '+12025550111';

/** What the causes work on. */
interface Stage {
  readonly server: ServerBehindProxy;
  readonly prometheus: Prometheus;
  readonly sound: ServiceProcess;
  readonly faulty: ServiceProcess;
}

type Step = (stage: Stage) => Promise<readonly Seen[]>;

/** Causes every alert once, and writes the result file. Resolves to whether all fired. */
export async function runAlerts(): Promise<boolean> {
  const text = await readFile(alerts, 'utf8');
  const names = [...text.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
  const folder = join(tmpdir(), `cascade-alerts-${randomUUID()}`);
  await mkdir(folder);
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const stage = await build(folder, shortenRules(text, factor), ends);
    const seen: Seen[] = [];
    for (const step of steps) {
      const some = await step(stage);
      seen.push(...some);
      for (const one of some) process.stderr.write(`${JSON.stringify(one)}\n`);
    }
    const missing = names.filter(
      (name) => !seen.some(({ alert, firingAfter }) => alert === name && firingAfter !== null),
    );
    report('alerts', 'npm --prefix bench run alerts', {
      says: `each alert of packages/service/operate/alerts.yml in a Prometheus that scrapes two replicas every 3 s; waits and ranges divided by ${factor}, thresholds as they are; seconds since the cause`,
      missing,
      seen,
    });
    return missing.length === 0;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function build(folder: string, rules: string, ends: (() => Promise<unknown>)[]): Promise<Stage> {
  const server = await startServerBehindProxy();
  ends.push(() => server.remove());
  const fails = await startReceiver(answerWith(500));
  const gone = await startReceiver((response, { method }) =>
    answerWith(method === 'HEAD' ? 200 : 410)(response),
  );
  const good = await startReceiver();
  const silent = await startReceiver(() => {});
  ends.push(...[fails, gone, good, silent].map(({ close }) => close));
  await writeFile(
    join(folder, 'accounts.yaml'),
    accountsFile({
      ...Object.fromEntries(failing.map((name) => [name, `${fails.url}/${name}`])),
      gone: gone.url,
      shop: good.url,
      poor: good.url,
    }),
  );
  const gateways = { CHATONE: { kind: 'http', url: silent.url } };
  await writeFile(join(folder, 'service.yaml'), JSON.stringify({ gateways, limits: { lagSeconds: 3600 } }));
  const args = ['--config', join(folder, 'service.yaml'), '--accounts', join(folder, 'accounts.yaml')];
  const environment = { DATABASE_URL: server.databaseUrl };
  const sound = await startServiceProcess({ args, environment });
  ends.push(() => sound.kill());
  const faulty = await startServiceProcess({
    args,
    environment: {
      ...environment,
      CASCADE_HEALTHY_SECONDS: '30',
      NODE_OPTIONS: `--import ${new URL('faulty-process.ts', import.meta.url)}`,
    },
  });
  ends.push(() => faulty.kill());
  const targets = [sound, faulty].map(({ operationsUrl }) => new URL(operationsUrl).host);
  const prometheus = await startPrometheus({ folder, rules, targets });
  ends.push(prometheus.stop);
  return { server, prometheus, sound, faulty };
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

const steps: readonly Step[] = [
  async ({ prometheus, sound: { url } }) => {
    const healthy = keepOn(1, async () => {
      await schedule(url, { account: 'shop' });
      await pause(0.2);
    });
    await pause(15);
    await healthy.stop();
    const bad = keepOn(1, async () => {
      for (const account of failing) {
        await schedule(url, { account, address: unreachable });
        await pause(0.1);
      }
    });
    const refused = keepOn(1, async () => {
      await schedule(url, { account: 'poor' });
      await pause(0.5);
    });
    const rarely = keepOn(1, async () => {
      await schedule(url, { account: 'gone' });
      await pause(3);
    });
    const seen = await seeFiring(
      prometheus,
      {
        CascadeClockDiffers: "the machine's clock of one replica goes two hours ahead",
        CascadeMemoryHigh: 'one replica leaks 900 MiB',
        CascadeReplicaBusy: 'one replica computes without end',
        CascadeOutOfBalance: 'an account without money sends',
        CascadeCallbacksFailing: 'a receiver answers 500',
        CascadeCallbacksGivenUp: 'a receiver answers 410',
        CascadeCallbackDisabled: 'the same',
        CascadeUndelivered: 'messages to a number that cannot be reached',
      },
      { since: performance.now(), seconds: 150 },
    );
    await Promise.all([bad.stop(), refused.stop(), rarely.stop()]);
    return seen;
  },
  async ({ prometheus, faulty }) => {
    const since = performance.now();
    await faulty.kill();
    return seeFiring(
      prometheus,
      { CascadeReplicaDown: 'one of two replicas is killed' },
      { since, seconds: 60 },
    );
  },
  async ({ prometheus, sound: { url } }) => {
    const since = performance.now();
    for (let sent = 0; sent < 400; sent += 1) await schedule(url, { account: 'shop', cascadeId: 2 });
    return seeFiring(
      prometheus,
      { CascadeQueueLate: 'the gateway of a channel takes attempts and does not answer' },
      { since, seconds: 150 },
    );
  },
  async ({ prometheus, server, sound: { url } }) => {
    const session = await server.session();
    const since = performance.now();
    const locks = keepOn(1, () =>
      session.query(
        'begin; lock table cascade.messages in share row exclusive mode; select pg_sleep(0.8); commit',
      ),
    );
    const load = keepOn(20, () => schedule(url, { account: 'shop' }));
    const seen = await seeFiring(
      prometheus,
      {
        CascadeCommitSlow: 'another session locks the table of messages, 0.8 s at a time',
        CascadeSlow: 'the same',
      },
      { since, seconds: 120 },
    );
    await Promise.all([locks.stop(), load.stop()]);
    await session.end();
    return seen;
  },
  async ({ prometheus, server, sound: { url } }) => {
    const since = performance.now();
    server.proxy.silenceAll();
    const load = crowd(4_500, url);
    const seen = await seeFiring(
      prometheus,
      {
        CascadeStoreDown: 'the connections to the database fall silent',
        CascadeIntakeFilling: 'the same, with 4,500 callers',
      },
      { since, seconds: 90 },
    );
    await load.stop();
    return seen;
  },
  // A crowd is answered all at once, and then not for longer than the shortened range of the rule.
  async ({ prometheus, sound: { url } }) => {
    const since = performance.now();
    const load = keepOn(40, () => schedule(url, { account: 'shop' }));
    const seen = await seeFiring(
      prometheus,
      { CascadeErrors: 'connections to the database are silent, with 40 callers' },
      { since, seconds: 90 },
    );
    await load.stop();
    return seen;
  },
  async ({ prometheus, sound }) => {
    const since = performance.now();
    await sound.kill();
    return seeFiring(prometheus, { CascadeDown: 'the last replica is killed' }, { since, seconds: 60 });
  },
];
