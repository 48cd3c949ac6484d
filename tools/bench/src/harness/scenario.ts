import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { commandLine, InvalidArgumentError, runCommand } from '@cascade/contract/command-line';
import { type Bed, withBed } from './bed.ts';
import { type Speed, secondsOfKnownWork, speedFault } from './speed.ts';

/** What a run of a benchmark gets. */
export interface Run<Values> {
  readonly values: Values;
  /** Arguments without a name. */
  readonly words: readonly string[];
  /** Ended with the run. */
  readonly bed: Bed;
  /** Measures each on a bed of its own, one after the other, and says what was found; by name. */
  readonly each: <One, Found extends object>(
    all: Readonly<Record<string, One>>,
    measure: (bed: Bed, one: One, name: string) => Promise<Found>,
  ) => Promise<Readonly<Record<string, Found>>>;
  /** A line on the error stream. */
  readonly say: (line: string) => void;
  /** The figures that the result file of the scenario has now; none before the first run. */
  readonly earlier: () => Readonly<Record<string, unknown>>;
  /** Writes the result file, which is committed. */
  readonly report: (results: Results, as?: ReportOptions) => void;
}

/** The figures of a result file, and what they mean. */
interface Results {
  readonly says: string;
  readonly [name: string]: unknown;
}

interface ReportOptions {
  /** Of the file; the name of the scenario if absent. */
  readonly name?: string;
}

/** A benchmark: what `--help` prints, what it reads, and what it does. */
export interface Benchmark<Values = unknown> {
  readonly says: string;
  /** With the defaults, on an idle machine of two cores. */
  readonly minutes: number;
  readonly options?: { readonly [Name in keyof Values]: Option<Values[Name]> };
  /** Arguments without a name, with what each means; none if absent. */
  readonly words?: Readonly<Record<string, string>>;
  /** Arguments of an example, with what it does. */
  readonly examples: Readonly<Record<string, string>>;
  /** What it finds depends on the speed of the machine: a run during which that changed is refused. */
  readonly isFigure?: true;
  /** Why it cannot run on this machine; undefined if it can. */
  lacks?(): string | undefined | Promise<string | undefined>;
  /**
   * Resolves to `false` if the proof fails; it also fails if a gateway of a bed got a message twice that it
   * may not.
   */
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
  /** @throws {InvalidArgumentError} that says what was expected. */
  read(text: string | undefined): Value;
}

/** The values that options read. */
export type ValuesOf<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends Option<infer Value> ? Value : never;
};

export function number(says: string, usual: number): Option<number>;
export function number(says: string): Option<number | undefined>;
export function number(says: string, usual?: number): Option<number | undefined> {
  return optional(says, usual?.toString(), numberOf);
}

export function text(says: string, usual: string): Option<string>;
export function text(says: string): Option<string | undefined>;
export function text(says: string, usual?: string): Option<string | undefined> {
  return optional(says, usual, String);
}

function optional<Value>(says: string, usual: string | undefined, read: (text: string) => Value) {
  return { says, usual, read: (given?: string) => (given === undefined ? undefined : read(given)) };
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
  return { says: `${says}: ${names.join(', ')}`, usual, read: (given) => nameOf(names, given) };
}

/** @throws {InvalidArgumentError} unless it is one of the names. */
export function nameOf<Name extends string>(names: readonly Name[], given: string | undefined): Name {
  const name = names.find((one) => one === given);
  if (name === undefined) throw new InvalidArgumentError(`expected ${names.join(', ')}; found ${given}`);
  return name;
}

/** Values between commas. */
export function list<Value>(
  says: string,
  usual: string,
  read: (text: string) => Value,
): Option<readonly Value[]> {
  return { says, usual, read: (given = '') => given.split(',').map((one) => read(one.trim())) };
}

/** Some of these names; all if absent. */
export function some<const Name extends string>(
  says: string,
  names: readonly Name[],
): Option<readonly Name[]> {
  return list(says, names.join(), (given) => nameOf(names, given));
}

/** Another one each time. */
export function seed(says: string): Option<number> {
  const usual = String(Date.now() % 1_000_000);
  return { says, usual, isSeed: true, read: (given = usual) => numberOf(given) };
}

/** @throws {InvalidArgumentError} unless the text is a number from 0 on. */
export function numberOf(given: string): number {
  const found = Number(given);
  if (given.trim() === '' || !(found >= 0))
    throw new InvalidArgumentError(`expected a number, found ${given}`);
  return found;
}

export function scenario<Values>(one: Benchmark<Values>): Benchmark<Values> {
  return one;
}

/** Where a scenario belongs. */
export interface Workshop {
  /** What users type before the name of the scenario. */
  readonly command: string;
  /** The folder of its result files. */
  readonly results: URL;
  /** What to do after a new result file. */
  readonly next: string;
  /** Seconds of known work; tests have their own. */
  readonly measureSpeed?: () => number;
}

/**
 * Runs a scenario with its arguments; resolves to the exit code: 2 if an argument is wrong, 1 if the proof
 * fails or the run is refused.
 */
export function runScenario(
  name: string,
  one: Benchmark,
  args: readonly string[],
  workshop: Workshop,
): Promise<number> {
  const options = Object.entries((one.options ?? {}) as Readonly<Record<string, Option<unknown>>>);
  const typed = nameOfCommand(name, workshop);
  const command = commandLine(typed, one.says, helpOf(typed, one));
  for (const word of Object.entries(one.words ?? {})) command.argument(`[${word[0]}]`, word[1]);
  for (const [option, { says, usual, isFlag, isSeed, read }] of options) {
    const absent = isSeed ? '; another each time if absent' : usual && `; ${usual} if absent`;
    const text = `${says}${absent ?? ''}`;
    if (isFlag) command.option(`--${option}`, text);
    else command.option(`--${option} <value>`, text, (given: string) => read(given));
  }
  if (one.isFigure) command.option('--anyway', 'print figures of a machine that changed its speed');
  const work = async (given: Readonly<Record<string, unknown>>, words: readonly (string | undefined)[]) => {
    const lacks = await one.lacks?.();
    if (lacks !== undefined) {
      process.stdout.write(`skipped: ${lacks}\n`);
      return 0;
    }
    const seeds = options
      .filter(([option, { isSeed }]) => isSeed && given[option] === undefined)
      .flatMap(([option, { usual = '' }]) => [`--${option}`, usual]);
    return runOnBed(one, {
      values: Object.fromEntries(
        options.map(([option, { usual, read }]) => [option, given[option] ?? read(usual)]),
      ),
      words: words.filter((word) => word !== undefined),
      say: (line) => void process.stderr.write(`${line}\n`),
      earlier: () => {
        const file = new URL(`${name}.json`, workshop.results);
        return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).results : {};
      },
      reporting: {
        name,
        command: commandOf(typed, [...args, ...seeds]),
        workshop,
        isPrintedAnyway: given.anyway === true,
      },
    });
  };
  return runCommand(command, work, { args });
}

/** Resolves to the exit code. */
async function runOnBed(
  one: Benchmark,
  { reporting, ...run }: Omit<Run<unknown>, 'bed' | 'each' | 'report'> & { readonly reporting: Reporting },
): Promise<0 | 1> {
  let isRight = true;
  const fail = () => {
    isRight = false;
  };
  const each: Run<unknown>['each'] = async (all, measure) => {
    const found = [];
    for (const [name, of] of Object.entries(all)) {
      const seen = await withBed((bed) => measure(bed, of, name), fail);
      run.say(`${name}: ${JSON.stringify(seen)}`);
      found.push([name, seen] as const);
    }
    return Object.fromEntries(found);
  };
  const report = reporter(one, reporting, fail);
  if ((await withBed((bed) => one.run({ ...run, bed, each, report }), fail)) === false) fail();
  return isRight ? 0 : 1;
}

/** What `--help` says below the options. */
function helpOf(typed: string, { minutes, examples }: Benchmark): string {
  const shown = Object.entries(examples).map(([args, meaning]): [string, string] => [
    commandOf(typed, args === '' ? [] : [args]),
    meaning,
  ]);
  return `Takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.\n\nExamples:\n${alignedTable(shown)}\n`;
}

/** The parts are measured if no scenario is named. */
function nameOfCommand(name: string, { command }: Workshop): string {
  return name === 'parts' ? command : `${command} ${name}`;
}

/** The command that users type. */
function commandOf(typed: string, args: readonly string[]): string {
  return [typed, ...args].join(' ').replace(/ --$/, '');
}

export function alignedTable(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

interface Reporting {
  /** Of the scenario. */
  readonly name: string;
  readonly command: string;
  readonly workshop: Workshop;
  readonly isPrintedAnyway: boolean;
}

/** The `report` of a run that begins now. @param refuse Called if the figures mean nothing. */
function reporter(
  { isFigure }: Benchmark,
  { name, command, workshop, isPrintedAnyway }: Reporting,
  refuse: () => void,
): Run<unknown>['report'] {
  const { results: folder, next, measureSpeed: measure = secondsOfKnownWork } = workshop;
  const [loadBefore] = loadavg();
  const before = isFigure ? measure() : undefined;
  return ({ says, ...results }, as = {}) => {
    const loadAverage = { before: loadBefore, after: loadavg()[0] };
    const speed = before === undefined ? undefined : { before, after: measure() };
    const file = {
      name: as.name ?? name,
      command,
      machine: machineOfNow(speed),
      results: { says, loadAverage, ...results },
    };
    const text = `${JSON.stringify(file, null, 2)}\n`;
    const fault = speed && speedFault(speed);
    if (fault === undefined || isPrintedAnyway) process.stdout.write(text);
    if (fault !== undefined) {
      process.stderr.write(`${fault}\n`);
      if (!isPrintedAnyway) refuse();
      return;
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(new URL(`${file.name}.json`, folder), text);
    process.stderr.write(`Then: ${next}\n`);
  };
}

/** The machine of a run: absolute figures mean nothing without it. */
export function machineOfNow(speed?: Speed) {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    ...(speed && { speed }),
  };
}
