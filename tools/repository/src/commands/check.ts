import { commandLine, InvalidArgumentError, runCommand } from '@cascade/contract/command-line';
import { checks, runCheck, tasksOfChecks } from './checks.ts';
import { beginProgress, readableOutput } from './progress.ts';
import { readOutcomes, renderFixes, renderOutcomes } from './test/outcome.ts';
import { runTurbo } from './turbo.ts';

const { lint, ...alone } = checks;

const command = commandLine(
  'npm run check --',
  `Checks everything that needs no test: generated files, types, imports, words, unused code, format, descriptions, and
the next version of the contract. Unchanged files are not checked again.`,
  `Checks: ${Object.keys(alone).join(', ')}; ${lint.task} is of the packages that have it

Examples:
  npm run check                          one line for each check, with the first message of each that failed
  npm run check -- --force               without the cache
  npm run check -- types                 one of them, with all its messages
  npm run check -- words packages/mock   the same, below a folder

Exit codes: 0 all passed, 1 something failed, 2 wrong usage, 130 stopped by Ctrl-C.`,
)
  .argument('[check]', 'one of them', (name: string) => {
    const found = Object.entries(alone).find(([known]) => known === name)?.[1];
    if (found === undefined)
      throw new InvalidArgumentError(`Expected one of ${Object.keys(alone).join(', ')}.`);
    return found;
  })
  .argument('[args...]', 'what it reads')
  .option('--force', 'without the cache');

process.exitCode = await runCommand(command, ({ force = false }, [check, args]) =>
  check === undefined ? checkAll(force) : runCheck(check, args),
);

async function checkAll(isForced: boolean): Promise<number> {
  const flags = ['--continue=always', '--summarize', '--output-logs=errors-only', '--log-order=grouped'];
  if (isForced) flags.push('--force');
  const progress = beginProgress('Checking');
  const { end, exitCode, output } = await runTurbo([...tasksOfChecks, ...flags]);
  progress.end(end);
  if (end === 'stopped') return exitCode;
  const outcomes = readOutcomes(output);
  // Turbo itself failed.
  if (outcomes.length === 0) process.stdout.write(readableOutput(output));
  process.stdout.write(`${renderOutcomes(outcomes)}${renderFixes(outcomes)}`);
  return exitCode;
}
