import { parseArgs } from 'node:util';
import { defined } from '../src/defined.ts';
import { judgeAll } from './judge.ts';
import type { Judged } from './judge-subject.ts';
import { askPeers, type PeerScore } from './peers/ask-peers.ts';
import { startProvider } from './provider.ts';
import { machine, writeResult } from './results.ts';
import { allSubjects, drawSample, type Subject } from './subjects.ts';
import { addUp, isKilled, sumUp, type WholeScore } from './sum-up.ts';
import { readDeep, readScore, writeTable } from './to-table.ts';
import { measureProperties, measureSpeed } from './whole-runs.ts';

const usage = `node bench/score.ts [--only ID,… | --add ID,…] [--scenarios ID,…]
                    [--without-peers | --keep-peers] [--keep-speed | --speed]
                    [--journal FILE] [--at-a-time N] [--peer-sample N]
                    [--peer-seconds N] [--seed N] [--compare-fast]

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
--compare-fast  judges each subject twice, by a full run and by --fast, and writes results/fast.json unless --only is given;
                exit code 1 if verdicts differ. The journal of the fast runs ends in .fast
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
    'compare-fast': { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
const say = (line: string) => void process.stderr.write(line);
const chosen = allSubjects().filter(
  ({ id, kind, class: of = kind }) =>
    values.only?.split(',').some((name) => [id, kind, of].includes(name)) !== false,
);

if (values.help) process.stdout.write(usage);
else if (values['compare-fast']) await compareFast();
else if (values.only !== undefined) await judge(chosen, { onJudged: print });
else if (values.add !== undefined) await addNew(values.add.split(','));
else if (values.speed) await save({ ...(await readScore()), ...(await measure()) });
else await writeScore();

function print(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Judges the subjects, each with accounts of its own, against one service. */
async function judge(
  subjects: readonly Subject[],
  { fast = false, onJudged }: { readonly fast?: boolean; readonly onJudged?: (judged: Judged) => void } = {},
): Promise<readonly Judged[]> {
  const { url: target, close } = await startProvider(subjects.length);
  const scenarios = values.scenarios?.split(',');
  const tasks = subjects.map(({ id }, run) => ({ id, run, target, fast, ...defined({ scenarios }) }));
  return judgeAll<Judged>(tasks, {
    atATime: Number(values['at-a-time']),
    journal: values.journal && `${values.journal}${fast ? '.fast' : ''}`,
    ...defined({ onJudged }),
    progress: { say, words: ({ id, verdict }) => `${id}: ${verdict}` },
  }).finally(close);
}

async function compareFast(): Promise<void> {
  const [fast, full] = [await judge(chosen, { fast: true }), await judge(chosen)];
  const verdictOf = (all: readonly Judged[], id: string) => all.find((each) => each.id === id)?.verdict;
  const verdicts = chosen.map(({ id }) => ({ id, full: verdictOf(full, id), fast: verdictOf(fast, id) }));
  const differences = verdicts.filter((each) => each.full !== each.fast);
  const result = { machine, command: 'npm run compare-fast', subjects: chosen.length, differences };
  print(result);
  if (values.only === undefined) await writeResult('fast', result);
  if (differences.length > 0) process.exitCode = 1;
}

async function addNew(ids: readonly string[]): Promise<void> {
  const judged = await judge(allSubjects().filter(({ id }) => ids.includes(id)));
  await save(addUp(await readScore(), judged));
}

async function writeScore(): Promise<void> {
  const { speed, casesPerSecond } = values['keep-speed'] ? await readScore() : await measure();
  say(`${speed.mock.seconds} s on the mock, ${casesPerSecond} property cases per second\n`);
  const judged = await judge(chosen);
  const score = { machine, speed, casesPerSecond, ...sumUp(judged) };
  if (values['keep-peers']) return save({ ...score, ...(await keptPeers(judged)) });
  // The other tools take long, so our own figures are saved first.
  await save(score);
  if (values['without-peers']) return;
  const seed = Number(values.seed);
  const mutants = chosen.filter(({ kind }) => kind === 'mutant');
  const sample = drawSample(mutants, Number(values['peer-sample']), seed);
  const ids = sample.map(({ id }) => id);
  const own = judged.filter(({ id }) => ids.includes(id));
  const drawn = { seed, of: mutants.length, ids, killed: own.filter(isKilled).length };
  const onScored = (peers: readonly PeerScore[]) => save({ ...score, sample: drawn, peers });
  const [secondsPerRun, atATime] = [Number(values['peer-seconds']), Number(values['at-a-time'])];
  await askPeers({ sample, secondsPerRun, atATime, say, onScored });
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
  await writeResult('score', score);
  await writeTable(score, await readDeep());
}
