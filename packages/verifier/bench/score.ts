import { commandLine, parseCount, runCommand } from '@cascade/contract/command-line';
import { defined } from '../src/defined.ts';
import { judgeAll } from './judge.ts';
import type { JudgedSubject } from './judge-subject.ts';
import { askPeers, type PeerScore } from './peers/ask-peers.ts';
import { startProvider } from './provider.ts';
import { machine, writeResult } from './results.ts';
import { allSubjects, drawSample, type Subject } from './subjects.ts';
import { addUp, isKilled, sumUp, type WholeScore } from './sum-up.ts';
import { readDeep, readScore, writeTable } from './to-table.ts';
import { measureProperties, measureSpeed } from './whole-runs.ts';

const list = (text: string) => text.split(',');

const command = commandLine(
  'npm --prefix packages/verifier run score --',
  'Judges the service, each mutant, control and pair, and has other tools judge a sample of the same mutants.',
  `Examples:
  npm --prefix packages/verifier run score -- --keep-speed --keep-peers --journal /tmp/score
  npm --prefix packages/verifier run score -- --only title-utf-16,control
  npm --prefix packages/verifier run score -- --only history-oldest-first --scenarios history-pages

Exit code 1 if verdicts of --compare-fast differ, 2 for wrong usage.`,
)
  .option(
    '--only <list>',
    'judges these subjects (ids, kinds or classes), prints what is found, and writes nothing',
    list,
  )
  .option(
    '--add <list>',
    'judges these mutants and controls, which are new, and adds them to the result file',
    list,
  )
  .option('--scenarios <list>', 'with --only or --add: judges by these scenarios alone', list)
  .option('--without-peers', 'has no other tool judge, and leaves their figures out')
  .option('--keep-peers', 'leaves the figures of the other tools as they are in the result file')
  .option('--keep-speed', 'leaves the figures of speed as they are: this machine is busy with other things')
  .option('--peers', 'has the other tools judge their sample again, and leaves all other figures as they are')
  .option('--speed', 'takes the figures of speed alone, and leaves all others as they are')
  .option(
    '--journal <file>',
    'keeps each verdict in it and takes those that are in it: a run that was broken off goes on',
  )
  .option('--at-a-time <number>', 'subjects judged at once', parseCount, 2)
  .option(
    '--peer-sample <number>',
    'mutants that each other tool judges: of each class its share',
    parseCount,
    40,
  )
  .option('--peer-seconds <number>', 'time limit of a single run of another tool', parseCount, 60)
  .option('--seed <number>', 'draws the sample', parseCount, 1)
  .option(
    '--compare-fast',
    'judges each subject twice, by a full run and by --fast, and writes results/fast.json unless --only is given. The journal of the fast runs ends in .fast',
  );

type Values = ReturnType<typeof command.opts>;

const say = (line: string) => void process.stderr.write(line);

process.exitCode = await runCommand(command, async (values) => {
  const chosen = allSubjects().filter(
    ({ id, kind, class: of = kind }) => values.only?.some((name) => [id, kind, of].includes(name)) !== false,
  );
  if (values.compareFast) return compareFast(chosen, values);
  if (values.only !== undefined) await judge(chosen, values, { onJudged: print });
  else if (values.add !== undefined) await addNew(values.add, values);
  else if (values.speed) await save({ ...(await readScore()), ...(await measure()) });
  else if (values.peers) await askAgain(values);
  else await writeScore(chosen, values);
  return 0;
});

function print(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Judges the subjects, each with accounts of its own, against one service. */
async function judge(
  subjects: readonly Subject[],
  { scenarios, atATime, journal }: Values,
  {
    fast = false,
    onJudged,
  }: { readonly fast?: boolean; readonly onJudged?: (judged: JudgedSubject) => void } = {},
): Promise<readonly JudgedSubject[]> {
  const { url: target, close } = await startProvider(subjects.length);
  const tasks = subjects.map(({ id }, run) => ({ id, run, target, fast, ...defined({ scenarios }) }));
  return judgeAll<JudgedSubject>(tasks, {
    atATime,
    journal: journal && `${journal}${fast ? '.fast' : ''}`,
    ...defined({ onJudged }),
    progress: { say, words: ({ id, verdict }) => `${id}: ${verdict}` },
  }).finally(close);
}

async function compareFast(chosen: readonly Subject[], values: Values): Promise<0 | 1> {
  const fast = await judge(chosen, values, { fast: true });
  const full = await judge(chosen, values);
  const verdictOf = (all: readonly JudgedSubject[], id: string) =>
    all.find((each) => each.id === id)?.verdict;
  const verdicts = chosen.map(({ id }) => ({ id, full: verdictOf(full, id), fast: verdictOf(fast, id) }));
  const differences = verdicts.filter((each) => each.full !== each.fast);
  const result = { machine, command: 'npm run compare-fast', subjects: chosen.length, differences };
  print(result);
  if (values.only === undefined) await writeResult('fast', result);
  return differences.length > 0 ? 1 : 0;
}

async function addNew(ids: readonly string[], values: Values): Promise<void> {
  const subjects = allSubjects().filter(({ id }) => ids.includes(id));
  const judged = await judge(subjects, values);
  await save(addUp(await readScore(), judged));
}

async function writeScore(chosen: readonly Subject[], values: Values): Promise<void> {
  const { speed, casesPerSecond } = values.keepSpeed ? await readScore() : await measure();
  say(`${speed.mock.seconds} s on the mock, ${casesPerSecond} property cases per second\n`);
  const judged = await judge(chosen, values);
  const score = { machine, speed, casesPerSecond, ...sumUp(judged) };
  if (values.keepPeers) return save({ ...score, ...(await keptPeers(judged)) });
  // The other tools take long, so our own figures are saved first.
  await save(score);
  if (values.withoutPeers) return;
  const { seed, atATime, peerSample, peerSeconds: secondsPerRun } = values;
  const mutants = chosen.filter(({ kind }) => kind === 'mutant');
  const sample = drawSample(mutants, peerSample, seed);
  const ids = sample.map(({ id }) => id);
  const own = judged.filter(({ id }) => ids.includes(id));
  const drawn = { seed, of: mutants.length, ids, killed: own.filter(isKilled).length };
  const onScored = (peers: readonly PeerScore[]) => save({ ...score, sample: drawn, peers });
  await askPeers({ sample, secondsPerRun, atATime, say, onScored });
}

/** What we find of the sample stays as it was: it is of an earlier run. */
async function askAgain({ atATime, peerSeconds: secondsPerRun }: Values): Promise<void> {
  const score = await readScore();
  const ids = score.sample?.ids ?? [];
  const sample = allSubjects().filter(({ id }) => ids.includes(id));
  const drawn = score.sample === undefined ? {} : { sample: { ...score.sample, isEarlier: true } };
  const onScored = (peers: readonly PeerScore[]) => save({ ...score, ...drawn, peers });
  await askPeers({ sample, secondsPerRun, atATime, say, onScored });
}

/** The figures of the other tools, and what we make of the same mutants now. */
async function keptPeers(judged: readonly JudgedSubject[]): Promise<Pick<WholeScore, 'sample' | 'peers'>> {
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
  writeTable(score, await readDeep());
}
