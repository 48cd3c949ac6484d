import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordedRows } from '@cascade/repository/test-kit/recorded';
import { descriptions } from './inputs.ts';
import { failedSteps, type RoundTripStep, withProvider } from './round-trip.ts';
import { absentTool, type Command, endOf, type ForeignTrial, runAll, runOne, say } from './run-command.ts';
import { commandOf, commandsOf, programsFolder, type Tool, tools } from './tables.ts';

/** How far a tool got with one description. */
export type GenerationAttempt = Awaited<ReturnType<typeof tryTool>>;

/** What a generator made of each description. */
export interface ToolResult {
  readonly tool: string;
  readonly version: string;
  readonly language: string;
  readonly attempts: Readonly<Record<string, GenerationAttempt>>;
  /** Of each profile without the flags of the trial; absent if there are none. */
  readonly defaults?: Readonly<Record<string, GenerationAttempt>>;
}

/** The recorded results. */
export const toolResults = recordedRows<ToolResult>(
  new URL('../../results/interop.json', import.meta.url),
  ({ tool }) => tool,
);

/** Where generators are installed, and clients generated. */
export const room = fileURLToPath(new URL('../../reports/interop/', import.meta.url));

/** Where a generator is installed, in its version. */
export const homeOf = ({ name, version }: Tool): string => join(room, name.replace(/\W/g, '-'), version);

/** Why the tool cannot be tried on this machine; undefined if it can, and is then installed in `home`. */
async function installTool(tool: Tool, home: string): Promise<string | undefined> {
  const absent = await absentTool(commandsOf(tool.needs));
  if (absent !== undefined) return absent;
  const mark = join(home, 'installed');
  if (existsSync(mark)) return undefined;
  await mkdir(home, { recursive: true });
  const failure = await runAll(commandsOf(tool.install, valuesOf(tool, home)), home);
  if (failure === undefined) await writeFile(mark, '');
  return failure;
}

interface ToolRun {
  /** Where the tool is installed. */
  readonly home: string;
  readonly folder: string;
  readonly description: string;
  /** Whether the tool gets the flags that it needs. */
  readonly flags: boolean;
}

/** Generates from the description, compiles, and runs the steps, in an empty `folder`. */
async function tryTool(tool: Tool, place: ToolRun, steps: readonly RoundTripStep[]) {
  const { home, folder } = place;
  const got = { generates: false, compiles: false, passed: 0, steps: steps.length };
  const refused = await generateClient(tool, place);
  if (refused !== undefined) return { ...got, failures: [refused] };
  const broken = await compile(tool, place);
  if (broken !== undefined) return { ...got, generates: true, failures: [broken] };
  const run = (file: string) => commandOf(tool.run, { ...valuesOf(tool, home), folder, steps: file });
  const taken = await runSteps(run, folder, steps);
  return { ...got, generates: true, compiles: true, ...taken };
}

/** Empties `folder`, and generates there beside our program; what the generator said if it failed. */
export async function generateClient(
  tool: Tool,
  { home, folder, description, flags }: ToolRun,
): Promise<string | undefined> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [from, to] of Object.entries(tool.programs)) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await copyFile(join(programsFolder, from), join(folder, to));
  }
  const given = { description, folder, flags: (flags ? tool.flags : tool.defaults) ?? '' };
  return runAll(commandsOf(tool.generate, { ...valuesOf(tool, home), ...given }), folder);
}

/** Compiles what was generated; what the compiler said if it failed. */
export function compile(tool: Tool, { home, folder }: Pick<ToolRun, 'home' | 'folder'>) {
  return runAll(commandsOf(tool.compile, { ...valuesOf(tool, home), folder }), folder);
}

const valuesOf = ({ version }: Tool, home: string) => ({ version, home });

/** Runs the program in `folder` on a file with the steps. */
export async function runSteps(
  run: (file: string) => Command,
  folder: string,
  steps: readonly RoundTripStep[],
) {
  const file = join(folder, 'steps.json');
  await writeFile(file, JSON.stringify(steps));
  const { out, err } = await runOne(run(file), { cwd: folder });
  const failures = failedSteps(steps, out);
  const passed = steps.length - failures.length;
  const said = passed === 0 ? [endOf(err)] : [];
  /** The failed steps, or the end of what the failed command printed. */
  return { passed, failures: [...failures, ...said] };
}

/** With each description; without its flags, only with the profiles that it can read. */
async function attemptsOf(tool: Tool, flags: boolean): Promise<Readonly<Record<string, GenerationAttempt>>> {
  const attempts: Record<string, GenerationAttempt> = {};
  for (const [variant, description] of Object.entries(descriptions[tool.reads])) {
    if (!flags && ['full', ...(tool.refuses ?? [])].includes(variant)) continue;
    const folder = join(room, tool.name.replace(/\W/g, '-'), variant.replace(/\W/g, '-'));
    const place = { home: homeOf(tool), folder, description, flags };
    const attempt = await withProvider((all) => {
      // AsyncAPI describes the callbacks only.
      const isTaken = ({ operation }: RoundTripStep) => tool.reads === 'openapi' || operation === 'decode';
      return tryTool(tool, place, all.filter(isTaken));
    });
    attempts[variant] = attempt;
    const how = flags ? variant : `${variant}, default flags`;
    say(`${tool.name}, ${how}: ${attempt.passed} of ${attempt.steps} steps`, attempt.failures);
  }
  return attempts;
}

/**
 * Each generator with each description. Only the full one, and the profiles that a generator cannot read, may
 * fail.
 */
export const toolTrials: readonly ForeignTrial[] = tools.map((tool) => ({
  name: tool.name,
  absent: () => installTool(tool, homeOf(tool)),
  async run(writes) {
    const { name, version, language, flags, refuses = [] } = tool;
    const attempts = await attemptsOf(tool, true);
    const defaults = flags !== undefined && { defaults: await attemptsOf(tool, false) };
    if (writes) toolResults.replace([{ tool: name, version, language, attempts, ...defaults }]);
    const mayFail = ['full', ...refuses];
    return Object.entries(attempts).every(
      ([variant, { failures }]) => failures.length === 0 || mayFail.includes(variant),
    );
  },
}));
