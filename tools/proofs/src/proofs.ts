import { fileURLToPath } from 'node:url';
import { alignedTable } from '@cascade/bench/harness/scenario';
import { YamlFileError } from '@cascade/yaml-file';
import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';
import { addKnown } from './known/known.ts';
import { indented } from './known/show-fault.ts';
import {
  minutesOf,
  type Planned,
  runQueue,
  runUntilStopped,
  type ScheduleVerdict,
  sortOut,
} from './queue.ts';
import { milliseconds, needsOf, readSchedule, scheduleNames } from './read-schedule.ts';

const findingsFile = fileURLToPath(new URL('../results/findings.jsonl', import.meta.url));

const program = new Command('npm run proofs --')
  .description(
    'Runs the service under load and faults from a seed, and judges what was kept, sent and reported.',
  )
  .configureHelp({ helpWidth: 110 })
  .exitOverride();

program
  .command('run', { isDefault: true })
  .summary('runs schedules; lists them if none is named')
  .argument('[schedules...]', 'their names')
  .option('--seed <number>', 'of all that is drawn; another one each time if absent', parseNumber)
  .option(
    '--for <time>',
    'how long the load lasts, such as 90s or 10m; as the schedule says if absent',
    parseTime,
  )
  .option('--all', 'every schedule, one after the other')
  .option(
    '--until-stopped',
    'draws a schedule and a seed again and again, and appends findings to results/findings.jsonl',
  )
  .addHelpText(
    'after',
    `
Examples:
  npm run proofs                                 the schedules, with minutes, and what each needs
  npm run proofs -- crash --seed 7 --for 10m     one of them, for longer
  npm run proofs -- --all                        all, with the time that is left
  npm run proofs -- crash mixed --until-stopped  these two, until Ctrl-C

Ends with 0 if all is right, 1 for a finding, 2 for a wrong argument. Ctrl-C ends what runs, and prints what was judged.`,
  )
  .action(async (names, { all = false, untilStopped = false, seed, for: duration }, command) => {
    const wrong = names.find((name) => !scheduleNames.includes(name));
    if (wrong !== undefined)
      command.error(`unknown schedule ${wrong}; there are ${scheduleNames.join(', ')}`);
    const isEvery = all || (untilStopped && names.length === 0);
    const planned = plan(names.length === 0 ? scheduleNames : names, seed, duration);
    if (names.length === 0 && !isEvery) return void process.stdout.write(list(planned));
    process.exitCode = await runPlanned(planned, untilStopped);
  });

addKnown(program);

function plan(
  names: readonly string[],
  seed: number | undefined,
  duration: number | undefined,
): readonly Planned[] {
  return names.map((name) => {
    const schedule = readSchedule(name);
    return { schedule, seed: seed ?? newSeed(), duration: duration ?? schedule.for };
  });
}

const newSeed = () => Math.floor(Math.random() * 1_000_000);

function list(planned: readonly Planned[]): string {
  const entries = planned.map((one) => {
    const { name, says } = one.schedule;
    const needs = needsOf(one.schedule);
    const lines = indented([needs === '' ? says : `${says}. Needs ${needs}`]);
    return [`${name}, ${Math.ceil(minutesOf(one))} min`, ...lines].join('\n');
  });
  return `npm run proofs -- <name> [--seed 7] [--for 10m]; npm run proofs -- --help\n\n${entries.join('\n')}\n`;
}

/** Resolves to the exit code. */
async function runPlanned(planned: readonly Planned[], isUntilStopped: boolean): Promise<number> {
  const { runs, skipped } = sortOut(planned);
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  for (const { name, says } of skipped) say(`skipped ${name}: ${says}`);
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  process.on('SIGTERM', () => stop.abort());
  const options = { signal: stop.signal, say };
  const draw = (): Planned => {
    const drawn = runs[Math.floor(Math.random() * runs.length)];
    if (drawn === undefined) throw new Error('none of the schedules can run here');
    return { ...drawn, seed: newSeed() };
  };
  const verdicts = isUntilStopped
    ? await runUntilStopped(draw, { ...options, findingsFile })
    : await runQueue(runs, options);
  process.stdout.write(tableOf([...verdicts, ...skipped]));
  return verdicts.some(({ verdict }) => verdict === 'finding' || verdict === 'failed') ? 1 : 0;
}

function tableOf(verdicts: readonly ScheduleVerdict[]): string {
  const rows = verdicts.map(({ name, verdict, says }): [string, string] => [
    `${name.padEnd(24)} ${verdict}`,
    says,
  ]);
  return rows.length === 0 ? 'nothing was judged\n' : `${alignedTable(rows)}\n`;
}

function parseNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

function parseTime(text: string): number {
  const found = milliseconds(text);
  if (found > 0) return found;
  throw new InvalidArgumentError('Expected a time such as 90s or 10m.');
}

try {
  // Package managers pass on the `--` that separates the arguments of a script from their own.
  await program.parseAsync(
    process.argv.slice(2).filter((argument) => argument !== '--'),
    { from: 'user' },
  );
} catch (error) {
  if (error instanceof YamlFileError) process.stderr.write(`${error.message}\n`);
  else if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
}
