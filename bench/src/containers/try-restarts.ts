import { setTimeout } from 'node:timers/promises';
import { docker, inspect } from '@cascade/deploy';
import { startCallers, type Tally } from './callers.ts';
import { judge, type Verdict } from './judge.ts';
import { isReady, type Project } from './project.ts';

/** One event under load, and what its callers noticed. */
export interface Disturbance {
  readonly what: string;
  readonly details: object;
  readonly refused: Tally['refused'];
  readonly unanswered: number;
  readonly acceptedUnseen: number;
  readonly verdict: Verdict;
}

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

/** Load before, while and after. */
export async function under(
  project: Project,
  say: (line: string) => void,
  what: string,
  act: (tally: Tally) => Promise<object>,
): Promise<Disturbance> {
  const callers = startCallers(project.urls, callersAtOnce);
  try {
    await setTimeout(4_000);
    const details = await act(callers.tally);
    await setTimeout(4_000);
    await callers.stop();
    const { refused, unanswered, acceptedUnseen } = callers.tally;
    const verdict = await judge(project, callers.tally);
    const seen = { what, details, refused, unanswered, acceptedUnseen, verdict };
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

/** The process itself, as the kernel would: Docker starts the container again, since no command stopped it. */
async function crash(project: Project, replica: string) {
  const begin = performance.now();
  process.kill(Number(await inspect(replica, '{{.State.Pid}}')), 'SIGKILL');
  while (await isReady(replica)) await setTimeout(50);
  await project.untilReady(replica, 120);
  return { readySeconds: since(begin), restarts: Number(await inspect(replica, '{{.RestartCount}}')) };
}

function since(begin: number): number {
  return Math.round((performance.now() - begin) / 100) / 10;
}
