import { setTimeout } from 'node:timers/promises';
import { settle } from '@cascade/bench/harness/audit';
import { type Callers, countBy, stagedMessage, startCallers } from '@cascade/bench/harness/callers';
import { type Readiness, watchReadiness } from '@cascade/bench/harness/metrics';
import { longestGap, tenths } from '@cascade/bench/harness/statistics';
import { docker, inspect, readAlerts, readPanels } from '@cascade/deploy';
import { outputOf } from '@cascade/repository/test-kit';
import { isContainerReady, type Project } from './project.ts';

/** One event under load, and what its callers noticed. */
export type Disturbance = Awaited<ReturnType<typeof under>>;

const callersAtOnce = 8;

/** Each replica stopped and started in turn; then one is killed. */
export async function tryRestarts(
  project: Project,
  say: (line: string) => void,
): Promise<readonly Disturbance[]> {
  const [first = '', second = ''] = project.replicas;
  return [
    await under(project, say, 'rolling restart', async () => ({
      stops: [await restart(project, first), await restart(project, second)],
    })),
    await under(project, say, 'kill -9 of one replica', () => crash(project, second)),
    await under(project, say, 'kill -9 of both replicas', async () => ({
      each: await Promise.all([crash(project, first), crash(project, second)]),
    })),
  ];
}

/** Callers that repeat a request under its id until it is decided, each time at the next replica. */
function startProjectCallers({ urls }: Project, callers: number): Callers {
  let known: readonly string[] = [];
  return startCallers({
    async urls() {
      known = await urls().catch(() => known);
      return known;
    },
    callers,
    next: (_, caller) => stagedMessage(caller),
    pauseMs: 40,
    repeatMs: 200,
    movesOn: true,
    patienceMs: 15_000,
  });
}

/** Load before, while and after. */
async function under(
  project: Project,
  say: (line: string) => void,
  what: string,
  act: (callers: Callers) => Promise<object>,
) {
  const callers = startProjectCallers(project, callersAtOnce);
  try {
    await setTimeout(4_000);
    const details = await act(callers);
    await setTimeout(4_000);
    await callers.stop();
    const { calls, accepted } = callers;
    const undecided = calls.filter(({ status, isAccepted }) => status !== undefined && !isAccepted);
    const verdict = await judge(project, [...accepted.keys()]);
    const seen = {
      what,
      details,
      /** How often each outcome was answered that decides nothing. */
      refused: countBy(undecided.map(({ status, outcome }) => `${status} ${outcome}`)),
      unanswered: calls.filter(({ status }) => status === undefined).length,
      acceptedUnseen: calls.filter(({ status, isAccepted }) => isAccepted && status !== 200).length,
      verdict,
    };
    say(JSON.stringify(seen));
    return seen;
  } finally {
    await callers.stop();
  }
}

/** SIGTERM, as `docker stop` and Kubernetes send it; no balancer takes the replica out before. */
async function restart(project: Project, replica: string) {
  const begin = performance.now();
  await docker(['stop', '--time', '60', replica], 90);
  const stopSeconds = since(begin);
  const exitCode = Number(await inspect(replica, '{{.State.ExitCode}}'));
  const starting = performance.now();
  await docker(['start', replica]);
  await project.untilReady(replica, 120);
  return { exitCode, stopSeconds, readySeconds: since(starting) };
}

/**
 * The process itself, as the kernel would: Docker starts the container again, since no command stopped it.
 */
async function crash(project: Project, replica: string) {
  const begin = performance.now();
  process.kill(Number(await inspect(replica, '{{.State.Pid}}')), 'SIGKILL');
  while (await isContainerReady(replica)) await setTimeout(50);
  await project.untilReady(replica, 120);
  return { readySeconds: since(begin), restarts: Number(await inspect(replica, '{{.RestartCount}}')) };
}

function since(begin: number): number {
  return tenths(performance.now() - begin);
}

const faultMs = 20_000;
const database = 5432;
const receiver = 8443;

/** Begins a fault; what it resolves to ends it. */
type Fault = (project: Project) => Promise<() => Promise<void>>;

/** Between the service and its database, its receiver, or both. */
const faults: Readonly<Record<string, Fault>> = {
  'no fault, for comparison': async () => async () => {},
  'each way 100 ms longer': async (project) => {
    await project.delay(100);
    return () => project.delay(0);
  },
  'one packet of 10 lost, each way': (project) =>
    dropping(
      project.replicas,
      [database, receiver],
      ['-m', 'statistic', '--mode', 'random', '--probability', '0.1'],
    ),
  'database cut off from one replica': ({ replicas }) => dropping(replicas.slice(0, 1), [database]),
  'database cut off from both replicas': ({ replicas }) => dropping(replicas, [database]),
  'receiver cut off': ({ replicas }) => dropping(replicas, [receiver]),
};

export async function tryNetwork(
  project: Project,
  say: (line: string) => void,
): Promise<readonly Disturbance[]> {
  const seen: Disturbance[] = [];
  for (const [what, fault] of Object.entries(faults)) {
    const watches = await Promise.all(
      project.replicas.map(async (replica) => watchReadiness(await project.urlOf(replica, 4013), 250)),
    );
    try {
      const one = await under(project, say, what, ({ accepted }) =>
        during(project, fault, accepted, watches),
      );
      seen.push(one);
    } finally {
      await Promise.all(watches.map((watch) => watch.stop()));
    }
  }
  return seen;
}

async function during(
  project: Project,
  fault: Fault,
  accepted: ReadonlyMap<string, number>,
  watches: readonly Readiness[],
): Promise<object> {
  const begin = performance.now();
  const repair = await fault(project);
  await setTimeout(faultMs);
  await repair();
  const end = performance.now();
  // Time to recover in.
  await setTimeout(10_000);
  const acceptedAt = [...accepted.values()];
  const next = acceptedAt.find((at) => at > end);
  return {
    acceptedWhile: acceptedAt.filter((at) => at > begin && at < end).length,
    longestGapSeconds: tenths(longestGap(acceptedAt, begin, end)),
    acceptedAgainSeconds: next === undefined ? 'never' : tenths(next - end),
    readiness: watches.map(({ bad }) => readinessOf(bad, begin, end)),
  };
}

/** What `/readyz` said from the begin of a fault, and after its end. */
function readinessOf(bad: readonly number[], begin: number, end: number): object {
  const first = bad.find((at) => at > begin);
  return {
    notReadyAfter: first === undefined ? 'never' : tenths(first - begin),
    readyAgainAfter: tenths(Math.max(0, (bad.findLast((at) => at > begin) ?? end) - end)),
  };
}

/** Drops packets to and from those ports inside the network namespace of each container. */
async function dropping(
  containers: readonly string[],
  ports: readonly number[],
  match: readonly string[] = [],
): Promise<() => Promise<void>> {
  const pids = await Promise.all(containers.map((container) => inspect(container, '{{.State.Pid}}')));
  const each = async (action: '-A' | '-D') => {
    for (const pid of pids)
      for (const port of ports)
        for (const [chain, side] of [
          ['INPUT', '--sport'],
          ['OUTPUT', '--dport'],
        ] as const)
          await outputOf('nsenter', [
            `--net=/proc/${pid}/ns/net`,
            'iptables',
            '-w',
            action,
            chain,
            '-p',
            'tcp',
            side,
            String(port),
            ...match,
            '-j',
            'DROP',
          ]);
  };
  await each('-A');
  return () => each('-D');
}

export type DisturbanceVerdict = Awaited<ReturnType<typeof judge>>;

/**
 * Waits until everything that was accepted has ended and is reported, and compares store and receiver with
 * the callers.
 */
async function judge(project: Project, accepted: readonly string[]) {
  const { last, ...end } = await settle([project.look], accepted, project.got, { pauseMs: 500 });
  const { messages: _, notReported: __, ...faults } = last;
  const { undelivered, unreported, repeatedCallbacks, drainSeconds } = end;
  return {
    accepted: accepted.length,
    ...faults,
    undelivered,
    unreported,
    repeatedCallbacks,
    drainSeconds,
  };
}

/** Whether nothing was lost, doubled or wrongly charged: every figure but the first and the last two is 0. */
export function isSound({
  accepted,
  repeatedCallbacks,
  drainSeconds,
  ...faults
}: DisturbanceVerdict): boolean {
  return accepted > 0 && Object.values(faults).every((count) => count === 0);
}

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly state: string;
}

/** Six scrapes at 15 s: every rate over a minute has its samples. */
const trafficMs = 90_000;

/** Sends for a minute and a half, then asks every query of the dashboard. */
export async function tryDashboard(project: Project) {
  const callers = startProjectCallers(project, 4);
  const end = performance.now() + trafficMs;
  while (performance.now() < end) {
    await refusedRequest(project);
    await setTimeout(1_000);
  }
  const url = await project.urlOf(project.containerOf('prometheus'), 9090);
  const get = async (path: string) => JSON.parse(await (await fetch(url + path)).text());
  const targets: readonly { readonly health: string }[] = (await get('/api/v1/targets')).data.activeTargets;
  /** With the reason of Prometheus. */
  const refused: string[] = [];
  /** Panels whose query returned nothing. */
  const empty: string[] = [];
  const queries = readPanels().flatMap(({ title, targets: all }) => all.map(({ expr }) => ({ title, expr })));
  for (const { title, expr } of queries) {
    // What Grafana puts there at four scrapes of 15 s.
    const query = new URLSearchParams({ query: expr.replaceAll('$__rate_interval', '1m') });
    const answer = await get(`/api/v1/query?${query}`);
    if (answer.status !== 'success') refused.push(`${title}: ${answer.error}`);
    else if (answer.data.result.length === 0) empty.push(title);
  }
  const groups: readonly { readonly rules: readonly Rule[] }[] = (await get('/api/v1/rules?type=alert')).data
    .groups;
  const rules = groups.flatMap((group) => group.rules);
  await callers.stop();
  return {
    replicasUp: targets.filter(({ health }) => health === 'up').length,
    queries: queries.length,
    refused,
    empty,
    alertRules: rules.length,
    /** Alerts that are missing, or that Prometheus cannot evaluate. */
    brokenRules: broken(rules),
    firing: rules.filter(({ state }) => state === 'firing').map(({ name }) => name),
    verdict: await judge(project, [...callers.accepted.keys()]),
  };
}

/** Without a key: a panel counts refusals. */
async function refusedRequest(project: Project): Promise<void> {
  for (const url of await project.urls()) {
    const answer = await fetch(`${url}/api/cascade/schedule`, { method: 'POST' });
    await answer.text();
  }
}

function broken(rules: readonly Rule[]): readonly string[] {
  return readAlerts().flatMap(({ alert }) => {
    const rule = rules.find(({ name }) => name === alert);
    return rule?.health === 'ok' ? [] : [`${alert}: ${rule?.health ?? 'absent'}`];
  });
}
