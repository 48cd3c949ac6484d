import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, outputOf, startProgram } from '@cascade/repository/test-kit';
import { withBed } from '../harness/bed.ts';
import { postmaster } from '../harness/postgres.ts';
import { lacksPrism, prismArgs } from '../harness/prism.ts';
import { memoryOf, statOf, withChildren } from '../harness/processes.ts';
import { number, scenario, text } from '../harness/scenario.ts';
import { medians } from '../harness/statistics.ts';
import { untilItAnswers } from '../harness/waits.ts';
import { installTarballs, tarballsFor } from './installed/closure.ts';

const root = join(import.meta.dirname, '../../../..');
type Say = (line: string) => void;

export default scenario({
  says: 'What the service and the mock cost: memory at rest, time to start, and size of what npm installs, beside Node, its server, Fastify and Prism in the same turns. Needs Linux (/proc), npm and its registry; packages must be built. Writes results/installed.json.',
  minutes: 10,
  isFigure: true,
  options: {
    rounds: number('how often each is started, in turns; 0 only measures sizes', 5),
    idle: number('seconds before memory is read', 30),
    tarballs: text('folder of tarballs of npm run tarballs; packed now from the builds in dist if absent'),
    name: text('of the result file', 'installed'),
  },
  examples: {
    '': 'as in the result file',
    '--rounds 1 --idle 2 --name try': 'to try it',
    '--rounds 0': 'the sizes that the READMEs state',
  },
  async run({ bed: { folder }, values: { rounds, idle, tarballs, name }, say, report }) {
    const own = tarballs === undefined ? await packInto(join(folder, 'tarballs'), say) : resolve(tarballs);
    const now = await installVersion(join(folder, 'now'), own, say);
    const lacks = rounds > 0 ? await lacksPrism(join(folder, 'prism')) : undefined;
    if (lacks !== undefined) say(`skipped Prism: ${lacks}`);
    const prism = lacks === undefined ? join(folder, 'prism') : undefined;
    const all: object[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      all.push({
        service: await measureService(now.service, idle),
        ...(await measurePrograms(now, prism, idle)),
      });
    }
    report(
      {
        says: [
          ...(rounds > 0
            ? [
                `medians of ${rounds} in turns: seconds from the start of the process to its first answer, with the processor time in it; MiB after ${idle} s without requests`,
              ]
            : []),
          'what npm installs into an empty folder',
        ].join('. '),
        ...(rounds > 0 && medians(all)),
        installed: { now: now.closures },
      },
      { name },
    );
  },
});

async function packInto(folder: string, say: Say): Promise<string> {
  say('packing');
  await outputOf('npm', ['run', '--silent', 'tarballs', '--', folder], { cwd: root });
  return folder;
}

type Installed = Awaited<ReturnType<typeof installVersion>>;

async function installVersion(folder: string, tarballs: string, say: Say) {
  say(`installing ${tarballs}`);
  const service = join(folder, 'service');
  const mock = join(folder, 'mock');
  const all = join(folder, 'all');
  const into = async (place: string, names: readonly string[] | 'all') =>
    installTarballs(place, await tarballsFor(names, tarballs));
  return {
    service,
    mock,
    all,
    closures: {
      callers: await into(join(folder, 'callers'), ['@cascade/client', '@cascade/webhooks']),
      service: await into(service, ['@cascade/service']),
      mock: await into(mock, ['@cascade/mock']),
      all: await into(all, 'all'),
    },
  };
}

/** Measures the service on a new data folder, which is deleted. */
function measureService(folder: string, idleSeconds: number): Promise<object> {
  return withBed(async ({ dataFolder, use }) => {
    const startOne = async () => use(await start(service(folder, dataFolder)), (one) => one.stop());
    const first = await startOne();
    await first.stop();
    const again = await startOne();
    await setTimeout(idleSeconds * 1_000);
    const processes = serverOf(dataFolder);
    return {
      startOnNewStore: first.start,
      startOnExistingStore: again.start,
      idle: again.memory(),
      idlePostgres: { ...memoryOf(processes), processes: processes.length },
    };
  });
}

/** The server of a data folder: its first process and its backends; none if it does not run. */
function serverOf(dataFolder: string): readonly number[] {
  const pid = postmaster(join(dataFolder, 'cluster'));
  return pid === undefined ? [] : withChildren(pid);
}

/** Measures the programs without a database, all idle at the same time. */
async function measurePrograms(
  now: Installed,
  prismFolder: string | undefined,
  idleSeconds: number,
): Promise<object> {
  const subjects: Readonly<Record<string, Subject>> = {
    mock: mock(now.mock),
    ...(prismFolder !== undefined && { prism: prism(prismFolder, now.all) }),
    bareNode: { args: () => ['-e', 'setInterval(() => {}, 1e6)'], isSilent: true },
    bareServer: { args: (port) => ['-e', bareServer(port)] },
    bareFastify: { args: (port) => ['-e', bareFastify(now.service, port)] },
  };
  return withBed(async ({ use }) => {
    const running: [name: string, running: Running][] = [];
    for (const [name, subject] of Object.entries(subjects))
      running.push([name, use(await start(subject), (one) => one.stop())]);
    await setTimeout(idleSeconds * 1_000);
    return Object.fromEntries(running.map(([name, one]) => [name, { start: one.start, idle: one.memory() }]));
  });
}

/** A program that is started and left alone. */
interface Subject {
  /** Arguments of Node, for a program that answers on a port of loopback once it is ready. */
  args(port: number): readonly string[];
  /** It answers nothing. */
  readonly isSilent?: true;
  /** Where it answers with 200; anywhere, with anything, if absent. */
  readonly readyAt?: string;
}

/** A program that is ready. */
type Running = Awaited<ReturnType<typeof start>>;

/** Starts a program and waits until it is ready. @throws {Error} with its output if it ends before. */
async function start({ args, isSilent, readyAt }: Subject) {
  const port = await freePort();
  const { DATABASE_URL: _, ...environment } = process.env;
  const begin = performance.now();
  const child = startProgram(process.execPath, args(port), { environment });
  const pid = child.process.pid ?? Number.NaN;
  const status = readyAt === undefined ? undefined : 200;
  const url = `http://127.0.0.1:${port}${readyAt ?? '/'}`;
  if (!isSilent) await untilItAnswers(url, child, { status, seconds: 120, pauseMs: 5 });
  const seconds = (performance.now() - begin) / 1_000;
  const { itself, children } = statOf(pid) ?? { itself: 0, children: 0 };
  return {
    /**
     * Seconds from the start of the process to its first answer, and processor time, also of programs that it
     * ran to their end.
     */
    start: { seconds, processor: itself, processorOfChildren: children },
    memory: () => memoryOf([pid]),
    async stop() {
      await child.end();
    },
  };
}

/**
 * The service of a folder where it is installed, in development, on the embedded PostgreSQL of a data folder.
 */
function service(folder: string, dataFolder: string): Subject {
  const home = join(folder, 'node_modules/@cascade/service');
  const files = ['--data', dataFolder, '--accounts', join(home, 'demo/accounts.yaml')];
  const program = [join(home, 'dist/cli.js'), 'start', '--development', ...files];
  return {
    args: (port) => [...program, '--port', '0', '--operations-port', String(port)],
    readyAt: '/readyz',
  };
}

/** The mock of a folder where it is installed. */
function mock(folder: string): Subject {
  const program = join(folder, 'node_modules/@cascade/mock/dist/cli.js');
  return { args: (port) => [program, '--port', String(port)] };
}

/** Prism's command with the description of the folder where the contract is installed. */
function prism(folder: string, allFolder: string): Subject {
  const description = join(allFolder, 'node_modules/@cascade/spec/generated/openapi.json');
  return { args: (port) => prismArgs(folder, port, description) };
}

/** Node's own HTTP server with one answer. */
function bareServer(port: number): string {
  return `require('node:http').createServer((_, answer) => answer.end('{}')).listen(${port}, '127.0.0.1')`;
}

/** Fastify as it is, from the folder where the service is installed. */
function bareFastify(folder: string, port: number): string {
  const module = JSON.stringify(join(folder, 'node_modules/fastify'));
  return `const server = require(${module})(); server.get('/', () => ({})); server.listen({ port: ${port} })`;
}
