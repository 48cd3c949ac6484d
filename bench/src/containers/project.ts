import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inspect, logOf, publishedAt } from '@cascade/deploy';
import { lookAt } from '@cascade/service/bench';
import type { Look } from '../crash/database.ts';
import { deployFolder, writeTrialFiles } from './trial-files.ts';

const run = promisify(execFile);

/** What the receiver in the network has got. */
export interface Got {
  /** How often each status event came, by webhook-id. */
  readonly times: ReadonlyMap<string, number>;
  readonly delivered: ReadonlySet<string>;
}

/** The services of compose.yaml, with two replicas, a receiver and a way between that can delay. */
export interface Project {
  /** The containers of the replicas. */
  readonly replicas: readonly string[];
  /** The program that read the compose file. */
  readonly program: string;
  readonly look: Look;
  containerOf(service: string, number?: number): string;
  urlOf(container: string, port: number): Promise<string>;
  /** Where the replicas that run answer. */
  urls(): Promise<readonly string[]>;
  got(): Promise<Got>;
  /** Each way between service and both database and receiver, in milliseconds. */
  delay(milliseconds: number): Promise<void>;
  untilReady(container: string, seconds: number): Promise<void>;
}

/** `docker compose` if the client has it, else the older program; undefined without either. */
export async function findCompose(): Promise<readonly string[] | undefined> {
  for (const command of [[process.env.DOCKER ?? 'docker', 'compose'], ['docker-compose']]) {
    const [program = '', ...words] = command;
    const works = await run(program, [...words, 'version']).then(
      () => true,
      () => false,
    );
    if (works) return command;
  }
  return undefined;
}

/** Runs the work on a new project, and removes the project with its data, also on Ctrl-C. */
export async function withProject<Result>(
  compose: readonly string[],
  say: (line: string) => void,
  work: (project: Project) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-containers-'));
  const name = `cascade-trial-${process.pid}`;
  const file = await writeTrialFiles(folder);
  const [program = '', ...words] = compose;
  const given = [...words, '--file', file, '--project-name', name, '--project-directory', deployFolder];
  const environment = { ...process.env, POSTGRES_PASSWORD: 'trial', GRAFANA_PASSWORD: 'trial' };
  const call = (...args: readonly string[]) =>
    run(program, [...given, ...args], { env: environment, timeout: 300_000, maxBuffer: 2 ** 26 });
  const end = async () => {
    await call('down', '--volumes', '--timeout', '20').catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  const interrupted = () => void end().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  try {
    const project = projectOf(name, compose.join(' '));
    // One after the other: each migrates the new database.
    for (const replicas of [1, 2]) {
      await call('up', '--detach', '--no-build', '--scale', `cascade=${replicas}`);
      await project.untilReady(project.containerOf('cascade', replicas), 120);
      say(`${replicas} of 2 replicas ready`);
    }
    return await work(project);
  } finally {
    process.off('SIGINT', interrupted);
    await end();
  }
}

function projectOf(name: string, program: string): Project {
  const separator = program === 'docker-compose' ? '_' : '-';
  const containerOf = (service: string, number = 1) => [name, service, number].join(separator);
  const replicas = [containerOf('cascade', 1), containerOf('cascade', 2)];
  const ask = async (service: string, path = '/') =>
    (await fetch((await publishedAt(containerOf(service), 8080)) + path)).text();
  return {
    replicas,
    program,
    containerOf,
    urlOf: publishedAt,
    async look(work) {
      const { host } = new URL(await publishedAt(containerOf('postgres'), 5432));
      return lookAt(`postgresql://cascade:trial@${host}/cascade`, work);
    },
    async urls() {
      const running = await Promise.all(
        replicas.map(async (replica) => (await inspect(replica, '{{.State.Running}}')) === 'true'),
      );
      return Promise.all(
        replicas.filter((_, at) => running[at]).map((replica) => publishedAt(replica, 4012)),
      );
    },
    async got() {
      const { times, delivered } = JSON.parse(await ask('receiver'));
      return { times: new Map(times), delivered: new Set(delivered) };
    },
    async delay(milliseconds) {
      await ask('path', `/?delay=${milliseconds}`);
    },
    async untilReady(container, seconds) {
      const end = performance.now() + seconds * 1_000;
      while (!(await isReady(container))) {
        if (performance.now() > end)
          throw new Error(`not ready after ${seconds} s:\n${await logOf(container)}`);
        await setTimeout(100);
      }
    },
  };
}

/** What `/readyz` of a container says; false without an answer within five seconds. */
export async function isReady(container: string): Promise<boolean> {
  try {
    const url = await publishedAt(container, 4013);
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}
