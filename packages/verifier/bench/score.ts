import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { defined } from '../src/defined.ts';
import { createProgress, judgeAll, openJournal } from './judge-all.ts';
import type { Judged } from './judge-worker.ts';
import { measureProperties, measureSpeed } from './measure-speed.ts';
import { askPeers, type PeerScore } from './peers/ask-peers.ts';
import { allSubjects, drawSample, type Subject } from './subjects.ts';
import type { WholeScore } from './sum-up.ts';
import { addUp, isKilled, sumUp } from './sum-up.ts';
import { readDeep, readScore, scoreFile, writeTable } from './to-table.ts';

const usage = `node bench/score.ts [--only ID,… | --add ID,…] [--scenarios ID,…]
                    [--without-peers | --keep-peers] [--keep-speed | --speed]
                    [--journal FILE] [--at-a-time N] [--peer-sample N]
                    [--peer-seconds N] [--seed N]

Judges the service, each mutant, control and pair, and has other tools judge a sample of the same mutants.
--only          judges these subjects (ids, kinds or classes), prints what is found, and writes nothing
--add           judges these mutants and controls, which are new, and adds them to the result file
--scenarios     with --only or --add: judges by these scenarios alone
--keep-peers    leaves the figures of the other tools as they are in the result file
--keep-speed    leaves the figures of speed as they are in the result file: this machine is busy with other things
--speed         takes the figures of speed alone, and leaves all others as they are
--journal       keeps each verdict in this file and takes those that are in it: a run that was broken off goes on
--at-a-time     number of subjects judged at once, 2 if absent
--peer-sample   mutants that each of the other tools judges, 40 if absent: of each class its share
--peer-seconds  time limit of a single run of another tool, 60 if absent
--seed          draws the sample, 1 if absent
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    add: { type: 'string' },
    scenarios: { type: 'string' },
    'without-peers': { type: 'boolean', default: false },
    'keep-peers': { type: 'boolean', default: false },
    journal: { type: 'string' },
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
const scenarios = values.scenarios?.split(',');
const say = (line: string) => void process.stderr.write(line);

if (values.help) process.stdout.write(usage);
else if (values.only !== undefined) await judgeSome(values.only.split(','));
else if (values.add !== undefined) await addNew(values.add.split(','));
else if (values.speed) await save({ ...(await readScore()), ...(await measure()) });
else await writeScore();

async function judgeSome(wanted: readonly string[]): Promise<void> {
  const subjects = allSubjects().filter(({ id, kind, class: of = kind }) =>
    [id, kind, of].some((name) => wanted.includes(name)),
  );
  const onJudged = (judged: object) => void process.stdout.write(`${JSON.stringify(judged)}\n`);
  await judgeAll(
    subjects.map(({ id }) => id),
    { atATime, onJudged, ...defined({ scenarios }) },
  );
}

async function addNew(ids: readonly string[]): Promise<void> {
  const judged = await judgeEach(allSubjects().filter(({ id }) => ids.includes(id)));
  await save(addUp(await readScore(), judged));
}

async function writeScore(): Promise<void> {
  const subjects = allSubjects();
  const { speed, casesPerSecond } = values['keep-speed'] ? await readScore() : await measure();
  say(`${speed.mock.seconds} s on the mock, ${casesPerSecond} property cases per second\n`);
  const judged = await judgeEach(subjects);
  const machine = { node: process.version, processors: cpus().length };
  const score = { machine, speed, casesPerSecond, ...sumUp(judged) };
  if (values['keep-peers']) return save({ ...score, ...(await keptPeers(judged)) });
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

async function judgeEach(subjects: readonly Subject[]): Promise<readonly Judged[]> {
  const journal = values.journal === undefined ? undefined : openJournal<Judged>(values.journal);
  const before = journal?.judged ?? [];
  const known = new Set(before.map(({ id }) => id));
  const wanted = subjects.map(({ id }) => id);
  const left = wanted.filter((id) => !known.has(id));
  const note = createProgress(left.length, say);
  const onJudged = (judged: Judged) => {
    journal?.add(judged);
    note(`${judged.id}: ${judged.verdict}`);
  };
  const judged = await judgeAll(left, { atATime, onJudged, ...defined({ scenarios }) });
  return [...before.filter(({ id }) => wanted.includes(id)), ...judged];
}

/** The figures of the other tools, and what we make of the same mutants now. */
async function keptPeers(judged: readonly Judged[]): Promise<Pick<WholeScore, 'sample' | 'peers'>> {
  const { sample, peers } = await readScore();
  if (sample === undefined || peers === undefined) return {};
  const own = judged.filter(({ id }) => sample.ids.includes(id));
  return { sample: { ...sample, killed: own.filter(isKilled).length, isEarlier: true }, peers };
}

async function measure(): Promise<Pick<WholeScore, 'speed' | 'casesPerSecond'>> {
  return { speed: await measureSpeed(), casesPerSecond: await measureProperties() };
}

async function save(score: WholeScore): Promise<void> {
  await mkdir(new URL('.', scoreFile), { recursive: true });
  await writeFile(scoreFile, `${JSON.stringify(score, undefined, 2)}\n`);
  await writeTable(score, await readDeep());
}
