import type { Child } from '@cascade/repository/test-kit';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { knownGroups } from '../../known/groups.ts';
import { commitOfNow } from '../report.ts';
import { copyTree } from './copy-tree.ts';
import type { KnownFault } from './fault.ts';
import { type FoundAgain, findFault } from './find-fault.ts';
import { writePage } from './page.ts';
import { type KnownResult, readKnownResults, writeResults } from './results.ts';
import { afterFinding, beforeFinding, cut } from './show-fault.ts';

const faults: readonly KnownFault[] = knownGroups.flatMap((group) => group.faults);

const exitCodes = { found: 0, missed: 1, stale: 3 } as const;

interface Options {
  readonly all?: true | undefined;
  readonly page?: true | undefined;
  readonly seed?: number | undefined;
  readonly tries?: number | undefined;
}

/** The subcommand `known`. */
export function addKnown(program: Command): void {
  program
    .command('known')
    .description('takes the repair of a fault out of a copy, and shows that it is found again')
    .argument('[name]', 'a fault; all are listed if absent')
    .option('--all', 'every fault, one after the other; writes results/known.json and KNOWN.md')
    .option('--page', 'write KNOWN.md again')
    .option('--seed <n>', 'the first seed of random schedules', wholeNumber)
    .option('--tries <n>', 'how many schedules are tried at most', wholeNumber)
    .addHelpText('after', '\nExit code: 0 found, 1 not found, 2 unknown fault, 3 a patch no longer applies.')
    .action(async (name, options) => {
      process.exitCode = await run(name, options);
    });
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1 on');
  return Number(text);
}

async function run(name: string | undefined, options: Options): Promise<number> {
  if (options.all) return findAll();
  if (options.page) {
    writePage();
    return 0;
  }
  if (name === undefined) {
    process.stdout.write(list());
    return 0;
  }
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) {
    process.stderr.write(`unknown fault ${name}; npm run proofs -- known lists all\n`);
    return 2;
  }
  const isSeeded = options.seed !== undefined || options.tries !== undefined;
  if (isSeeded && fault.shownBy.schedules === undefined) {
    process.stderr.write(`${name} is shown by one test, and not by schedules with a seed\n`);
    return 2;
  }
  return showOne(withSchedules(fault, options));
}

const nameColumns = Math.max(...faults.map(({ name }) => name.length));

function list(): string {
  return knownGroups
    .map(({ title, faults: ofGroup }) => {
      const lines = ofGroup.map(({ name, says }) => cut(`${name.padEnd(nameColumns)} ${says}`));
      return `${title}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

/** Other seeds than those that find it, of a fault that is found by schedules. */
function withSchedules(fault: KnownFault, { seed, tries }: Options): KnownFault {
  const { schedules } = fault.shownBy;
  if (schedules === undefined) return fault;
  const drawn = { seed: seed ?? schedules.seed, tries: tries ?? schedules.tries };
  return { ...fault, shownBy: { ...fault.shownBy, schedules: drawn } };
}

async function showOne(fault: KnownFault): Promise<number> {
  process.stdout.write(`${beforeFinding(fault)}\n`);
  const finding = await withCopy((find) => find(fault));
  process.stdout.write(afterFinding(fault, finding));
  return exitCodes[finding.is];
}

/** A signal ends the test that runs first, with the servers that it has started; then the copy goes. */
async function withCopy<Result>(
  work: (find: (fault: KnownFault) => Promise<FoundAgain>) => Promise<Result>,
): Promise<Result> {
  const copy = copyTree();
  let running: Child | undefined;
  let stopping: Promise<never> | undefined;
  const end = async (): Promise<never> => {
    await running?.end();
    return process.exit(130);
  };
  const stop = () => {
    stopping = end();
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(async (fault) => {
      const finding = await findFault(fault, copy, (child) => {
        running = child;
      });
      // What was interrupted has found nothing.
      return stopping ?? finding;
    });
  } finally {
    for (const signal of signals) process.off(signal, stop);
    copy.remove();
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function findAll(): Promise<number> {
  const commit = commitOfNow();
  const results = await withCopy(findEach);
  writeResults(commit, results);
  writePage();
  process.stdout.write(`\n${tableOf(results)}`);
  return Math.max(...results.map(({ is }) => exitCodes[is]));
}

async function findEach(find: (fault: KnownFault) => Promise<FoundAgain>): Promise<readonly KnownResult[]> {
  const before = new Map(readKnownResults()?.faults.map(({ name, seconds }) => [name, seconds]));
  const results: KnownResult[] = [];
  for (const [place, fault] of faults.entries()) {
    const left = faults.slice(place).reduce((sum, { name }) => sum + (before.get(name) ?? 15), 0);
    const minutes = Math.ceil(left / 60);
    process.stdout.write(`${place + 1} of ${faults.length}, ${minutes} min left: ${fault.name}\n`);
    const finding = await find(fault);
    results.push({ name: fault.name, is: finding.is, seconds: finding.seconds });
    if (finding.is !== 'found') process.stdout.write(afterFinding(fault, finding));
  }
  return results;
}

function tableOf(results: readonly KnownResult[]): string {
  return results
    .map(
      ({ name, is, seconds }) =>
        `${name.padEnd(nameColumns)} ${is.padEnd(6)} ${seconds.toFixed(1).padStart(6)} s\n`,
    )
    .join('');
}
