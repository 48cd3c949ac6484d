import { commandLine, parseCount, runCommand } from '@cascade/contract/command-line';
import { judgeAll } from '../judge.ts';
import { writeResult } from '../results.ts';
import { faults, type ProviderFault } from './faulty-provider.ts';
import type { FaultTask, JudgedFault } from './judge-fault.ts';

const command = commandLine(
  'npm --prefix packages/verifier run history-faults --',
  `Judges a provider with each fault of concurrency, and without one, by cascade-verify history. Writes
results/history-faults.json, unless --only is given.`,
  `Examples:
  npm --prefix packages/verifier run history-faults
  npm --prefix packages/verifier run history-faults -- --only money --seconds 20`,
)
  .option('--seconds <number>', 'time limit of one fault', parseCount, 60)
  .option('--only <text>', 'judges the faults whose name contains it', '')
  .option('--seed <number>', 'of the requests', parseCount, 1)
  .option(
    '--journal <file>',
    'keeps each verdict in it and takes those that are in it: a run that was broken off goes on',
  );

process.exitCode = await runCommand(command, async ({ seconds, only, seed, journal }) => {
  const wanted = (Object.keys(faults) as ProviderFault[]).filter((fault) => fault.includes(only));
  const tasks: readonly FaultTask[] = [
    { id: 'none', fault: null, seconds: Math.min(20, seconds), seed },
    ...wanted.map((fault) => ({ id: fault, fault, seconds, seed })),
  ];
  // One at a time: a busy machine would hide what overlaps.
  const judged = await judgeAll<JudgedFault>(tasks, {
    atATime: 1,
    journal: journal,
    onJudged: (one) => void process.stdout.write(`${JSON.stringify(one)}\n`),
  });
  const found = judged.filter(({ verdict }) => verdict === 'unexplained').length;
  process.stdout.write(`${found} of ${wanted.length} found\n`);
  if (only === '') {
    const rows = judged.map(({ id: _, ...row }) => row);
    await writeResult('history-faults', { seed, found, of: wanted.length, judged: rows });
  }
  return 0;
});
