import { tmpdir } from 'node:os';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { tasksOfChecks } from './checks.ts';
import { beginProgress, readableOutput } from './progress.ts';
import { memoryFolder } from './test/memory-folder.ts';
import { readOutcomes, renderOutcomes } from './test/outcome.ts';
import { removeReports, watchSuites } from './test/test-report.ts';
import { runTurbo } from './turbo.ts';

const command = commandLine(
  'npm test --',
  'Checks and tests everything; what has not changed since the last run is taken from the cache.',
  `Examples:
  npm test                 all of it
  npm test -- --force      without the cache

Exit codes: 0 all passed, 1 something failed, 2 wrong usage, 130 stopped by Ctrl-C.`,
).option('--force', 'without the cache');

const tasks = [...tasksOfChecks, 'build', 'test'];

/** `npm test`: runs every check and test, shows one line for each, and ends with `N passed, N failed`. */
async function test(isForced: boolean): Promise<number> {
  removeReports();
  const flags = ['--continue=always', '--summarize', '--output-logs=errors-only', '--log-order=grouped'];
  const progress = beginProgress('Checking and testing');
  const stopWatching = watchSuites(progress.note);
  // Who has chosen a folder keeps it.
  const folder = process.env.TMPDIR === undefined ? memoryFolder() : undefined;
  if (folder === undefined) progress.note(`temporary files are in ${tmpdir()}`);
  const run = await runTurbo([...tasks, ...flags, ...(isForced ? ['--force'] : [])], {
    ...(isForced && { FRESH: '1' }),
    ...(folder && { TMPDIR: folder.path }),
  });
  folder?.remove();
  stopWatching();
  progress.end(run.end);
  if (run.end === 'stopped') return run.exitCode;
  process.stdout.write(readableOutput(run.output));
  const outcomes = readOutcomes(run.output);
  process.stdout.write(renderOutcomes(outcomes));
  return run.exitCode;
}

process.exitCode = await runCommand(command, ({ force = false }) => test(force));
