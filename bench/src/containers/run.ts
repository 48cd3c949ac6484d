import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { buildImage, docker, images, tryImage, whyNoContainers } from '@cascade/deploy';
import { readCommand } from '../command.ts';
import { report } from '../report.ts';
import { isSound } from './judge.ts';
import { findCompose, withProject } from './project.ts';
import { tryDashboard } from './try-dashboard.ts';
import { tryNetwork } from './try-network.ts';
import { type Disturbance, tryRestarts } from './try-restarts.ts';
import { tryVerifier } from './try-verifier.ts';

/** Runs deploy/ in Docker: the image, compose, restarts and faults of the network. */
const parts = ['image', 'verifier', 'dashboard', 'restarts', 'network'] as const;
type Part = (typeof parts)[number];
const says =
  'deploy/ in Docker, with stand-ins for the public images (deploy/stand-ins), two replicas of compose.yaml beside a receiver. Callers repeat a request under its id until it is decided. In each verdict everything from missing to unreported must be 0; delay by a TCP proxy on the way, loss and partition by iptables in the network namespaces of the replicas';
const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench containers --',
  says: 'Builds the image and runs compose.yaml in Docker: dashboard, rolling restart, kill -9, delay, loss and partition. Twelve minutes, as root on the machine of the daemon; skipped in one line without Docker or its images (deploy/stand-ins/make.sh makes some). DOCKER names another client. Writes results/containers.json.',
  options: {
    only: {
      type: 'string',
      default: parts.join(),
      says: 'some of the parts; the others stay in the result file',
    },
  },
  examples: { '': 'as in the result file', '--only image': 'builds and tries the image' },
});
const chosen = values.only.split(',').map((name): Part => {
  const part = parts.find((one) => one === name);
  if (part === undefined) throw new Error(`--only ${name} is unknown; known: ${parts.join(', ')}`);
  return part;
});
const say = (line: string) => void process.stderr.write(`${line}\n`);
const image = 'cascade-service';

const compose = await findCompose();
const whyNot =
  (await whyNoContainers(Object.values(images))) ?? (compose === undefined ? 'no docker compose' : undefined);
if (whyNot !== undefined || compose === undefined) process.stdout.write(`skipped: ${whyNot}\n`);
else process.exitCode = (await runParts(compose)) ? 0 : 1;

/** Runs the chosen parts, and writes each into the result file as it ends. Resolves to whether everything held. */
async function runParts(program: readonly string[]): Promise<boolean> {
  const sound: boolean[] = [];
  const run = async <Seen>(part: Part, work: () => Promise<Seen>, isGood: (seen: Seen) => boolean) => {
    if (!chosen.includes(part)) return;
    const before = loadavg()[0];
    const seen = await work();
    say(`${part}: ${JSON.stringify(seen)}`);
    sound.push(isGood(seen));
    await record(part, { loadAverage: { before, after: loadavg()[0] }, seen });
  };
  say('building the image');
  await buildImage(image);
  await run(
    'image',
    async () => ({ bytesOfBase: await sizeOf(images.node), ...(await tryImage(image)) }),
    ({ status, canWrite, exitCode }) => status === 200 && !canWrite && exitCode === 0,
  );
  await run(
    'verifier',
    () => tryVerifier(image, say),
    ({ exitCode }) => exitCode === 0,
  );
  const allSound = (seen: readonly Disturbance[]) => seen.every(({ verdict }) => isSound(verdict));
  if (chosen.some((part) => part !== 'image' && part !== 'verifier'))
    await withProject(program, say, async (project) => {
      await run(
        'dashboard',
        () => tryDashboard(project),
        ({ refused, brokenRules, verdict }) => isSound(verdict) && refused.length + brokenRules.length === 0,
      );
      await run('restarts', () => tryRestarts(project, say), allSound);
      await run('network', () => tryNetwork(project, say), allSound);
    });
  return sound.every((isGood) => isGood);
}

/** Replaces one part of the result file. */
async function record(part: Part, result: object): Promise<void> {
  const file = new URL('../../results/containers.json', import.meta.url);
  const { results } = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : { results: {} };
  const server = await docker(['version', '--format', '{{.Server.Version}}']);
  const given = { says, docker: server, compose: compose?.join(' ') };
  report('containers', 'npx pnpm --filter @cascade/bench containers', {
    ...given,
    ...Object.fromEntries(parts.filter((name) => name in results).map((name) => [name, results[name]])),
    [part]: result,
  });
}

async function sizeOf(tag: string): Promise<number> {
  return Number(await docker(['image', 'inspect', '--format', '{{.Size}}', tag]));
}
