import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../defined.ts';
import { isObject, parseJson } from '../json.ts';
import { toBadge, toShields } from '../report/badge.ts';
import { toHtml } from '../report/html/to-html.ts';
import { withLevel } from '../report/level.ts';
import type { Finding, Report } from '../report/report.ts';
import { describePhase, describeReport } from '../report/terminal-summary.ts';
import { toJunit } from '../report/to-junit.ts';
import { toMarkdown } from '../report/to-markdown.ts';
import { toSarif } from '../report/to-sarif.ts';
import { type Cli, option, parseBy } from './options.ts';
import { type CliOutput, openScreen } from './terminal.ts';

type Format = 'json' | 'junit' | 'sarif' | 'html' | 'markdown' | 'badge' | 'shields';

/** The options of a command that writes reports: the file of each form; `-` is the standard output. */
export interface Reporting extends Readonly<Partial<Record<Format, string>>> {
  /** Base address of a portal, for links to clauses. */
  readonly docs?: string;
  /** What was judged by it, if a provider was. */
  readonly profile?: string;
  /** Findings that are known. */
  readonly baseline?: string;
  /** On the terminal, everything. */
  readonly verbose?: true;
  /** An earlier report, which the Markdown compares with. */
  readonly against?: Report;
}

interface Form {
  readonly says: string;
  /** `saved` is the file that `replay` reads, if there is one. */
  readonly make: (report: Report, options: Reporting, saved: string | undefined) => string;
}

const forms: Readonly<Record<Format, Form>> = {
  json: {
    says: 'the whole report; the file may be - for the standard output, in all of these',
    make: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  },
  junit: { says: 'a case for each scenario; inconclusive ones are skipped', make: toJunit },
  sarif: {
    says: 'SARIF 2.1.0: a rule for each clause, a result for each finding',
    make: (report, { docs, profile }) => toSarif(report, { ...defined({ docs }), ...placeOf(profile) }),
  },
  html: {
    says: 'one page, with the coverage ledger',
    make: (report, { docs }, saved) =>
      toHtml(report, defined({ docs, report: saved === '-' ? undefined : saved })),
  },
  markdown: {
    says: 'a summary for a pull request; with --against, what differs from that report',
    make: (report, { against }) => toMarkdown(report, defined({ against })),
  },
  badge: { says: 'SVG with the verdict and the number of clauses', make: toBadge },
  shields: { says: 'the same as JSON for an endpoint badge of Shields', make: toShields },
};

/** Adds the forms of the report. */
export function writing(command: Command): Command {
  for (const [name, { says }] of Object.entries(forms)) command.option(`--${name} <file>`, says, parseFile);
  return command
    .addOption(
      new Option('--against <file>', 'an earlier report (--json), for --markdown').argParser(readEarlier),
    )
    .addOption(option.docs())
    .option('--verbose', 'print all: phases, what was not judged and why, lines for the profile, hints');
}

function readEarlier(file: string): Report {
  try {
    return parseReport(readFileSync(file, 'utf8'), file);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? `${error.message}.` : String(error));
  }
}

/** An option that follows was meant as one. */
const parseFile = parseBy(/^(?!--)/, 'Expected a file, or - for the standard output.');

interface Output extends Form {
  readonly name: string;
  readonly file: string;
}

function outputsOf(options: Reporting): readonly Output[] {
  return Object.entries(forms).flatMap(([name, form]) => {
    const file = options[name as Format];
    return file === undefined ? [] : [{ ...form, name, file }];
  });
}

/** Whether a report goes to the standard output. */
export function isOnOut(options: Reporting): boolean {
  return outputsOf(options).some(({ file }) => file === '-');
}

/**
 * Makes sure that every report can be written, before the first request. @throws {Error} where one cannot.
 */
export async function prepareOutputs(options: Reporting): Promise<void> {
  const outputs = outputsOf(options);
  if (outputs.filter(({ file }) => file === '-').length > 1)
    throw new Error('only one report can be written to the standard output (-)');
  for (const { name, file } of outputs) {
    if (file === '-') continue;
    try {
      await mkdir(dirname(file), { recursive: true });
      await (await open(file, 'a')).close();
    } catch (error) {
      throw new Error(`--${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** Writes the report in every form that was asked for. */
export async function writeOutputs(
  options: Reporting,
  report: Report,
  { out }: CliOutput,
  saved = options.json,
): Promise<void> {
  for (const { file, make } of outputsOf(options)) {
    const text = make(report, options, saved);
    if (file === '-') out(text);
    else await writeFile(file, text);
  }
}

/** The place of the profile below the working directory, as SARIF wants it. */
function placeOf(profile: string | undefined): { profile?: string } {
  if (profile === undefined) return {};
  const path = relative(process.cwd(), profile);
  return path.startsWith('..') || isAbsolute(path) ? {} : { profile: path };
}

/**
 * Shows a report that was saved as JSON, or makes other forms of it. Ends with 0, whatever its verdict: the
 * run has told that.
 */
export function addReport(program: Command, cli: Cli): void {
  const command = program
    .command('report')
    .description('shows the JSON of an earlier run, or makes other forms of it; ends with 0')
    .argument('[file]', 'what --json wrote', 'report.json')
    .addOption(option.profile())
    .addHelpText(
      'after',
      `
Examples:
  cascade-verify report report.json --verbose
  cascade-verify report report.json --html report.html --badge badge.svg
  cascade-verify report report.json --against main.json --markdown comment.md`,
    );
  writing(command).action(async (file: string, options: Reporting) => {
    const report = await readReport(file);
    if (outputsOf(options).length === 0) show(report, file, options, cli);
    await prepareOutputs(options);
    await writeOutputs(options, report, cli.terminal, options.json ?? file);
    cli.end(0);
  });
}

/** Shows a saved report as its run did. */
function show(report: Report, file: string, { docs, verbose }: Reporting, { terminal }: Cli): void {
  const { paint, say } = openScreen(terminal, false);
  const phases = verbose ? report.phases.map((phase) => describePhase(phase, paint)).join('') : '';
  const command = `cascade-verify report ${file} --verbose`;
  say(`${phases}${describeReport(report, { paint, ...defined({ docs, verbose }) }, command)}`);
  const mistakes = (report.setup ?? []).map(({ pointer, message }) => `  ${pointer}: ${message}\n`);
  if (mistakes.length > 0) say(`\nChange the profile:\n${mistakes.join('')}`);
}

/** Reads a report that `--json` wrote. @throws {Error} if the file is absent, or is another one. */
export async function readReport(file: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file}: report not found; write one with --json`);
  });
  return parseReport(text, file);
}

function parseReport(text: string, file: string): Report {
  const report = parseJson(text);
  if (!isReport(report)) throw new Error(`${file}: expected a report that --json wrote`);
  const titled = (found: readonly Finding[]) =>
    found.map((each) => ({ ...each, title: each.title ?? each.says }));
  const whole = { ...report, findings: titled(report.findings), hints: titled(report.hints ?? []) };
  return report.level === undefined ? withEvidence(whole) : whole;
}

/** A report of a version before 0.3, which did not say what judged it. */
function withEvidence(report: Report): Report {
  const isOfConsumer = report.phases.some(({ phase }) => phase === 'consumers');
  const consumer = URL.canParse(report.target) ? 'receiver' : 'client';
  return withLevel({
    ...report,
    subject: isOfConsumer ? consumer : 'provider',
    options: {},
    ended: report.began,
    verifier: { name: '@cascade/verifier', version: 'before 0.3', digest: 'unknown' },
    digests: { contract: 'unknown', scenarios: 'unknown' },
  });
}

const lists = ['findings', 'phases', 'scenarios', 'inconclusive', 'ledger'];
const numbers = ['seed', 'requests', 'seconds'];

/** Enough to tell a report from another JSON file: the rest was written by this program. */
function isReport(value: unknown): value is Report {
  return (
    isObject(value) &&
    numbers.every((name) => typeof value[name] === 'number') &&
    lists.every((name) => Array.isArray(value[name]))
  );
}
