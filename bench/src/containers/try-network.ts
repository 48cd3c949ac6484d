import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inspect } from '@cascade/deploy';
import type { Project } from './project.ts';
import { type Disturbance, under } from './try-restarts.ts';
import { type Watch, watchReadiness } from './watch-readiness.ts';

const run = promisify(execFile);
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
      project.replicas.map(async (replica) => watchReadiness(await project.urlOf(replica, 4013))),
    );
    try {
      const one = await under(project, say, what, (tally) =>
        during(project, fault, tally.acceptedAt, watches),
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
  acceptedAt: readonly number[],
  watches: readonly Watch[],
): Promise<object> {
  const begin = performance.now();
  const repair = await fault(project);
  await setTimeout(faultMs);
  await repair();
  const end = performance.now();
  // Time to recover in.
  await setTimeout(10_000);
  const inside = acceptedAt.filter((at) => at > begin && at < end);
  const next = acceptedAt.find((at) => at > end);
  return {
    acceptedWhile: inside.length,
    longestGapSeconds: longestGap([begin, ...inside, end]),
    acceptedAgainSeconds: next === undefined ? 'never' : seconds(next - end),
    readiness: watches.map((watch) => watch.between(begin, end)),
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
          await run('nsenter', [
            ...[
              `--net=/proc/${pid}/ns/net`,
              'iptables',
              '-w',
              action,
              chain,
              '-p',
              'tcp',
              side,
              String(port),
            ],
            ...[...match, '-j', 'DROP'],
          ]);
  };
  await each('-A');
  return () => each('-D');
}

function longestGap(times: readonly number[]): number {
  return seconds(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at))));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
