import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { LoadAccount } from '@cascade/bench/harness/accounts';
import type { Bed } from '@cascade/bench/harness/bed';
import { type Next, schedule, startCallers } from '@cascade/bench/harness/callers';
import { scenario } from '@cascade/bench/harness/scenario';
import { repeat } from '@cascade/bench/harness/waits';
import { readAlerts } from '@cascade/deploy';
import { answerWith, startReceiver } from '@cascade/repository/test-kit';
import { type SeenAlert, seeFiring, shortenRules, startPrometheus } from './prometheus.ts';

/** Waits and ranges of the rules are divided by this. */
const factor = 40;
const alerts = new URL(import.meta.resolve('@cascade/service/operate/alerts.yml'));
/** Each failing receiver is attempted rarely: its circuit opens. */
const failing = Array.from({ length: 20 }, (_, n) => `failing-${n}`);
/** Undelivered on every channel (ADR-0038). */
const unreachable = '+12025550111';

export default scenario({
  says: 'Causes what each alert of deploy/ reports, on two replicas with a real Prometheus; waits are divided by 40. Needs Prometheus. Writes results/alerts.json. Ends with 1 if an alert did not fire.',
  minutes: 4,
  examples: { '': 'as in the result file' },
  lacks: () =>
    spawnSync('prometheus', ['--version']).status === 0 ? undefined : 'this machine has no prometheus',
  async run({ bed, say, report }) {
    const stage = await build(bed, shortenRules(await readFile(alerts, 'utf8'), factor));
    const seen: SeenAlert[] = [];
    for (const { causes, seconds, begin } of steps) {
      const since = performance.now();
      const begun = await begin(stage);
      const some = await seeFiring(stage.prometheus, causes, { since, seconds });
      await Promise.all(begun.map((one) => one.stop()));
      seen.push(...some);
      for (const one of some) say(JSON.stringify(one));
    }
    const fired = seen.flatMap(({ alert, firingAfter }) => (firingAfter === null ? [] : alert));
    const missing = readAlerts().flatMap(({ alert }) => (fired.includes(alert) ? [] : alert));
    report({
      says: `each alert of packages/service/operate/alerts.yml in a Prometheus that scrapes two replicas every 3 s; waits and ranges divided by ${factor}, thresholds as they are; seconds since the cause`,
      missing,
      seen,
    });
    return missing.length === 0;
  },
});

/** What the causes work on. */
type Stage = Awaited<ReturnType<typeof build>>;

interface Step {
  /** What is done to make each alert fire. */
  readonly causes: Readonly<Record<string, string>>;
  /** The longest time until all fire. */
  readonly seconds: number;
  /** Resolves to what is stopped once they do. */
  begin(stage: Stage): Promise<readonly { stop(): Promise<void> }[]>;
}

async function build(bed: Bed, rules: string) {
  const server = await bed.server();
  const fails = bed.closing(await startReceiver(answerWith(500)));
  const gone = bed.closing(
    await startReceiver((response, { method }) => answerWith(method === 'HEAD' ? 200 : 410)(response)),
  );
  const good = bed.closing(await startReceiver());
  const silent = bed.closing(await startReceiver(() => {}));
  const accounts = [
    ...failing.map((name) => accountOf(name, `${fails.url}/${name}`)),
    accountOf('gone', gone.url),
    accountOf('shop', good.url),
    accountOf('poor', good.url, 0),
  ];
  const gateways = { CHATONE: { kind: 'http', url: silent.url } };
  const config = { gateways, limits: { lagSeconds: 3600 } };
  const shared = { accounts, config, databaseUrl: server.databaseUrl, logLevel: 'warn' };
  const sound = bed.use(await bed.service(shared), (one) => one.kill());
  const environment = {
    CASCADE_HEALTHY_SECONDS: '30',
    NODE_OPTIONS: `--import ${new URL('faulty-process.ts', import.meta.url)}`,
  };
  const faulty = bed.use(await bed.service({ ...shared, environment }), (one) => one.kill());
  const targets = [sound, faulty].map(({ operationsUrl }) => new URL(operationsUrl).host);
  return { server, prometheus: await startPrometheus(bed, rules, targets), sound, faulty };
}

function accountOf(name: string, url: string, balance?: number): LoadAccount {
  return { name, url, balance, cascades: { 1: ['SMS'], 2: ['CHATONE'] } };
}

/** That many callers who send again as soon as they have an answer, and have paused. */
function send(url: string, callers: number, next: (turn: number) => Next, pauseMs = 0) {
  return startCallers({
    urls: () => [url],
    callers,
    next: (turn) => ({ cascadeId: 1, ...next(turn) }),
    pauseMs,
    patienceMs: 30_000,
  });
}

const steps: readonly Step[] = [
  {
    causes: {},
    seconds: 0,
    async begin({ sound: { url } }) {
      const healthy = send(url, 1, () => ({ key: 'shop' }), 200);
      await setTimeout(15_000);
      return [healthy];
    },
  },
  {
    causes: {
      CascadeClockDiffers: "the machine's clock of one replica goes two hours ahead",
      CascadeMemoryHigh: 'one replica leaks 900 MiB',
      CascadeReplicaBusy: 'one replica computes without end',
      CascadeOutOfBalance: 'an account without money sends',
      CascadeCallbacksFailing: 'a receiver answers 500',
      CascadeCallbacksGivenUp: 'a receiver answers 410',
      CascadeCallbackDisabled: 'the same',
      CascadeUndelivered: 'messages to a number that cannot be reached',
    },
    seconds: 150,
    async begin({ sound: { url } }) {
      const bad = (turn: number) => ({ key: failing[turn % failing.length] ?? '', address: unreachable });
      return [
        send(url, 1, bad, 100),
        send(url, 1, () => ({ key: 'poor' }), 500),
        send(url, 1, () => ({ key: 'gone' }), 3_000),
      ];
    },
  },
  {
    causes: { CascadeReplicaDown: 'one of two replicas is killed' },
    seconds: 60,
    async begin({ faulty }) {
      await faulty.kill();
      return [];
    },
  },
  {
    causes: { CascadeQueueLate: 'the gateway of a channel takes attempts and does not answer' },
    seconds: 150,
    async begin({ sound: { url } }) {
      for (let sent = 0; sent < 400; sent += 1)
        await schedule(url, 'shop', { cascadeId: 2, channels: ['CHATONE'] });
      return [];
    },
  },
  {
    causes: {
      CascadeCommitSlow: 'another session locks the table of messages, 0.8 s at a time',
      CascadeSlow: 'the same',
    },
    seconds: 120,
    async begin({ server, sound: { url } }) {
      const session = await server.session();
      const lock = 'lock table cascade.messages in share row exclusive mode';
      const unlock = repeat(0, () => session.query(`begin; ${lock}; select pg_sleep(0.8); commit`));
      return [send(url, 20, () => ({ key: 'shop' })), { stop: () => unlock().finally(() => session.end()) }];
    },
  },
  {
    causes: {
      CascadeStoreDown: 'the connections to the database fall silent',
      CascadeIntakeFilling: 'the same, with 4,500 callers',
    },
    seconds: 90,
    async begin({ server, sound: { url } }) {
      server.proxy.silenceAll();
      return [send(url, 4_500, () => ({ key: 'shop' }), 100)];
    },
  },
  {
    // A crowd is answered all at once, and then not for longer than the shortened range of the rule.
    causes: { CascadeErrors: 'connections to the database are silent, with 40 callers' },
    seconds: 90,
    begin: async ({ sound: { url } }) => [send(url, 40, () => ({ key: 'shop' }))],
  },
  {
    causes: { CascadeDown: 'the last replica is killed' },
    seconds: 60,
    async begin({ sound }) {
      await sound.kill();
      return [];
    },
  },
];
