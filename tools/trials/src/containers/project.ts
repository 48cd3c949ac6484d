import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountsFile, stagedAccounts } from '@cascade/bench/harness/accounts';
import type { Got, Look } from '@cascade/bench/harness/audit';
import { fillIn } from '@cascade/bench/harness/bed';
import { isReady as isReadyAt } from '@cascade/bench/harness/metrics';
import { until } from '@cascade/bench/harness/waits';
import { images, inspect, logOf, publishedAt } from '@cascade/deploy';
import { outputOf, runProgram } from '@cascade/repository/test-kit';
import { lookAt } from '@cascade/service/bench';
import { parse } from 'yaml';

/** The services of compose.yaml, with two replicas, a receiver and a way between that can delay. */
export type Project = ReturnType<typeof projectOf>;

/** `docker compose` if the client has it, else the older program; undefined without either. */
export async function findCompose(): Promise<readonly string[] | undefined> {
  for (const command of [[process.env.DOCKER ?? 'docker', 'compose'], ['docker-compose']]) {
    const [program = '', ...words] = command;
    const asked = await runProgram(program, [...words, 'version']).catch(() => undefined);
    if (asked?.code === 0) return command;
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
    outputOf(program, [...given, ...args], { environment, timeoutMs: 300_000 });
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

function projectOf(name: string, program: string) {
  const separator = program === 'docker-compose' ? '_' : '-';
  const containerOf = (service: string, number = 1) => [name, service, number].join(separator);
  const replicas = [containerOf('cascade', 1), containerOf('cascade', 2)];
  const ask = async (service: string, path = '/') =>
    (await fetch((await publishedAt(containerOf(service), 8080)) + path)).text();
  const look: Look = async (work) => {
    const { host } = new URL(await publishedAt(containerOf('postgres'), 5432));
    return lookAt(`postgresql://cascade:trial@${host}/cascade`, work);
  };
  return {
    /** The containers of the replicas. */
    replicas,
    look,
    containerOf,
    urlOf: publishedAt,
    /** Where the replicas that run answer. */
    async urls() {
      const running = await Promise.all(
        replicas.map(async (replica) => (await inspect(replica, '{{.State.Running}}')) === 'true'),
      );
      return Promise.all(
        replicas.filter((_, at) => running[at]).map((replica) => publishedAt(replica, 4012)),
      );
    },
    /** What the receiver in the network has got. */
    async got(): Promise<Got> {
      const { times, delivered } = JSON.parse(await ask('receiver'));
      return { times: new Map(times), delivered: new Set(delivered) };
    },
    /** Each way between service and both database and receiver, in milliseconds. */
    async delay(milliseconds: number) {
      await ask('path', `/?delay=${milliseconds}`);
    },
    async untilReady(container: string, seconds: number) {
      const what = async () => `${container} was ready:\n${await logOf(container)}`;
      await until(what, () => isContainerReady(container), { seconds });
    },
  };
}

/** What `/readyz` of a container says; false without an answer within five seconds. */
export async function isContainerReady(container: string): Promise<boolean> {
  const url = await publishedAt(container, 4013).catch(() => undefined);
  return url !== undefined && isReadyAt(url);
}

/** The folder of compose.yaml, against which its paths are relative. */
const deployFolder = fileURLToPath(new URL('.', import.meta.resolve('@cascade/deploy/compose.yaml')));
const inside = fileURLToPath(new URL('inside/', import.meta.url));

/** A compose file, as far as it is read. */
interface ComposeFile {
  readonly services: Readonly<Record<string, object>>;
  readonly volumes: object;
}

/**
 * Writes what the trial mounts, and a compose file made of that of deploy/ and trial.yaml. Resolves to its
 * path.
 */
async function writeTrialFiles(folder: string): Promise<string> {
  await outputOf('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=receiver.internal',
    '-addext',
    'subjectAltName=DNS:receiver.internal',
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'cert.pem'),
  ]);
  await chmod(folder, 0o755);
  await chmod(join(folder, 'key.pem'), 0o644);
  const accounts = stagedAccounts('https://receiver.internal:8443/status');
  await writeFile(join(folder, 'accounts.yaml'), accountsFile(accounts));
  const simulator = { kind: 'simulator' };
  const service = {
    gateways: { SMS: simulator, CHATONE: simulator, CHATTWO: simulator },
    callbacks: { privateReceivers: ['receiver.internal'] },
  };
  await writeFile(join(folder, 'service.yaml'), JSON.stringify(service));
  const file = join(folder, 'compose.json');
  await writeFile(file, JSON.stringify(await trialIn(folder), null, 2));
  return file;
}

/** The services of trial.yaml, each with what it has in deploy/, unless trial.yaml says something else. */
async function trialIn(folder: string): Promise<object> {
  const { services, volumes }: ComposeFile = parse(
    await readFile(join(deployFolder, 'compose.yaml'), 'utf8'),
  );
  const template = await readFile(new URL('trial.yaml', import.meta.url), 'utf8');
  const trial: ComposeFile = parse(fillIn(template, { folder, inside, node: images.node }), { merge: true });
  const merged = Object.entries(trial.services).map(([name, own]) => [name, { ...services[name], ...own }]);
  return { services: Object.fromEntries(merged), volumes };
}
