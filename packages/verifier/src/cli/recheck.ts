import type { Command } from 'commander';
import { defined } from '../defined.ts';
import { isSecret, readProfile } from '../profile/read-profile.ts';
import { type Change, compareReports } from '../report/compare-reports.ts';
import { evidenceOf } from '../report/evidence.ts';
import { levelInWords } from '../report/level.ts';
import { progressInLog, progressLine } from '../report/progress.ts';
import type { Evidence, Finding, Report } from '../report/report.ts';
import { columns, wrap } from '../report/wrap.ts';
import { verify } from '../verify.ts';
import { type Cli, type ExitCode, option } from './options.ts';
import { readReport } from './reports.ts';
import { runInShell } from './run-in-shell.ts';
import { openScreen } from './terminal.ts';

interface Options {
  readonly profile: string;
  readonly target?: string;
  readonly restart?: string;
  readonly anyway?: true;
}

/** Repeats a whole run, to see whether its report can be trusted. */
export function addRecheck(program: Command, cli: Cli): void {
  program
    .command('recheck')
    .description('repeats the run of a report with its seed and options, and says what differs')
    .argument('[file]', 'what --json wrote', 'report.json')
    .addOption(option.profile())
    .addOption(option.target())
    .option('--restart <command>', 'if the run had one: restarts the provider')
    .option('--anyway', 'also with another verifier, contract or profile than the report names')
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => cli.end(await recheck(file, options, cli)));
}

const help = `
Exit codes: 0 the same, 1 it differs, 2 could not judge, or the report was made by another verifier, contract or profile.

Examples:
  cascade-verify recheck report.json
  cascade-verify recheck report.json --target http://127.0.0.1:8080 --profile profile.yaml`;

/** The most differences that are listed. */
const mostListed = 40;

async function recheck(file: string, options: Options, cli: Cli): Promise<ExitCode> {
  const { say, paint, progress } = openScreen(cli.terminal, false);
  const earlier = await readReport(file);
  if (earlier.subject !== 'provider')
    throw new Error(`recheck: repeats runs against providers; run cascade-verify ${earlier.subject} again`);
  const profile = await readProfile(options.profile);
  const others = differingEvidence(earlier, evidenceOf(profile, isSecret));
  if (others.length > 0 && !options.anyway)
    throw new Error(`recheck: ${others.join('; ')}. Pass --anyway to repeat it all the same`);
  for (const other of others) say(indented(`Warning: ${other}`));
  const again = await verify({
    ...repeating(earlier, options),
    profile,
    ...defined({ signal: cli.signal }),
    onProgress: (state) =>
      progress(
        (width) => progressLine(state, width),
        () => progressInLog(state),
      ),
  });
  const end = (color: 'green' | 'red' | 'yellow', word: string, lines: readonly string[]) =>
    say(`${paint(color, word)}  ${again.statement}\n${lines.map(indented).join('')}`);
  if (again.verdict === 'could-not-judge') {
    end('yellow', 'ERROR', [again.reason ?? '']);
    return 2;
  }
  const differences = tellDifferences(again, earlier);
  const more = differences.length - mostListed;
  const listed = [...differences.slice(0, mostListed), ...(more > 0 ? [`and ${more} more`] : [])];
  end(differences.length === 0 ? 'green' : 'red', differences.length === 0 ? 'SAME' : 'DIFFERS', listed);
  return differences.length === 0 ? 0 : 1;
}

/** A sentence for each; none if both say the same. */
function tellDifferences(again: Report, earlier: Report): readonly string[] {
  const { added, fixed, unknown, hints, clauses, scenarios } = compareReports(again, earlier);
  const changed = ({ of, before, after }: Change) =>
    before === after ? [] : [`${of}: ${after}, was ${before}`];
  const told = (what: string, all: readonly Finding[]) =>
    all.map(({ id, title }) => `${what} ${id}: ${title}`);
  const level = { before: levelInWords(earlier.level), after: levelInWords(again.level) };
  return [
    ...changed({ of: 'verdict', before: earlier.verdict, after: again.verdict }),
    ...changed({ of: 'level', ...level }),
    ...told('new finding', added),
    ...told('finding gone', [...fixed, ...unknown]),
    ...told('new hint', hints.added),
    ...told('hint gone', hints.gone),
    ...clauses.flatMap((one) => changed({ ...one, of: `clause ${one.of}` })),
    ...scenarios.flatMap((one) => changed({ ...one, of: `scenario ${one.of}` })),
  ];
}

function indented(text: string): string {
  const [first = '', ...others] = wrap(text, columns - 4);
  return [`  ${first}\n`, ...others.map((line) => `    ${line}\n`)].join('');
}

/** The options of the run; a command to restart is not in the report. */
function repeating({ options: were, ...earlier }: Report, { target, restart }: Options) {
  if (were.restart && restart === undefined)
    throw new Error('recheck: the run restarted the provider; pass --restart COMMAND');
  const { restart: _, ...same } = were;
  const { seed, deep, fast = false, assumptions } = earlier;
  return {
    ...same,
    seed,
    deep,
    fast,
    assumptions,
    target: target ?? earlier.target,
    ...(restart === undefined ? {} : { restart: () => runInShell(restart) }),
  };
}

/** What made the report, and would not make the repetition. */
function differingEvidence(earlier: Evidence, now: Evidence): readonly string[] {
  const { verifier, digests } = earlier;
  const says = (what: string, was: string | undefined, is: string | undefined) =>
    was === is
      ? []
      : [
          `the ${what} of the report was ${short(was ?? 'unknown')}, the present one is ${short(is ?? 'unknown')}`,
        ];
  const versions = (each: Evidence) => `${each.verifier.version} ${each.verifier.digest}`;
  return [
    ...(verifier.digest === now.verifier.digest ? [] : says('verifier', versions(earlier), versions(now))),
    ...says('contract', digests.contract, now.digests.contract),
    ...says('library of scenarios', digests.scenarios, now.digests.scenarios),
    ...says('profile', digests.profile, now.digests.profile),
  ];
}

/** Enough of a digest to tell two apart. */
function short(text: string): string {
  return text.replace(/(sha256:.{12})[^ ]*/, '$1…');
}
