import { commandLine, runCommand } from '@cascade/contract/command-line';
import { checks } from './checks.ts';
import { beginProgress, readableOutput } from './progress.ts';
import { readOutcomes, renderFixes, renderOutcomes } from './test/outcome.ts';
import { runTurbo } from './turbo.ts';

const command = commandLine(
  'npm run check --',
  `Checks everything that needs no test: generated files, types, imports, words, unused code, format, descriptions, and
the next version of the contract. Unchanged files are not checked again.`,
  `Examples:
  npm run check                 one line for each check, with the first message of each that failed
  npm run check -- --force      without the cache
  npm run check:types           one of them, with all its messages

Exit codes: 0 all passed, 1 something failed, 2 wrong usage, 130 stopped by Ctrl-C.`,
).option('--force', 'without the cache');

process.exitCode = await runCommand(command, async ({ force = false }) => {
  const flags = ['--continue=always', '--summarize', '--output-logs=errors-only', '--log-order=grouped'];
  if (force) flags.push('--force');
  const progress = beginProgress('Checking');
  const { end, exitCode, output } = await runTurbo([...checks.map(({ task }) => task), ...flags]);
  progress.end(end);
  if (end === 'stopped') return exitCode;
  const outcomes = readOutcomes(output);
  // Turbo itself failed.
  if (outcomes.length === 0) process.stdout.write(readableOutput(output));
  process.stdout.write(`${renderOutcomes(outcomes)}${renderFixes(outcomes)}`);
  return exitCode;
});
