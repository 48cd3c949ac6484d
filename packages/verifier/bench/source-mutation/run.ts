import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judgeAll } from '../judge.ts';
import { machine, writeResult } from '../results.ts';
import { type JudgedMutant, judgeBaseline } from './judge-source.ts';
import { listMutants, type SourceMutant } from './mutants.ts';
import { checkSurvivors, readExplanations, type SourceResult, sumUp, writeSummary } from './result.ts';

const usage = `node bench/source-mutation/run.ts [--only TEXT] [--journal FILE] [--at-a-time N] [--seconds N]

Changes the sources of examples/provider-python, one place at a time, runs each mutant as a process of its own on a free
port of the loopback, and judges it by its profile. Writes results/source-mutation.json and the table in mutants/README.md.
Needs python3.

--only        judges the mutants whose id contains this text, prints what is found, and writes nothing
--journal     keeps each verdict in this file and takes those that are in it: a run that was broken off goes on
--at-a-time   number of mutants judged at once, 2 if absent
--seconds     time limit of one mutant, 60 if absent

Exit codes: 0; 1 for a survivor without an explanation in source-mutation/survivors.yaml, or an explanation without a
survivor; 130 after Ctrl-C, which ends all mutants and writes nothing.
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    journal: { type: 'string' },
    'at-a-time': { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', short: 'h' },
  },
});
const say = (line: string) => void process.stderr.write(line);

if (values.help) process.stdout.write(usage);
else process.exitCode = await main();

async function main(): Promise<number> {
  const begin = performance.now();
  const mutants = (await listMutants()).filter(({ id }) => id.includes(values.only ?? ''));
  say(`${mutants.length} mutants\n`);
  const judged = await judge(mutants);
  if (judged.length < mutants.length) {
    say(`interrupted after ${judged.length} of ${mutants.length}; nothing is written\n`);
    return 130;
  }
  if (values.only !== undefined) {
    for (const each of judged) process.stdout.write(`${JSON.stringify(each)}\n`);
    return 0;
  }
  const explanations = await readExplanations();
  const result = sumUp(judged, explanations, measuredOn(begin));
  await writeResult('source-mutation', result);
  await writeSummary(result);
  const { unexplained, stale } = checkSurvivors(judged, explanations);
  for (const { id, outcome } of unexplained) say(`${outcome}, and not explained: ${id}\n`);
  for (const id of stale) say(`explained, but does not survive: ${id}\n`);
  return unexplained.length + stale.length > 0 ? 1 : 0;
}

async function judge(mutants: readonly SourceMutant[]): Promise<readonly JudgedMutant[]> {
  const breaker = new AbortController();
  process.once('SIGINT', () => breaker.abort());
  const root = await mkdtemp(join(tmpdir(), 'cascade-mutants-'));
  try {
    const bounds = { root, baseline: await judgeBaseline(), secondsPerRun: Number(values.seconds) };
    return await judgeAll<JudgedMutant>(
      mutants.map((mutant) => ({ ...mutant, ...bounds })),
      {
        atATime: Number(values['at-a-time']),
        journal: values.journal,
        signal: breaker.signal,
        progress: { say, words: ({ id, outcome }) => `${outcome}: ${id}` },
      },
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function measuredOn(begin: number): SourceResult['run'] {
  const python = execFileSync('python3', ['--version'], { encoding: 'utf8' }).trim().replace('Python ', '');
  return {
    command: 'npm run mutate:sources',
    node: machine.node,
    python,
    processors: machine.processors,
    // With a journal, part of the work was done by runs before.
    ...(values.journal === undefined ? { seconds: Math.round((performance.now() - begin) / 1_000) } : {}),
  };
}
