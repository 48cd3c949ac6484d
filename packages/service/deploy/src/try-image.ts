import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { docker, inspect, logOf, publishedAt } from './docker.ts';
import { readText } from './read-file.ts';

/** What was seen of an image of the service, in a container as compose.yaml starts it. */
export interface TriedImage {
  readonly bytes: number;
  readonly secondsToHealthy: number;
  readonly status: number;
  readonly user: string;
  readonly canWrite: boolean;
  readonly memoryMiB: number;
  readonly secondsToStop: number;
  readonly exitCode: number;
}

/** The images that deploy/ names and does not build. */
export const images = {
  node: named(readText('Dockerfile'), /^FROM (\S+)/m),
  postgres: named(readText('compose.yaml'), /image: (postgres:\S+)/),
  prometheus: named(readText('compose.yaml'), /image: (prom\/\S+)/),
};

function named(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`no image: ${pattern}`);
  return found;
}

/** The root of the repository: what the image is built from. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Builds the image of the service. The host's network reaches the registry where a bridge has no route out.
 */
export async function buildImage(tag: string): Promise<void> {
  const file = `${root}packages/service/deploy/Dockerfile`;
  await docker(['build', '--quiet', '--network', 'host', '--file', file, '--tag', tag, root], 900);
}

/**
 * A bare PostgreSQL and one container of the service; `work` runs while it serves. Everything is removed,
 * also on Ctrl-C.
 */
export async function tryImage(
  image: string,
  work: (service: string) => Promise<void> = async () => {},
  args: readonly string[] = [],
  mounts: readonly string[] = [],
): Promise<TriedImage> {
  const name = `cascade-try-${randomUUID().slice(0, 8)}`;
  const network = name;
  const database = `${name}-postgres`;
  const service = `${name}-service`;
  const remove = async () => {
    await docker(['rm', '--force', '--volumes', service, database]).catch(() => '');
    await docker(['network', 'rm', network]).catch(() => '');
  };
  const interrupted = () => void remove().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  try {
    await docker(['network', 'create', network]);
    await startPostgres(database, network);
    const begin = performance.now();
    await docker([
      'run',
      '--detach',
      '--name',
      service,
      ...hardened(network),
      ...mounts,
      image,
      ...given(args),
    ]);
    await untilHealthy(service);
    const secondsToHealthy = secondsSince(begin);
    const status = await schedule(await publishedAt(service, 4012));
    await work(service);
    const seen = {
      bytes: Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image])),
      secondsToHealthy,
      status,
      user: await docker(['exec', service, 'id', '-u']),
      canWrite: await canWrite(service),
      memoryMiB: await memoryOf(service),
    };
    const stopping = performance.now();
    await docker(['stop', '--time', '60', service], 90);
    return {
      ...seen,
      secondsToStop: secondsSince(stopping),
      exitCode: Number(await inspect(service, '{{.State.ExitCode}}')),
    };
  } finally {
    process.off('SIGINT', interrupted);
    await remove();
  }
}

const given = (args: readonly string[]) =>
  args.length > 0
    ? args
    : [
        'start',
        '--host=0.0.0.0',
        '--config=packages/service/demo/simulated.yaml',
        '--accounts=packages/service/demo/accounts.yaml',
      ];

/** As in compose.yaml. */
const hardened = (network: string) => [
  '--network',
  network,
  '--publish',
  '127.0.0.1::4012',
  '--init',
  '--read-only',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges',
  '--memory',
  '1g',
  '--env',
  'DATABASE_URL=postgresql://cascade:trial@postgres/cascade',
];

async function startPostgres(name: string, network: string): Promise<void> {
  const settings = ['POSTGRES_USER=cascade', 'POSTGRES_DB=cascade', 'POSTGRES_PASSWORD=trial'];
  await docker([
    'run',
    '--detach',
    '--name',
    name,
    '--network',
    network,
    '--network-alias',
    'postgres',
    ...settings.flatMap((setting) => ['--env', setting]),
    images.postgres,
  ]);
  const isReady = () =>
    docker(['exec', name, 'pg_isready', '--host=127.0.0.1', '--username=cascade']).then(
      () => true,
      () => false,
    );
  await until(isReady, 90, () => logOf(name));
}

function untilHealthy(service: string): Promise<void> {
  const isHealthy = async () => (await inspect(service, '{{.State.Health.Status}}')) === 'healthy';
  return until(isHealthy, 120, () => logOf(service));
}

/** @throws {Error} after that many seconds, with the log. */
async function until(
  isReached: () => Promise<boolean>,
  seconds: number,
  log: () => Promise<string>,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await isReached())) {
    if (performance.now() > end) throw new Error(`not within ${seconds} s:\n${await log()}`);
    await setTimeout(200);
  }
}

async function schedule(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'application/json' },
    body: JSON.stringify({
      requestId: randomUUID(),
      cascadeId: 2002,
      subscriberFilter: { address: '+12025550199', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
    }),
    signal: AbortSignal.timeout(30_000),
  });
  await answer.text();
  return answer.status;
}

/** Whether the service could change its code. */
function canWrite(service: string): Promise<boolean> {
  return docker(['exec', service, 'sh', '-c', 'echo > /app/packages/service/src/cli.ts']).then(
    () => true,
    () => false,
  );
}

async function memoryOf(service: string): Promise<number> {
  const [used = ''] = (await docker(['stats', '--no-stream', '--format', '{{.MemUsage}}', service])).split(
    ' /',
  );
  return Math.round(Number.parseFloat(used) * (used.endsWith('GiB') ? 1_024 : 1));
}

function secondsSince(begin: number): number {
  return Math.round((performance.now() - begin) / 100) / 10;
}
