import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Run, scenario, some } from '@cascade/bench/harness/scenario';
import { tenths } from '@cascade/bench/harness/statistics';
import { buildImage, docker, images, root, tryImage, whyNoContainers } from '@cascade/deploy';
import { outputOf } from '@cascade/repository/test-kit';
import { type Disturbance, isSound, tryDashboard, tryNetwork, tryRestarts } from './disturbances.ts';
import { findCompose, withProject } from './project.ts';

const parts = ['image', 'verifier', 'dashboard', 'restarts', 'network'] as const;
type Part = (typeof parts)[number];
const says =
  'deploy/ in Docker, with stand-ins for the public images (packages/service/deploy/stand-ins), two replicas of compose.yaml beside a receiver. Callers repeat a request under its id until it is decided. In each verdict everything from missing to unreported must be 0; delay by a TCP proxy on the way, loss and partition by iptables in the network namespaces of the replicas';
const image = 'cascade-service';

export default scenario<{ readonly only: readonly Part[] }>({
  says: 'Builds the image and runs compose.yaml in Docker: dashboard, rolling restart, kill -9, delay, loss and partition. As root on the machine of the daemon; needs Docker and its images (packages/service/deploy/stand-ins/make.sh makes some). DOCKER names another client. Writes results/containers.json. Ends with 1 if something was lost or doubled.',
  minutes: 12,
  options: {
    only: some('some of the parts; the others stay in the result file', parts),
  },
  examples: { '': 'as in the result file', '--only image': 'builds and tries the image' },
  lacks: async () =>
    (await whyNoContainers(Object.values(images))) ??
    ((await findCompose()) === undefined ? 'no docker compose' : undefined),
  async run(run) {
    const compose = (await findCompose()) ?? [];
    const sound: boolean[] = [];
    const { say, values } = run;
    const { only } = values;
    const take = async <Seen>(part: Part, work: () => Promise<Seen>, isGood: (seen: Seen) => boolean) => {
      if (!only.includes(part)) return;
      const before = loadavg()[0];
      const seen = await work();
      say(`${part}: ${JSON.stringify(seen)}`);
      sound.push(isGood(seen));
      await record(run, compose, part, { loadAverage: { before, after: loadavg()[0] }, seen });
    };
    say('building the image');
    await buildImage(image);
    await take(
      'image',
      async () => ({ bytesOfBase: await sizeOf(images.node), ...(await tryImage(image)) }),
      ({ status, canWrite, exitCode }) => status === 200 && !canWrite && exitCode === 0,
    );
    await take(
      'verifier',
      () => tryVerifier(image, say),
      ({ exitCode }) => exitCode === 0,
    );
    const allSound = (seen: readonly Disturbance[]) => seen.every(({ verdict }) => isSound(verdict));
    if (only.some((part) => part !== 'image' && part !== 'verifier'))
      await withProject(compose, say, async (project) => {
        await take(
          'dashboard',
          () => tryDashboard(project),
          ({ refused, brokenRules, verdict }) =>
            isSound(verdict) && refused.length + brokenRules.length === 0,
        );
        await take('restarts', () => tryRestarts(project, say), allSound);
        await take('network', () => tryNetwork(project, say), allSound);
      });
    return sound.every((isGood) => isGood);
  },
});

/** Replaces one part of the result file. */
async function record(
  { report, earlier }: Pick<Run<unknown>, 'report' | 'earlier'>,
  compose: readonly string[],
  part: Part,
  result: object,
): Promise<void> {
  const results = earlier();
  const server = await docker(['version', '--format', '{{.Server.Version}}']);
  report({
    says,
    docker: server,
    compose: compose.join(' '),
    ...Object.fromEntries(parts.filter((name) => name in results).map((name) => [name, results[name]])),
    [part]: result,
  });
}

async function sizeOf(tag: string): Promise<number> {
  return Number(await docker(['image', 'inspect', '--format', '{{.Size}}', tag]));
}

const tag = 'cascade-verify';
const profile = fileURLToPath(new URL('../profiles/service/', import.meta.resolve('@cascade/verifier')));

/** Builds deploy/verifier.Dockerfile from tarballs, and runs it in the network namespace of the service. */
async function tryVerifier(image: string, say: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-tarballs-'));
  try {
    say('packing and building the verifier');
    await outputOf('npm', ['run', 'tarballs', '--', folder], { cwd: root });
    const file = join(root, 'packages/service/deploy/verifier.Dockerfile');
    await docker(['build', '--quiet', '--network', 'host', '--file', file, '--tag', tag, folder], 900);
  } finally {
    await rm(folder, { recursive: true });
  }
  let judged: Awaited<ReturnType<typeof judgeService>> | undefined;
  const files = ['--accounts=/profile/accounts.yaml', '--config=/profile/service.yaml'];
  const args = ['start', '--host=0.0.0.0', '--development', ...files];
  await tryImage(
    image,
    async (service) => {
      judged = await judgeService(service);
    },
    args,
    ['--volume', `${profile}:/profile:ro`],
  );
  if (judged === undefined) throw new Error('expected a verdict, found none');
  return judged;
}

/** What the verifier's container says of the service's. */
async function judgeService(service: string) {
  const begin = performance.now();
  const command = [
    'run',
    '--rm',
    '--network',
    `container:${service}`,
    '--volume',
    `${profile}:/profile:ro`,
    tag,
    '--profile',
    '/profile/profile.yaml',
  ];
  const { text, exitCode } = await docker(command, 300).then(
    (printed) => ({ text: printed, exitCode: 0 }),
    (error: { readonly stdout?: string; readonly stderr?: string; readonly code?: number }) => ({
      text: `${error.stdout}${error.stderr}`,
      exitCode: error.code ?? 1,
    }),
  );
  return {
    bytes: Number(await docker(['image', 'inspect', '--format', '{{.Size}}', tag])),
    exitCode,
    seconds: tenths(performance.now() - begin),
    /** The last lines. */
    said: text.trim().split('\n').slice(-4),
  };
}
