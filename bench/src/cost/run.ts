import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@cascade/test-kit';
import { report } from '../report.ts';
import { type Closure, install, tarballsFor } from './closure.ts';
import { medians } from './median.ts';
import { type CostOptions, readOptions } from './options.ts';
import { installPrism } from './peers.ts';
import { measurePrograms, measureService } from './round.ts';

/** What the service and the mock cost to run, beside Node, Node's server, Fastify and Prism in the same turns. */
const root = join(import.meta.dirname, '../../..');
const prismVersion = '5.16.0';
const say = (line: string) => void process.stderr.write(`${line}\n`);

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') process.stdout.write(options);
else await measure(options);

/** One version, installed. */
interface Version {
  readonly service: string;
  readonly mock: string;
  readonly closures: { readonly service: Closure; readonly mock: Closure };
}

type Turns = Pick<CostOptions, 'rounds' | 'idleSeconds'>;

async function measure({ rounds, idleSeconds, tarballs, against, name }: CostOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-cost-'));
  try {
    const now = await installVersion(
      join(folder, 'now'),
      tarballs ?? (await packInto(join(folder, 'tarballs'))),
    );
    const before = against === undefined ? undefined : await installVersion(join(folder, 'before'), against);
    const prism = await prismIn(join(folder, 'prism'));
    const measured = await measureInTurns({ now, before, prism }, { rounds, idleSeconds });
    report(name, 'npx pnpm --filter @cascade/bench cost', {
      says: `medians of ${rounds} in turns: seconds from the start of the process to its first answer, with the processor time in it; MiB after ${idleSeconds} s without requests. What npm installs into an empty folder`,
      loadAverage: loadavg()[0],
      ...measured,
      installed: { now: now.closures, ...(before === undefined ? {} : { before: before.closures }) },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Its folder, if the registry gives it. */
async function prismIn(folder: string): Promise<string | undefined> {
  const outcome = await installPrism(folder, prismVersion);
  if (outcome === 'installed') return folder;
  say(`skipped Prism: ${outcome}`);
  return undefined;
}

async function packInto(folder: string): Promise<string> {
  say('packing');
  const { code, out, err } = await runProgram('npm', ['run', '--silent', 'tarballs', '--', folder], {
    cwd: root,
  });
  if (code !== 0) throw new Error(`npm run tarballs exited with ${code}:\n${out}${err}`);
  return folder;
}

async function installVersion(folder: string, tarballs: string): Promise<Version> {
  say(`installing ${tarballs}`);
  const [service, mock] = [join(folder, 'service'), join(folder, 'mock')];
  return {
    ...{ service, mock },
    closures: {
      service: await install(service, await tarballsFor('@cascade/service', tarballs)),
      mock: await install(mock, await tarballsFor('@cascade/mock', tarballs)),
    },
  };
}

interface Versions {
  readonly now: Version;
  readonly before: Version | undefined;
  readonly prism: string | undefined;
}

async function measureInTurns(versions: Versions, { rounds, idleSeconds }: Turns): Promise<object> {
  const all: object[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    all.push(await measureOnce(versions, idleSeconds));
  }
  return medians(all);
}

async function measureOnce({ now, before, prism }: Versions, idleSeconds: number): Promise<object> {
  return {
    service: await measureService(now.service, idleSeconds),
    ...(before === undefined ? {} : { serviceBefore: await measureService(before.service, idleSeconds) }),
    ...(await measurePrograms({ ...now, mockBefore: before?.mock, prism }, idleSeconds)),
  };
}
