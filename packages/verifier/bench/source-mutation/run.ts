import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, parseCount, runCommand } from '@cascade/contract/command-line';
import { judgeAll } from '../judge.ts';
import { machine, writeResult } from '../results.ts';
import { type JudgedMutant, judgeBaseline, listMutants, type SourceMutant } from './judge-source.ts';
import { checkSurvivors, readExplanations, type SourceResult, sumUpMutants, writeSummary } from './result.ts';

const command = commandLine(
  'npm --prefix packages/verifier run mutate:sources --',
  `Changes the sources of examples/provider-python, one place at a time, runs each mutant as a process of its own on a free
port of the loopback, and judges it by its profile. Writes results/source-mutation.json and the table in mutants/README.md.
Needs python3.`,
  `Examples:
  npm --prefix packages/verifier run mutate:sources -- --journal /tmp/mutants
  npm --prefix packages/verifier run mutate:sources -- --only ledger.py

Exit codes: 0; 1 for a survivor without an explanation in source-mutation/survivors.yaml, or an explanation without a
survivor; 2 wrong usage; 130 after Ctrl-C, which ends all mutants and writes nothing.`,
)
  .option(
    '--only <text>',
    'judges the mutants whose id contains it, prints what is found, and writes nothing',
  )
  .option(
    '--journal <file>',
    'keeps each verdict in it and takes those that are in it: a run that was broken off goes on',
  )
  .option('--at-a-time <number>', 'mutants judged at once', parseCount, 2)
  .option('--seconds <number>', 'time limit of one mutant', parseCount, 60);

type Values = ReturnType<typeof command.opts>;

const say = (line: string) => void process.stderr.write(line);

process.exitCode = await runCommand(command, main);

async function main(values: Values): Promise<number> {
  const begin = performance.now();
  const mutants = (await listMutants()).filter(({ id }) => id.includes(values.only ?? ''));
  say(`${mutants.length} mutants\n`);
  const judged = await judge(mutants, values);
  if (judged.length < mutants.length) {
    say(`interrupted after ${judged.length} of ${mutants.length}; nothing is written\n`);
    return 130;
  }
  if (values.only !== undefined) {
    for (const each of judged) process.stdout.write(`${JSON.stringify(each)}\n`);
    return 0;
  }
  const explanations = await readExplanations();
  const result = sumUpMutants(judged, explanations, measuredOn(begin, values));
  await writeResult('source-mutation', result);
  writeSummary(result);
  const { unexplained, stale } = checkSurvivors(judged, explanations);
  for (const { id, outcome } of unexplained) say(`${outcome}, and not explained: ${id}\n`);
  for (const id of stale) say(`explained, but does not survive: ${id}\n`);
  return unexplained.length + stale.length > 0 ? 1 : 0;
}

async function judge(
  mutants: readonly SourceMutant[],
  { seconds: secondsPerRun, atATime, journal }: Values,
): Promise<readonly JudgedMutant[]> {
  const breaker = new AbortController();
  process.once('SIGINT', () => breaker.abort());
  const root = await mkdtemp(join(tmpdir(), 'cascade-mutants-'));
  try {
    const bounds = { root, baseline: await judgeBaseline(), secondsPerRun };
    return await judgeAll<JudgedMutant>(
      mutants.map((mutant) => ({ ...mutant, ...bounds })),
      {
        atATime,
        journal,
        signal: breaker.signal,
        progress: { say, words: ({ id, outcome }) => `${outcome}: ${id}` },
      },
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function measuredOn(begin: number, { journal }: Values): SourceResult['run'] {
  const python = execFileSync('python3', ['--version'], { encoding: 'utf8' }).trim().replace('Python ', '');
  return {
    command: 'npm run mutate:sources',
    node: machine.node,
    python,
    processors: machine.processors,
    // With a journal, part of the work was done by runs before.
    ...(journal === undefined ? { seconds: Math.round((performance.now() - begin) / 1_000) } : {}),
  };
}
