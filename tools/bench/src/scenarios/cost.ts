import { join } from 'node:path';
import { outputOf } from '@cascade/test-kit';
import { lacksPrism } from '../harness/prism.ts';
import { number, scenario, text } from '../harness/scenario.ts';
import { medians } from '../harness/statistics.ts';
import { install, tarballsFor } from './cost/closure.ts';
import { measurePrograms, measureService } from './cost/programs.ts';

const root = join(import.meta.dirname, '../../../..');
type Say = (line: string) => void;

export default scenario({
  says: 'What the service and the mock cost: memory at rest, time to start, and size of what npm installs, beside Node, its server, Fastify and Prism in the same turns. Needs Linux (/proc), npm and its registry; packages must be built. Writes results/cost.json.',
  minutes: 10,
  options: {
    rounds: number('how often each is started, in turns; 0 only measures sizes', 5),
    idle: number('seconds before memory is read', 30),
    tarballs: text('folder of tarballs of npm run tarballs; packed now from the builds in dist if absent'),
    against: text('tarballs of another version, measured in the same turns as "before"'),
    name: text('of the result file', 'cost'),
  },
  examples: {
    '': 'as in the result file',
    '--rounds 1 --idle 2 --name try': 'to try it',
    '--rounds 0 --name installed': 'the sizes that the READMEs state',
    '--against /tmp/tarballs-of-0.1.0': 'beside another version',
  },
  async run({ bed: { folder }, values: { rounds, idle, tarballs, against, name }, say, report }) {
    const own = tarballs ?? (await packInto(join(folder, 'tarballs'), say));
    const now = await installVersion(join(folder, 'now'), own, say);
    const before =
      against === undefined ? undefined : await installVersion(join(folder, 'before'), against, say);
    const lacks = rounds > 0 ? await lacksPrism(join(folder, 'prism')) : undefined;
    if (lacks !== undefined) say(`skipped Prism: ${lacks}`);
    const prism = lacks === undefined ? join(folder, 'prism') : undefined;
    const all: object[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      all.push({
        service: await measureService(now.service, idle),
        ...(before && { serviceBefore: await measureService(before.service, idle) }),
        ...(await measurePrograms({ ...now, mockBefore: before?.mock, prism }, idle)),
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
        installed: { now: now.closures, ...(before && { before: before.closures }) },
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

/** One version, installed. */
async function installVersion(folder: string, tarballs: string, say: Say) {
  say(`installing ${tarballs}`);
  const [service, mock] = [join(folder, 'service'), join(folder, 'mock')];
  return {
    ...{ service, mock },
    closures: {
      callers: await install(
        join(folder, 'callers'),
        await tarballsFor(['@cascade/client', '@cascade/webhooks'], tarballs),
      ),
      service: await install(service, await tarballsFor(['@cascade/service'], tarballs)),
      mock: await install(mock, await tarballsFor(['@cascade/mock'], tarballs)),
      all: await install(join(folder, 'all'), await tarballsFor('all', tarballs)),
    },
  };
}
