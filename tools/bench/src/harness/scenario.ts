import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bed, withBed } from './bed.ts';

/** What a run of a benchmark gets. */
export interface Run<Values> {
  readonly values: Values;
  /** Arguments without a name. */
  readonly words: readonly string[];
  /** Ended with the run. */
  readonly bed: Bed;
  /** A line on the error stream. */
  readonly say: (line: string) => void;
  /** Writes the result file, which is committed. */
  readonly report: (results: Results, as?: ReportOptions) => void;
}

/** The figures of a result file, and what they mean. */
export interface Results {
  readonly says: string;
  readonly [name: string]: unknown;
}

export interface ReportOptions {
  /** Of the file; the name of the scenario if absent. */
  readonly name?: string;
  /** SVG, written beside it. */
  readonly chart?: string;
}

/** A benchmark: what `--help` prints, what it reads, and what it does. */
export interface Scenario<Values = unknown> {
  readonly says: string;
  /** With the defaults, on an idle machine of two cores. */
  readonly minutes: number;
  readonly options?: { readonly [Name in keyof Values]: Option<Values[Name]> };
  /** Arguments without a name, with what each means; none if absent. */
  readonly words?: Readonly<Record<string, string>>;
  /** Arguments of an example, with what it does. */
  readonly examples: Readonly<Record<string, string>>;
  /** Why it cannot run on this machine; undefined if it can. */
  lacks?(): string | undefined | Promise<string | undefined>;
  /** Resolves to `false` if the proof fails. */
  run(run: Run<Values>): Promise<unknown>;
}

/** An option of the command line. */
export interface Option<Value> {
  readonly says: string;
  /** As on the command line; undefined if there is no value then. */
  readonly usual: string | undefined;
  readonly isFlag?: true;
  /** Recorded in the result file, given or not. */
  readonly isSeed?: true;
  /** @throws {Error} that says what was expected. */
  read(text: string | undefined): Value;
}

export function number(says: string, usual: number): Option<number>;
export function number(says: string): Option<number | undefined>;
export function number(says: string, usual?: number): Option<number | undefined> {
  return {
    says,
    usual: usual?.toString(),
    read: (text) => (text === undefined ? undefined : numberOf(text)),
  };
}

export function text(says: string, usual: string): Option<string>;
export function text(says: string): Option<string | undefined>;
export function text(says: string, usual?: string): Option<string | undefined> {
  return { says, usual, read: (given) => given };
}

export function flag(says: string): Option<boolean> {
  return { says, usual: undefined, isFlag: true, read: (given) => given !== undefined };
}

/** One of some names. */
export function choice<const Name extends string>(
  says: string,
  names: readonly Name[],
  usual: NoInfer<Name>,
): Option<Name> {
  return {
    says: `${says}: ${names.join(', ')}`,
    usual,
    read(given) {
      const name = names.find((one) => one === given);
      if (name === undefined) throw new Error(`expected ${names.join(', ')}; found ${given}`);
      return name;
    },
  };
}

/** Values between commas. */
export function list<Value>(
  says: string,
  usual: string,
  read: (text: string) => Value,
): Option<readonly Value[]> {
  return { says, usual, read: (given = '') => given.split(',').map((one) => read(one.trim())) };
}

/** Another one each time. */
export function seed(says: string): Option<number> {
  const usual = String(Date.now() % 1_000_000);
  return { says, usual, isSeed: true, read: (given = usual) => numberOf(given) };
}

/** @throws {Error} unless the text is a number from 0 on. */
export function numberOf(given: string): number {
  const found = Number(given);
  if (given.trim() === '' || !(found >= 0)) throw new Error(`expected a number, found ${given}`);
  return found;
}

export function scenario<Values>(one: Scenario<Values>): Scenario<Values> {
  return one;
}

type AnyOptions = Readonly<Record<string, Option<unknown>>>;
const optionsOf = (one: Scenario): AnyOptions => (one.options ?? {}) as AnyOptions;

/** Runs a scenario with its arguments; resolves to the exit code: 2 if an argument is wrong, 1 if the proof fails. */
export async function runScenario(name: string, one: Scenario, args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpOf(name, one));
    return 0;
  }
  const given = readArguments(one, args);
  if (given instanceof Error) {
    process.stderr.write(`${given.message}\n\n${helpOf(name, one)}`);
    return 2;
  }
  const lacks = await one.lacks?.();
  if (lacks !== undefined) {
    process.stdout.write(`skipped: ${lacks}\n`);
    return 0;
  }
  const [loadBefore] = loadavg();
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const report = ({ says, ...results }: Results, as: ReportOptions = {}) =>
    writeResult(as.name ?? name, commandOf(name, given.recorded), as.chart, {
      says,
      loadAverage: { before: loadBefore, after: loadavg()[0] },
      ...results,
    });
  const { values, words } = given;
  const isRight = await withBed((bed) => one.run({ values, words, bed, say, report }));
  return isRight === false ? 1 : 0;
}

interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
  /** The arguments that a result file names. */
  readonly recorded: readonly string[];
}

/** The error that says which argument is wrong. */
export function readArguments(one: Scenario, args: readonly string[]): Given | Error {
  const options = optionsOf(one);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        Object.entries(options).map(([name, { isFlag }]) => [name, { type: isFlag ? 'boolean' : 'string' }]),
      ),
      allowPositionals: true,
    });
    const most = Object.keys(one.words ?? {}).length;
    if (positionals.length > most) throw new Error(`unexpected argument ${positionals[most]}`);
    const found = Object.entries(options).map(([name, option]) => {
      const value = values[name];
      return [name, readOption(name, option, value === undefined ? option.usual : String(value))];
    });
    const seeds = Object.entries(options)
      .filter(([name, { isSeed }]) => isSeed && values[name] === undefined)
      .flatMap(([name, { usual = '' }]) => [`--${name}`, usual]);
    return { values: Object.fromEntries(found), words: positionals, recorded: [...args, ...seeds] };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function readOption(name: string, option: Option<unknown>, value: string | undefined): unknown {
  try {
    return option.read(value);
  } catch (error) {
    throw new Error(`--${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The command that users type. The parts are measured if no scenario is named. */
function commandOf(name: string, args: readonly string[]): string {
  const words = [...(name === 'parts' ? [] : [name]), ...args];
  return ['npm run bench', ...(words.length === 0 ? [] : ['--', ...words])].join(' ');
}

/** The text of `--help`. */
export function helpOf(name: string, one: Scenario): string {
  const { says, minutes, words = {}, examples } = one;
  const names: [string, string][] = [
    ...Object.entries(words).map(([word, meaning]): [string, string] => [`<${word}>`, meaning]),
    ...Object.entries(optionsOf(one)).map(
      ([option, { says: meaning, usual, isFlag, isSeed }]): [string, string] => [
        isFlag ? `--${option}` : `--${option} …`,
        isSeed
          ? `${meaning}; another each time if absent`
          : `${meaning}${usual ? `; ${usual} if absent` : ''}`,
      ],
    ),
    ['--help', 'this text'],
  ];
  const shown = Object.entries(examples).map(([args, meaning]): [string, string] => [
    commandOf(name, args === '' ? [] : [args]),
    meaning,
  ]);
  return `${says}\n\nAbout ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.\n\n${table(names)}\n\nExamples:\n${table(shown)}\n`;
}

export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

const resultsFolder = fileURLToPath(new URL('../../results/', import.meta.url));

function writeResult(name: string, command: string, chart: string | undefined, results: object): void {
  const text = `${JSON.stringify({ name, command, machine: machine(), results }, null, 2)}\n`;
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(`${resultsFolder}${name}.json`, text);
  if (chart !== undefined) writeFileSync(`${resultsFolder}${name}.svg`, chart);
  process.stdout.write(text);
  process.stderr.write('Then: npm run bench -- page\n');
}

/** The machine of a run: absolute figures mean nothing without it. */
function machine() {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
  };
}
