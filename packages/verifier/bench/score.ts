import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { drawSample } from './draw-sample.ts';
import { judgeAll } from './judge-all.ts';
import { measureProperties } from './measure-properties.ts';
import { measureSpeed } from './measure-speed.ts';
import { askPeers, type PeerScore } from './peers/ask-peers.ts';
import { createProgress } from './progress.ts';
import { readDeep } from './read-deep.ts';
import { readScore, scoreFile } from './read-score.ts';
import { allSubjects } from './subjects.ts';
import { isKilled, sumUp } from './sum-up.ts';
import type { WholeScore } from './to-table.ts';
import { writeTable } from './write-table.ts';

const usage = `node bench/score.ts [--only ID,…] [--without-peers] [--keep-speed | --speed]
                    [--at-a-time N] [--peer-sample N]
                    [--peer-seconds N] [--seed N]

Judges the service, each mutant, control and pair, and has other tools judge a sample of the same mutants.
--only          judges these subjects (ids, kinds or classes), prints what is found, and writes nothing
--keep-speed    leaves the figures of speed as they are in the result file: this machine is busy with other things
--speed         takes the figures of speed alone, and leaves all others as they are
--at-a-time     number of subjects judged at once, 2 if absent
--peer-sample   mutants that each of the other tools judges, 40 if absent: of each class its share
--peer-seconds  time limit of a single run of another tool, 60 if absent
--seed          draws the sample, 1 if absent
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'without-peers': { type: 'boolean', default: false },
    'keep-speed': { type: 'boolean', default: false },
    speed: { type: 'boolean', default: false },
    'at-a-time': { type: 'string', default: '2' },
    'peer-sample': { type: 'string', default: '40' },
    'peer-seconds': { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
const atATime = Number(values['at-a-time']);
const say = (line: string) => void process.stderr.write(line);

if (values.help) process.stdout.write(usage);
else if (values.only !== undefined) await judgeSome(values.only.split(','));
else if (values.speed) await save({ ...(await readScore()), ...(await measure()) });
else await writeScore();

async function judgeSome(wanted: readonly string[]): Promise<void> {
  const subjects = allSubjects().filter(({ id, kind, class: of = kind }) =>
    [id, kind, of].some((name) => wanted.includes(name)),
  );
  const onJudged = (judged: object) => void process.stdout.write(`${JSON.stringify(judged)}\n`);
  await judgeAll(
    subjects.map(({ id }) => id),
    { atATime, onJudged },
  );
}

async function writeScore(): Promise<void> {
  const subjects = allSubjects();
  const { speed, casesPerSecond } = values['keep-speed'] ? await readScore() : await measure();
  say(`${speed.seconds} s on the service itself, ${casesPerSecond} property cases per second\n`);
  const note = createProgress(subjects.length, say);
  const judged = await judgeAll(
    subjects.map(({ id }) => id),
    { atATime, onJudged: ({ id, verdict }) => note(`${id}: ${verdict}`) },
  );
  const machine = { node: process.version, processors: cpus().length };
  const score = { machine, speed, casesPerSecond, ...sumUp(judged) };
  // The other tools take long, so our own figures are saved first.
  await save(score);
  if (values['without-peers']) return;
  const seed = Number(values.seed);
  const mutants = subjects.filter(({ kind }) => kind === 'mutant');
  const sample = drawSample(mutants, Number(values['peer-sample']), seed);
  const ids = sample.map(({ id }) => id);
  const own = judged.filter(({ id }) => ids.includes(id));
  const drawn = { seed, of: mutants.length, ids, killed: own.filter(isKilled).length };
  const secondsPerRun = Number(values['peer-seconds']);
  const onScored = (peers: readonly PeerScore[]) => save({ ...score, sample: drawn, peers });
  await askPeers({ sample, secondsPerRun, atATime, say, onScored });
}

async function measure(): Promise<Pick<WholeScore, 'speed' | 'casesPerSecond'>> {
  return { speed: await measureSpeed(), casesPerSecond: await measureProperties() };
}

async function save(score: WholeScore): Promise<void> {
  await mkdir(new URL('.', scoreFile), { recursive: true });
  await writeFile(scoreFile, `${JSON.stringify(score, undefined, 2)}\n`);
  await writeTable(score, await readDeep());
}
