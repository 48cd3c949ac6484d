import { beginProgress, readableOutput } from './progress.ts';
import { memoryFolder } from './test/memory-folder.ts';
import { readOutcomes, renderOutcomes } from './test/outcome.ts';
import { removeReports, watchSuites } from './test/test-report.ts';
import { runTurbo } from './turbo.ts';
import { parseOptions } from './usage.ts';

const help = `Checks and tests everything; what has not changed since the last run is taken from the cache.

  npm test                 all of it
  npm test -- --force      without the cache

Exit codes: 0 all passed, 1 something failed, 2 wrong usage.
`;

const tasks = [
  '//#generate:check',
  '//#evolution',
  '//#check:format',
  '//#check:types',
  '//#check:unused',
  'lint',
  'build',
  'test',
];

/** `npm test`: runs every check and test, shows one line for each, and ends with `N passed, N failed`. */
async function test(args: string[]): Promise<number> {
  const parsed = parseOptions(args, { force: { type: 'boolean' }, help: { type: 'boolean' } });
  if ('fault' in parsed) {
    process.stderr.write(`${parsed.fault}\n\n${help}`);
    return 2;
  }
  if (parsed.values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  removeReports();
  const flags = ['--continue=always', '--summarize', '--output-logs=errors-only', '--log-order=grouped'];
  const isForced = parsed.values.force === true;
  const progress = beginProgress('Checking and testing');
  const stopWatching = watchSuites(progress.note);
  // Who has chosen a folder keeps it.
  const folder = process.env.TMPDIR === undefined ? memoryFolder() : undefined;
  const run = await runTurbo([...tasks, ...flags, ...(isForced ? ['--force'] : [])], {
    ...(isForced && { FRESH: '1' }),
    ...(folder && { TMPDIR: folder.path }),
  });
  folder?.remove();
  stopWatching();
  progress.end(run.exitCode === 0 ? 'done' : 'failed');
  process.stdout.write(readableOutput(run.output));
  const outcomes = readOutcomes(run.output);
  process.stdout.write(renderOutcomes(outcomes));
  return run.exitCode === 0 ? 0 : 1;
}

process.exitCode = await test(process.argv.slice(2));
