import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeAll } from './judge-all.ts';
import { measureProperties } from './measure-properties.ts';
import { measureSpeed } from './measure-speed.ts';
import { askPeers } from './peers/ask-peers.ts';
import { allSubjects } from './subjects.ts';
import { sumUp } from './sum-up.ts';
import { writeTable } from './write-table.ts';

const usage = `node bench/score.ts [--only ID,…] [--without-peers]

Judges the service, each mutant, control and pair, and has other tools judge a sample of the mutants.
--only judges these subjects (ids, kinds or classes), prints what is found, and writes nothing.
`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, 'without-peers': { type: 'boolean' }, help: { type: 'boolean' } },
});

if (values.help) process.stdout.write(usage);
else if (values.only !== undefined) await judgeSome(values.only.split(','));
else await writeScore(values['without-peers'] !== true);

async function judgeSome(wanted: readonly string[]): Promise<void> {
  const subjects = allSubjects().filter(({ id, kind, class: of = kind }) =>
    [id, kind, of].some((name) => wanted.includes(name)),
  );
  const onJudged = (judged: object) => void process.stdout.write(`${JSON.stringify(judged)}\n`);
  await judgeAll(
    subjects.map(({ id }) => id),
    { atATime: 2, onJudged },
  );
}

async function writeScore(withPeers: boolean): Promise<void> {
  const say = (line: string) => void process.stderr.write(line);
  const subjects = allSubjects();
  const speed = await measureSpeed();
  const casesPerSecond = await measureProperties();
  say(`${speed.seconds} s on the service itself, ${casesPerSecond} property cases per second\n`);
  const judged = await judgeAll(
    subjects.map(({ id }) => id),
    { atATime: 2, onJudged: ({ id, verdict }) => say(`${id}: ${verdict}\n`) },
  );
  const machine = { node: process.version, processors: cpus().length };
  const score = { machine, speed, casesPerSecond, ...sumUp(judged) };
  // The peers take their time: what we know by then is not to be lost with them.
  await save({ ...score, peers: [] });
  if (!withPeers) return;
  const mutants = subjects.filter(({ kind }) => kind === 'mutant');
  await save({ ...score, peers: await askPeers(mutants, say) });
}

async function save(score: Parameters<typeof writeTable>[0]): Promise<void> {
  const file = fileURLToPath(new URL('../results/score.json', import.meta.url));
  await mkdir(new URL('../results/', import.meta.url), { recursive: true });
  await writeFile(file, `${JSON.stringify(score, undefined, 2)}\n`);
  await writeTable(score);
}
